/** The cost and the duration of the runs of each version. */
import { Link } from 'wouter';
import { type PromptVersionUsage, usePromptUsage } from '../../api/index.ts';
import { formatCount } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Card, DataTable, Listing, useDecimals } from '../../parts/index.ts';
import { usageTable } from '../usage/columns.tsx';

export function PromptUsage({ name }: { name: string }) {
  const { workspaceId } = useHere();
  const usage = usePromptUsage(workspaceId, name);
  return (
    <Card
      title="Usage by version"
      about="Model runs attributed to this prompt in the last 30 days."
      isFlush
    >
      <Listing
        list={usage}
        rows={usage.data?.versions}
        what="the usage"
        bones={3}
        empty={
          <p className="card-note muted">
            No runs yet. When you render a prompt, send the returned <code>attribution</code> with
            your run.
          </p>
        }
      >
        {(versions) => <UsageTable name={name} versions={versions} />}
      </Listing>
    </Card>
  );
}

function UsageTable({ name, versions }: { name: string; versions: PromptVersionUsage[] }) {
  const { to } = useHere();
  const runsOf = (version: string | undefined) =>
    `${to('runs')}?${new URLSearchParams({ prompt: name, ...(version !== undefined && { version }) })}`;
  const amounts = versions.map(({ chargedAmount }) => chargedAmount);
  const { columns, ...table } = usageTable(useDecimals(amounts));
  return (
    <DataTable
      label="Usage by version"
      {...table}
      rows={versions}
      keyOf={({ version = '' }) => version}
      columns={{
        Version: ({ version = <span className="faint">not set</span> }) => version,
        ...columns,
        Runs: ({ version, runs }) => (
          <Link href={runsOf(version)} title="See these runs">
            {formatCount(runs)}
            <span className="sr-only"> runs of version {version ?? 'not set'}</span>
          </Link>
        ),
      }}
    />
  );
}
