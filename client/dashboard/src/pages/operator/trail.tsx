/** What operators did: in one workspace, and in all of them. */
import { Link } from 'wouter';
import { allRows } from '../../api/index.ts';
import { type OperatorAct, useOperatorActs } from '../../api/operator.ts';
import { formatQuotaLimit, wordsOfQuota } from '../../format/index.ts';
import { Ago, Card, DataTable, Empty, Listing, Moment, Money, Page } from '../../parts/index.ts';

export function TrailPage({ title }: { title: string }) {
  const acts = useOperatorActs();
  return (
    <Page
      title={title}
      about="What operators did in this console and on the command line, and what their rules did. Nothing here can be changed."
    >
      <Listing
        list={acts}
        rows={allRows(acts.data)}
        what="the acts"
        bones={8}
        empty={
          <Empty icon="audit" title="No acts yet">
            Credit, limits, suspensions and operators show up here.
          </Empty>
        }
      >
        {(rows) => (
          <Card isFlush>
            <DataTable
              label="Acts of operators"
              rows={rows}
              keyOf={({ id }) => id}
              columns={{
                What: (act) => <What act={act} />,
                Workspace: ({ workspace }) =>
                  workspace ? (
                    <Link href={`/workspaces/${workspace.id}`}>{workspace.name}</Link>
                  ) : (
                    <span className="faint">None</span>
                  ),
                Reason: ({ reason }) => reason ?? <span className="faint">None</span>,
                By: (act) => (
                  <div>
                    <By act={act} />
                    {act.by && <span className="row-note">{act.by.email}</span>}
                  </div>
                ),
                When: ({ at }) => (
                  <div>
                    <Ago at={at} />
                    <span className="row-note">
                      <Moment at={at} />
                    </span>
                  </div>
                ),
              }}
            />
          </Card>
        )}
      </Listing>
    </Page>
  );
}

/** The newest ones, on the page of a workspace. */
export function Acts({ acts }: { acts: OperatorAct[] }) {
  return (
    <Card
      title="Acts of operators"
      about="The workspace sees what was done and why, not by whom."
      isFlush
    >
      {acts.length === 0 ? (
        <Empty icon="audit" title="No acts">
          No operator has changed anything here.
        </Empty>
      ) : (
        <DataTable
          label="Acts of operators"
          look="slim"
          rows={acts}
          keyOf={({ id }) => id}
          columns={{
            What: (act) => (
              <>
                <What act={act} />
                {act.reason !== undefined && <span className="row-note">{act.reason}</span>}
              </>
            ),
            By: (act) => (
              <>
                <By act={act} />
                <span className="row-note">
                  <Moment at={act.at} />
                </span>
              </>
            ),
          }}
        />
      )}
    </Card>
  );
}

function By({ act: { via, by } }: { act: OperatorAct }) {
  if (by) return <>{by.name}</>;
  return <span className="faint">{VIAS[via] ?? via}</span>;
}

const VIAS: Record<string, string> = {
  console: 'A former user',
  command_line: 'Command line',
  rule: 'Rule',
};

interface ActDetail {
  amount?: number;
  expiresAt?: string;
  quota?: string;
  limit?: number | null;
  role?: string;
}

function What({ act: { kind, person, detail } }: { act: OperatorAct }) {
  const { amount = 0, expiresAt, quota = '', limit, role }: ActDetail = detail;
  switch (kind) {
    case 'wallet_credited':
      return (
        <>
          <Money amount={amount} /> of credit
        </>
      );
    case 'credit_granted':
      return (
        <>
          <Money amount={amount} /> until {expiresAt !== undefined && <Moment at={expiresAt} />}
        </>
      );
    case 'grant_revoked':
      return <>Grant revoked</>;
    case 'quota_changed':
      return (
        <>
          {wordsOfQuota(quota).name}:{' '}
          {typeof limit === 'number' ? formatQuotaLimit(quota, limit) : 'the default'}
        </>
      );
    case 'workspace_suspended':
      return <>Suspended</>;
    case 'workspace_resumed':
      return <>Resumed</>;
    case 'operator_added':
      return <>{`${person?.name ?? 'A former user'} is an operator: ${role}`}</>;
    case 'operator_removed':
      return <>{`${person?.name ?? 'A former user'} is no operator`}</>;
    default:
      return <>{kind.replaceAll('_', ' ')}</>;
  }
}
