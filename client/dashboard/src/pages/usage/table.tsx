/** The table of groups: tokens, cost and duration. */
import { Link } from 'wouter';
import type { Usage, UsageTotal } from '../../api/index.ts';
import { nameOf, Swatch, seriesOf } from '../../charts/index.ts';
import type { UsageView } from '../../filters/index.ts';
import {
  decimalOf,
  decimalsOf,
  formatCount,
  formatDuration,
  formatShare,
  toCsv,
} from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  Button,
  Card,
  download,
  Few,
  FoldingRow,
  Money,
  Table,
  useUnit,
} from '../../parts/index.ts';
import { labelOfGroup } from './filters.tsx';
import { openedBy } from './runs-of.ts';

interface UsageTableProps {
  usage: Usage;
  view: UsageView;
}

export function UsageTable({ usage, view }: UsageTableProps) {
  const { groupBy } = view;
  const unit = useUnit();
  const { groups } = seriesOf(usage, ({ runs }) => runs, groupBy);
  const decimals = decimalsOf(
    usage.totals.map(({ chargedAmount }) => chargedAmount),
    unit,
  );
  function save() {
    const rows = usage.totals.map((total) => [
      ...[nameOf(total, groupBy), total.runs, total.completed, total.failed, total.pending],
      ...[total.promptTokens, total.completionTokens, total.chargedAmount],
      ...[decimalOf(total.chargedAmount, unit.scale), unit.currency],
      ...[total.latencyMs?.p50, total.latencyMs?.p95, total.latencyMs?.p99],
      total.errors.map(({ code, count }) => `${code} ${count}`).join('; '),
    ]);
    download(`usage-by-${groupBy}.csv`, toCsv(HEAD, rows));
  }
  return (
    <Card
      title={groupBy === 'none' ? 'In numbers' : labelOfGroup(groupBy)}
      isFlush
      actions={
        <Button small icon="download" onPress={save}>
          CSV
        </Button>
      }
    >
      <Few rows={groups.map((group, index) => ({ ...group, index }))} few={8}>
        {(shown) => (
          <Table label="Usage by group" look="figures">
            <thead>
              <tr>
                <th scope="col">Group</th>
                {COLUMNS.map(([name, leaves]) => (
                  <th key={name} scope="col" className={`number ${leaves}`}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map(({ index, ...group }) => (
                <FoldingRow key={group.id} what={nameOf(group.total, groupBy)}>
                  <th scope="row">
                    <span className="with-swatch">
                      <Swatch group={group} index={index} />
                      <Name total={group.total} usage={usage} view={view} />
                    </span>
                  </th>
                  <Cells total={group.total} decimals={decimals} />
                </FoldingRow>
              ))}
            </tbody>
          </Table>
        )}
      </Few>
    </Card>
  );
}

function Cells({ total, decimals }: { total: UsageTotal; decimals: number }) {
  const { latencyMs } = total;
  const ms = (value: number | undefined) => (value === undefined ? '–' : formatDuration(value));
  return (
    <>
      <td data-label="Runs" className="number">
        {formatCount(total.runs)}
      </td>
      <td data-label="Failed" className="number">
        {total.failed > 0 ? (
          <span className="bad">
            {formatCount(total.failed)} ({formatShare(total.failed, total.runs)})
          </span>
        ) : (
          '0'
        )}
      </td>
      <td data-label="Tokens in" className="number second-to-go fold">
        {formatCount(total.promptTokens)}
      </td>
      <td data-label="Tokens out" className="number second-to-go fold">
        {formatCount(total.completionTokens)}
      </td>
      <td data-label="p50" className="number first-to-go fold">
        {ms(latencyMs?.p50)}
      </td>
      <td data-label="p95" className="number third-to-go fold">
        {ms(latencyMs?.p95)}
      </td>
      <td data-label="p99" className="number first-to-go fold">
        {ms(latencyMs?.p99)}
      </td>
      <td data-label="Cost" className="number">
        <Money amount={total.chargedAmount} decimals={decimals} />
      </td>
    </>
  );
}

/** Links to what the group counts. */
function Name({ total, usage, view }: { total: UsageTotal; usage: Usage; view: UsageView }) {
  const { groupBy } = view;
  const { to } = useHere();
  const name = nameOf(total, groupBy);
  if (groupBy === 'none') return <span>All runs</span>;
  const link = total.isRest === true ? undefined : openedBy(view, total, usage);
  if (link === undefined) return <span className="faint">{name}</span>;
  return (
    <Link href={to(link)} className="clip" title={name}>
      {name}
    </Link>
  );
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

const HEAD = [
  ...['group', 'runs', 'completed', 'failed', 'pending', 'prompt tokens', 'completion tokens'],
  ...['units', 'cost', 'currency', 'p50 ms', 'p95 ms', 'p99 ms', 'errors'],
];
