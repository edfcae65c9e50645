/** The cost and the duration of the runs of each version. */
import { Link } from 'wouter';
import { type PromptVersionUsage, usePromptUsage } from '../../api/index.ts';
import { decimalsOf, formatCount, formatDuration } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Card, Failure, Money, Skeleton, Table, useUnit } from '../../parts/index.ts';

export function PromptUsage({ name }: { name: string }) {
  const { workspaceId } = useHere();
  const usage = usePromptUsage(workspaceId, name);
  const versions = usage.data?.versions;
  return (
    <Card
      title="Usage by version"
      about="Model runs attributed to this prompt in the last 30 days."
      isFlush
    >
      {versions ? (
        versions.length === 0 ? (
          <p className="card-note muted">
            No runs yet. When you render a prompt, send the returned <code>attribution</code> with
            your run.
          </p>
        ) : (
          <UsageTable name={name} versions={versions} />
        )
      ) : usage.error ? (
        <Failure error={usage.error} onRetry={() => void usage.refetch()} />
      ) : (
        <Skeleton rows={3} label="Loading the usage" />
      )}
    </Card>
  );
}

function UsageTable({ name, versions }: { name: string; versions: PromptVersionUsage[] }) {
  const { to } = useHere();
  const runsOf = (version: string | undefined) =>
    `${to('runs')}?${new URLSearchParams({ prompt: name, ...(version !== undefined && { version }) })}`;
  const unit = useUnit();
  const amounts = versions.map(({ chargedAmount }) => chargedAmount);
  const decimals = decimalsOf(amounts, unit);
  return (
    <Table label="Usage by version" look="figures">
      <thead>
        <tr>
          <th scope="col">Version</th>
          {COLUMNS.map(([name, leaves]) => (
            <th key={name} scope="col" className={`number ${leaves}`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {versions.map((each) => (
          <tr key={each.version ?? ''}>
            <th scope="row">{each.version ?? <span className="faint">not set</span>}</th>
            {cellsOf(each).map((text, i) => (
              <td
                key={COLUMNS[i]![0]}
                data-label={COLUMNS[i]![0]}
                className={`number ${COLUMNS[i]![1]}`}
              >
                {i === 0 ? (
                  <Link href={runsOf(each.version)} title="See these runs">
                    {text}
                    <span className="sr-only"> runs of version {each.version ?? 'not set'}</span>
                  </Link>
                ) : (
                  text
                )}
              </td>
            ))}
            <td data-label="Cost" className="number">
              <Money amount={each.chargedAmount} decimals={decimals} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** The cells of a row, except the cost, which is the last. */
function cellsOf(usage: PromptVersionUsage): string[] {
  const { latencyMs } = usage;
  const counts = [usage.runs, usage.failed, usage.promptTokens, usage.completionTokens];
  const times = [latencyMs?.p50, latencyMs?.p95, latencyMs?.p99];
  return [
    ...counts.map(formatCount),
    ...times.map((ms) => (ms === undefined ? '–' : formatDuration(ms))),
  ];
}

/** The columns, each with the class that hides it in less room. */
const COLUMNS = [
  ['Runs', ''],
  ['Failed', ''],
  ['Tokens in', 'second-to-go'],
  ['Tokens out', 'second-to-go'],
  ['p50', 'first-to-go'],
  ['p95', 'third-to-go'],
  ['p99', 'first-to-go'],
  ['Cost', ''],
] as const;
