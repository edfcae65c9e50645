/** The child runs of a run, if there are any: runs of each kind that name it as their parent. */
import { Link } from 'wouter';
import { type ChildKind, KINDS, RUN_KINDS, subjectOf, useChildRuns } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { RunLink } from '../../frame/run-link.tsx';
import { Ago, Card, DataTable, EndingBadge, useDecimals } from '../../parts/index.ts';
import { VIEWS } from './kinds.tsx';
import { Cost, costOf } from './row.tsx';

const CHILD_KINDS = RUN_KINDS.filter(
  (kind): kind is ChildKind => VIEWS[kind].requested !== undefined,
);

export function ChildRuns({ parentRunId }: { parentRunId: string }) {
  return CHILD_KINDS.map((kind) => <Children key={kind} {...{ kind, parentRunId }} />);
}

function Children({ kind, parentRunId }: { kind: ChildKind; parentRunId: string }) {
  const { workspaceId, to } = useHere();
  const page = useChildRuns(kind, workspaceId, parentRunId);
  const { title } = KINDS[kind];
  const { what, about } = VIEWS[kind].requested!;
  const decimals = useDecimals((page?.data ?? []).map(costOf));
  if (!page || page.data.length === 0) return null;
  return (
    <Card title={title} about={`${what} requested by this run, newest first.`} isFlush>
      <DataTable
        label={title}
        rows={page.data}
        keyOf={({ id }) => id}
        numbers={['Cost']}
        columns={{
          Run: (run) => (
            <>
              <RunLink id={run.id} isShort />
              <span className="row-note">
                <Link href={to(about(subjectOf(run)))}>{subjectOf(run)}</Link>
              </span>
              {run.parent?.toolCallId !== undefined && (
                <span className="row-note">for {run.parent.toolCallId}</span>
              )}
            </>
          ),
          State: (run) => (
            <span>
              <EndingBadge run={run} />
              {run.errorCode !== undefined && <span className="row-note">{run.errorCode}</span>}
            </span>
          ),
          Created: ({ createdAt }) => <Ago at={createdAt} />,
          Cost: (run) => <Cost run={run} decimals={decimals} />,
        }}
      />
      {page.nextCursor !== null && <p className="more hint">Showing the newest 20.</p>}
    </Card>
  );
}
