/** All workspaces of the deployment, with their money and what they did in the last 30 days. */
import { Link, useSearchParams } from 'wouter';
import { allRows } from '../../api/index.ts';
import { useWorkspaces, type Workspace } from '../../api/operator.ts';
import { formatCount, formatShare } from '../../format/index.ts';
import {
  Badge,
  Card,
  DataTable,
  Empty,
  Listing,
  Moment,
  Money,
  Page,
  TextFilter,
  useDecimals,
} from '../../parts/index.ts';

export function WorkspacesPage({ title }: { title: string }) {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const workspaces = useWorkspaces(search);
  return (
    <Page
      title={title}
      about="Every workspace of this deployment, newest first. Spend and margin are of the last 30 days."
    >
      <search className="filters">
        <TextFilter
          label="Name or ID"
          placeholder="Name or ID"
          value={search}
          onChange={(text) => setParams(text === '' ? {} : { search: text }, { replace: true })}
        />
      </search>
      <Listing
        list={workspaces}
        rows={allRows(workspaces.data)}
        what="the workspaces"
        bones={8}
        empty={
          search === '' ? (
            <Empty icon="members" title="No workspaces yet">
              Make the first one on the command line: <code>workspaces create</code>.
            </Empty>
          ) : (
            <Empty icon="search" title="No workspace matches">
              No name contains “{search}”, and no workspace has this ID.
            </Empty>
          )
        }
      >
        {(rows) => (
          <Card isFlush>
            <WorkspaceTable workspaces={rows} />
          </Card>
        )}
      </Listing>
    </Page>
  );
}

function WorkspaceTable({ workspaces }: { workspaces: Workspace[] }) {
  const sums = workspaces.map(({ last30Days }) => last30Days);
  const decimals = {
    spend: useDecimals(sums.map(({ chargedAmount }) => chargedAmount)),
    margin: useDecimals(sums.map(({ marginAmount }) => marginAmount)),
    paid: useDecimals(sums.map(({ paidAmount }) => paidAmount)),
  };
  return (
    <DataTable
      label="Workspaces"
      rows={workspaces}
      keyOf={({ id }) => id}
      numbers={['Available', 'Spend', 'Margin', 'Paid', 'Runs', 'Failed']}
      columns={{
        Workspace: ({ id, name, suspension, createdAt }) => (
          <>
            <Link href={`/workspaces/${id}`}>{name}</Link>{' '}
            {suspension && <Badge tone="warn">Suspended</Badge>}
            <span className="row-note">
              Since <Moment at={createdAt} />
            </span>
          </>
        ),
        Available: ({ availableAmount, debtAmount }) => (
          <div>
            <Money amount={availableAmount} look="balance" />
            {debtAmount > 0 && (
              <span className="row-note margin-bad">
                owes <Money amount={debtAmount} />
              </span>
            )}
          </div>
        ),
        Spend: ({ last30Days: { chargedAmount } }) => (
          <Money amount={chargedAmount} decimals={decimals.spend} />
        ),
        Margin: ({ last30Days: { marginAmount } }) => (
          <Margin amount={marginAmount} decimals={decimals.margin} />
        ),
        Paid: ({ last30Days: { paidAmount } }) => (
          <Money amount={paidAmount} decimals={decimals.paid} />
        ),
        Runs: ({ last30Days: { runs } }) => formatCount(runs),
        Failed: ({ last30Days: { failedRuns, runs } }) => formatShare(failedRuns, runs),
      }}
    />
  );
}

interface MarginProps {
  amount: number;
  /** Of its column. */
  decimals?: number;
}

export function Margin({ amount, decimals }: MarginProps) {
  return (
    <span className={amount < 0 ? 'margin-bad' : undefined}>
      <Money amount={amount} {...(decimals !== undefined && { decimals })} />
    </span>
  );
}
