/** The newest model runs, in a few columns. */
import { Link } from 'wouter';
import { type RunSummary, useKeyNames } from '../../api/index.ts';
import { decimalsOf, formatDuration } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { RunLink } from '../../frame/run-link.tsx';
import { Ago, Card, Empty, RunBadge, Table, useUnit } from '../../parts/index.ts';
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
  const decimals = decimalsOf(runs.map(costOf), useUnit());
  return (
    <Card title="Latest model runs" isFlush actions={<Link href={all}>All runs</Link>}>
      {runs.length === 0 ? (
        <Empty icon="runs" title="No model runs yet">
          Runs that your programs create show up here.
        </Empty>
      ) : (
        <Table label="Latest model runs" look="latest">
          <thead>
            <tr>
              <th scope="col">Run</th>
              <th scope="col">State</th>
              <th scope="col">Model</th>
              <th scope="col" className="latest-took number">
                Duration
              </th>
              <th scope="col" className="number">
                Cost
              </th>
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => (
              <tr key={run.id}>
                <th scope="row">
                  <span className="nowrap">
                    <RunLink id={run.id} isShort />
                  </span>
                  <span className="row-note">
                    <Ago at={run.createdAt} />
                  </span>
                </th>
                <td data-label="State">
                  <RunBadge state={run.state} />
                </td>
                <td data-label="Model" className="latest-model">
                  <span className="clip" title={run.model}>
                    {run.model}
                  </span>
                  {!isOfKey && (
                    <span className="row-note">
                      <span className="clip">{nameOfKey(run.keyId)}</span>
                    </span>
                  )}
                </td>
                <td data-label="Duration" className="latest-took number">
                  {run.durationMs === undefined ? '–' : formatDuration(run.durationMs)}
                </td>
                <td data-label="Cost" className="number">
                  <Cost run={run} decimals={decimals} />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  );
}
