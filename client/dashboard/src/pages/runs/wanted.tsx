/** The tool runs that a run wanted, where there are any: they name it as their parent. */
import { Link } from 'wouter';
import { useWantedRuns } from '../../api/index.ts';
import { placesOf } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { RunLink } from '../../frame/run-link.tsx';
import { Ago, Card, RunBadge, Table, useUnit } from '../../parts/index.ts';
import { Cost, costOf } from './row.tsx';

export function Wanted({ parentRunId }: { parentRunId: string }) {
  const { workspaceId, to } = useHere();
  const unit = useUnit();
  const { data: page } = useWantedRuns(workspaceId, parentRunId);
  if (!page || page.data.length === 0) return null;
  const places = placesOf(page.data.map(costOf), unit, 'run');
  return (
    <Card title="Tool runs" about="Calls that this run wanted, newest first." isFlush>
      <Table label="Tool runs">
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col">State</th>
            <th scope="col">Created</th>
            <th scope="col" className="number">
              Cost
            </th>
          </tr>
        </thead>
        <tbody>
          {page.data.map((run) => (
            <tr key={run.id}>
              <th scope="row">
                <RunLink id={run.id} isShort />
                <span className="row-note">
                  <Link href={`${to('tools')}?${new URLSearchParams({ search: run.tool })}`}>
                    {run.tool}
                  </Link>
                </span>
                {run.parent?.toolCallId !== undefined && (
                  <span className="row-note">for {run.parent.toolCallId}</span>
                )}
              </th>
              <td data-label="State">
                <span>
                  <RunBadge state={run.state} />
                  {run.errorCode !== undefined && <span className="row-note">{run.errorCode}</span>}
                </span>
              </td>
              <td data-label="Created">
                <Ago at={run.createdAt} />
              </td>
              <td data-label="Cost" className="number">
                <Cost run={run} places={places} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {page.nextCursor !== null && <p className="more hint">The newest 20 are shown.</p>}
    </Card>
  );
}
