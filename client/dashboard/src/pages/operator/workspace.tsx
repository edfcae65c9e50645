/** One workspace as the operator sees it: money, limits, keys, people and runs, and nothing of what runs said. */
import { useState } from 'react';
import { hasCode, titleOfKind } from '../../api/index.ts';
import {
  useOperator,
  useWorkspace,
  type WorkspaceDetail,
  type WorkspacePayment,
  type WorkspaceSums,
} from '../../api/operator.ts';
import { formatCount, formatQuotaUse, formatShare, wordsOfQuota } from '../../format/index.ts';
import {
  Button,
  ButtonLink,
  Card,
  CopyButton,
  DataTable,
  Empty,
  Fact,
  Facts,
  Failure,
  Moment,
  Money,
  MoneyFigure,
  Notice,
  Page,
  PaymentBadge,
  Skeleton,
  Tile,
  Tiles,
  useDecimals,
} from '../../parts/index.ts';
import { ChangeSuspension, GiveCredit, SetQuota } from './acts.tsx';
import { Acts } from './trail.tsx';
import { Margin } from './workspaces.tsx';

export function WorkspacePage({ title, id }: { title: string; id: string }) {
  const workspace = useWorkspace(id);
  if (workspace.data) return <Shown detail={workspace.data} />;
  return (
    <Page title={title}>
      {hasCode(workspace.error, 'not_found') ? (
        <Empty
          icon="search"
          title="No such workspace"
          actions={<ButtonLink href="/workspaces">All workspaces</ButtonLink>}
        >
          This deployment has no workspace with this ID.
        </Empty>
      ) : workspace.error ? (
        <Failure error={workspace.error} onRetry={() => void workspace.refetch()} />
      ) : (
        <Skeleton rows={8} label="Loading the workspace" />
      )}
    </Page>
  );
}

function Shown({ detail }: { detail: WorkspaceDetail }) {
  const { workspace, last24Hours: day } = detail;
  const { last30Days: month } = workspace;
  const isAdmin = useOperator().data?.role === 'admin';
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <Page
      title={workspace.name}
      about={
        <>
          <code>{workspace.id}</code> · since <Moment at={workspace.createdAt} />
        </>
      }
      actions={
        <>
          <CopyButton text={workspace.id} what="the ID" words="Copy ID" />
          {isAdmin && (
            <Button onPress={() => setOpen({ act: 'suspension' })}>
              {workspace.suspension ? 'Resume' : 'Suspend'}
            </Button>
          )}
          {isAdmin && (
            <Button look="primary" icon="plus" onPress={() => setOpen({ act: 'credit' })}>
              Give credit
            </Button>
          )}
        </>
      }
    >
      {workspace.suspension && (
        <Notice tone="warn" title="Suspended">
          Since <Moment at={workspace.suspension.since} />, it creates no runs:{' '}
          {workspace.suspension.reason}
        </Notice>
      )}
      {workspace.debtAmount > 0 && (
        <Notice tone={detail.debtStopsRuns ? 'bad' : 'warn'} title="In debt">
          It owes <Money amount={workspace.debtAmount} look="exact" /> for payments that were
          returned after their credit was spent
          {detail.debtStopsRuns
            ? ', and creates no runs until that is paid.'
            : '. Its runs are not stopped.'}
        </Notice>
      )}
      <Tiles>
        <Tile
          name="Available"
          note={
            <>
              <Money amount={workspace.heldAmount} /> held
            </>
          }
        >
          <MoneyFigure amount={workspace.availableAmount} look="balance" what="Available" />
        </Tile>
        <Tile
          name="Spend, 30 days"
          note={
            <>
              <Money amount={day.chargedAmount} /> in 24 hours
            </>
          }
        >
          <MoneyFigure amount={month.chargedAmount} what="Spend of 30 days" />
        </Tile>
        <Tile
          name="Margin, 30 days"
          note={
            <>
              <Money amount={month.lostAmount} /> lost
            </>
          }
        >
          <Margin amount={month.marginAmount} />
        </Tile>
        <Tile
          name="Failed, 24 hours"
          note={
            day.runs === 0
              ? 'No runs'
              : `${formatCount(day.failedRuns)} of ${formatCount(day.runs)} runs`
          }
        >
          {formatShare(day.failedRuns, day.runs)}
        </Tile>
      </Tiles>
      <div className="columns">
        <div className="stack">
          <Sums day={day} month={month} />
          <Kinds detail={detail} />
          <Quotas
            detail={detail}
            onChange={isAdmin ? (quota) => setOpen({ act: 'quota', quota }) : undefined}
          />
        </div>
        <div className="stack">
          <Account detail={detail} />
          <Payments payments={detail.payments} />
          <Acts acts={detail.acts} />
        </div>
      </div>
      {open?.act === 'credit' && <GiveCredit {...{ detail }} onClose={close} />}
      {open?.act === 'suspension' && <ChangeSuspension {...{ detail }} onClose={close} />}
      {open?.act === 'quota' && <SetQuota {...{ detail }} quota={open.quota} onClose={close} />}
    </Page>
  );
}

/** The dialog that is open. */
type Open =
  | { act: 'credit' | 'suspension' }
  | { act: 'quota'; quota: WorkspaceDetail['quotas'][number] };

function Sums({ day, month }: { day: WorkspaceSums; month: WorkspaceSums }) {
  const decimals = new Map([
    [day, useDecimals(amountsOf(day))],
    [month, useDecimals(amountsOf(month))],
  ]);
  const cellOf = (sums: WorkspaceSums, { of, sign }: MoneyLine) => {
    const shown = { amount: of(sums), decimals: decimals.get(sums)! };
    if (shown.amount < 0) return <Margin {...shown} />;
    return <Money {...shown} {...(sign && shown.amount > 0 && { sign })} />;
  };
  return (
    <Card
      title="Money"
      about="Runs count by when they were created, everything else by when it was booked."
      isFlush
    >
      <DataTable
        label="Money"
        rows={MONEY_LINES}
        sums={[{ name: 'Margin', of: ({ marginAmount }) => marginAmount }]}
        keyOf={({ name }) => name}
        numbers={['24 hours', '30 days']}
        columns={{
          What: ({ name }) => name,
          '24 hours': (line) => cellOf(day, line),
          '30 days': (line) => cellOf(month, line),
        }}
      />
    </Card>
  );
}

interface MoneyLine {
  name: string;
  of: (sums: WorkspaceSums) => number;
  sign?: '−';
}

const MONEY_LINES: MoneyLine[] = [
  { name: 'Charged for runs', of: ({ chargedAmount }) => chargedAmount },
  { name: 'To providers', of: ({ providerAmount }) => providerAmount, sign: '−' },
  { name: 'Stored bytes', of: ({ storageAmount }) => storageAmount },
  { name: 'Lost', of: ({ lostAmount }) => lostAmount, sign: '−' },
  { name: 'Paid by card', of: ({ paidAmount }) => paidAmount },
  { name: 'Credit given', of: ({ toppedUpAmount }) => toppedUpAmount },
];

const amountsOf = ({ chargedAmount, providerAmount, storageAmount, ...sums }: WorkspaceSums) => [
  ...[chargedAmount, providerAmount, storageAmount],
  ...[sums.lostAmount, sums.paidAmount, sums.toppedUpAmount, sums.marginAmount],
];

function Kinds({ detail: { kinds, failures } }: { detail: WorkspaceDetail }) {
  const decimals = useDecimals(kinds.map(({ chargedAmount }) => chargedAmount));
  return (
    <Card title="Runs of the last 24 hours" isFlush>
      {kinds.length === 0 ? (
        <Empty icon="runs" title="No runs">
          Nothing ran in the last 24 hours.
        </Empty>
      ) : (
        <DataTable
          label="Runs by kind"
          rows={kinds}
          keyOf={({ kind }) => kind}
          numbers={['Runs', 'Failed', 'Charged']}
          columns={{
            Kind: ({ kind }) => titleOfKind(kind),
            Runs: ({ runs }) => formatCount(runs),
            Failed: ({ failedRuns, runs }) => formatShare(failedRuns, runs),
            Charged: ({ chargedAmount }) => <Money amount={chargedAmount} decimals={decimals} />,
          }}
        />
      )}
      {failures.length > 0 && (
        <DataTable
          label="Reasons of failures"
          look="slim"
          rows={failures}
          keyOf={({ code }) => code}
          numbers={['Runs']}
          columns={{
            'Why runs failed': ({ code }) => <code>{code}</code>,
            Runs: ({ runs }) => formatCount(runs),
          }}
        />
      )}
    </Card>
  );
}

interface QuotasProps {
  detail: WorkspaceDetail;
  /** Absent for those who may not change them. */
  onChange: ((quota: WorkspaceDetail['quotas'][number]) => void) | undefined;
}

function Quotas({ detail: { quotas }, onChange }: QuotasProps) {
  return (
    <Card
      title="Limits"
      about="What this workspace may store, send in a day, and use at once."
      isFlush
    >
      <DataTable
        label="Limits"
        look="slim"
        rows={quotas}
        keyOf={({ quota }) => quota}
        numbers={['Used', 'Share']}
        classes={{ Share: 'limit-share' }}
        columns={{
          Limit: ({ quota }) => wordsOfQuota(quota).name,
          Used: formatQuotaUse,
          Share: ({ used, limit }) => formatShare(used, limit),
        }}
        actions={
          onChange &&
          ((quota) => (
            <Button
              small
              look="quiet"
              label={`Change the limit: ${wordsOfQuota(quota.quota).name}`}
              icon="settings"
              onPress={() => onChange(quota)}
            />
          ))
        }
      />
    </Card>
  );
}

function Account({ detail }: { detail: WorkspaceDetail }) {
  const { workspace, walletAmount, keyCreditAmount, spentAmount, pendingRuns, keys, people } =
    detail;
  return (
    <Card title="Account">
      <Facts>
        <Fact name="Wallet">
          <Money amount={walletAmount} look="balance" />
        </Fact>
        <Fact name="Credit of keys">
          <Money amount={keyCreditAmount} look="balance" />
        </Fact>
        <Fact name="Owes">
          {workspace.debtAmount > 0 ? (
            <span className="margin-bad">
              <Money amount={workspace.debtAmount} />
            </span>
          ) : (
            'Nothing'
          )}
        </Fact>
        <Fact name="Spent so far">
          <Money amount={spentAmount} />
        </Fact>
        <Fact name="Runs under way">{formatCount(pendingRuns)}</Fact>
        <Fact name="Keys">
          {formatCount(keys.active)} active, {formatCount(keys.ended)} ended
        </Fact>
        <Fact name="People">
          {formatCount(people.members)}, of them {formatCount(people.owners)}{' '}
          {people.owners === 1 ? 'owner' : 'owners'}; {formatCount(people.withSecondFactor)} with a
          second factor
        </Fact>
      </Facts>
    </Card>
  );
}

function Payments({ payments }: { payments: WorkspacePayment[] }) {
  return (
    <Card title="Newest payments" isFlush>
      {payments.length === 0 ? (
        <Empty icon="wallet" title="No payments">
          This workspace has never paid by card.
        </Empty>
      ) : (
        <DataTable
          label="Payments"
          look="slim"
          rows={payments}
          keyOf={({ id }) => id}
          numbers={['Amount']}
          columns={{
            Payment: ({ createdAt }) => <Moment at={createdAt} />,
            State: (payment) => <PaymentBadge payment={payment} />,
            Amount: ({ amount }) => <Money amount={amount} />,
          }}
        />
      )}
    </Card>
  );
}
