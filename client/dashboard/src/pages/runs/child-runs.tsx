/** The child runs of a run, if there are any: tool runs and compute jobs that name it as their parent. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { type RunListRow, useChildJobs, useChildRuns } from '../../api/index.ts';
import { decimalsOf } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { RunLink } from '../../frame/run-link.tsx';
import { Ago, Card, JobBadge, RunBadge, Table, useUnit } from '../../parts/index.ts';
import { Cost, costOf } from './row.tsx';

export function ChildRuns({ parentRunId }: { parentRunId: string }) {
  const { workspaceId, to } = useHere();
  const { data: tools } = useChildRuns(workspaceId, parentRunId);
  const { data: jobs } = useChildJobs(workspaceId, parentRunId);
  return (
    <>
      <Children
        {...{ page: tools, title: 'Tool runs', what: 'Calls' }}
        subjectOf={({ tool }) => (
          <Link href={`${to('tools')}?${new URLSearchParams({ search: tool })}`}>{tool}</Link>
        )}
      />
      <Children
        {...{ page: jobs, title: 'Compute jobs', what: 'Code' }}
        subjectOf={({ environment }) => <Link href={to('environments')}>{environment}</Link>}
      />
    </>
  );
}

type Child = Exclude<RunListRow, { model: string }>;

interface ChildrenProps<Row extends Child> {
  page: { data: Row[]; nextCursor: string | null } | undefined;
  title: string;
  what: string;
  subjectOf: (row: Row) => ReactNode;
}

function Children<Row extends Child>({ page, title, what, subjectOf }: ChildrenProps<Row>) {
  const unit = useUnit();
  if (!page || page.data.length === 0) return null;
  const decimals = decimalsOf(page.data.map(costOf), unit, 'run');
  return (
    <Card title={title} about={`${what} requested by this run, newest first.`} isFlush>
      <Table label={title}>
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
                <span className="row-note">{subjectOf(run)}</span>
                {run.parent?.toolCallId !== undefined && (
                  <span className="row-note">for {run.parent.toolCallId}</span>
                )}
              </th>
              <td data-label="State">
                <span>
                  {'environment' in run ? <JobBadge job={run} /> : <RunBadge state={run.state} />}
                  {run.errorCode !== undefined && <span className="row-note">{run.errorCode}</span>}
                </span>
              </td>
              <td data-label="Created">
                <Ago at={run.createdAt} />
              </td>
              <td data-label="Cost" className="number">
                <Cost run={run} decimals={decimals} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {page.nextCursor !== null && <p className="more hint">Showing the newest 20.</p>}
    </Card>
  );
}
