/** The newest model runs, in a few columns. */
import { Link } from 'wouter';
import { type RunSummary, useKeyNames } from '../../api/index.ts';
import { formatDuration } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { RunLink } from '../../frame/run-link.tsx';
import { Ago, Card, DataTable, Empty, RunBadge, useDecimals } from '../../parts/index.ts';
import { Cost, costOf } from './row.tsx';
import './latest.css';

interface LatestRunsProps {
  runs: RunSummary[];
  /** The address of the list of all runs. */
  all: string;
  /** Whether the page is that of a key; then the table does not show the key. */
  isOfKey?: boolean;
}

export function LatestRuns({ runs, all, isOfKey = false }: LatestRunsProps) {
  const { workspaceId } = useHere();
  const nameOfKey = useKeyNames(workspaceId);
  const decimals = useDecimals(runs.map(costOf));
  return (
    <Card title="Latest model runs" isFlush actions={<Link href={all}>All runs</Link>}>
      {runs.length === 0 ? (
        <Empty icon="runs" title="No model runs yet">
          Runs that your programs create show up here.
        </Empty>
      ) : (
        <DataTable
          label="Latest model runs"
          look="latest"
          rows={runs}
          keyOf={({ id }) => id}
          numbers={['Duration', 'Cost']}
          classes={{ Model: 'latest-model', Duration: 'latest-took' }}
          columns={{
            Run: ({ id, createdAt }) => (
              <>
                <span className="nowrap">
                  <RunLink id={id} isShort />
                </span>
                <span className="row-note">
                  <Ago at={createdAt} />
                </span>
              </>
            ),
            State: ({ state }) => <RunBadge state={state} />,
            Model: ({ model, keyId }) => (
              <>
                <span className="clip" title={model}>
                  {model}
                </span>
                {!isOfKey && (
                  <span className="row-note">
                    <span className="clip">{nameOfKey(keyId)}</span>
                  </span>
                )}
              </>
            ),
            Duration: ({ durationMs }) =>
              durationMs === undefined ? undefined : formatDuration(durationMs),
            Cost: (run) => <Cost run={run} decimals={decimals} />,
          }}
        />
      )}
    </Card>
  );
}
