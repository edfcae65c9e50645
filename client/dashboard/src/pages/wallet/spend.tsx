/** The spending by day, and within a day by model, tool or key. The table has the numbers of the chart. */
import type { Usage, UsageTotal, useUsage } from '../../api/index.ts';
import { COLORS, foldSeries, Stack, Swatch, seriesOf } from '../../charts/index.ts';
import { intervalFor, type Range, type UsageView } from '../../filters/index.ts';
import {
  decimalOf,
  decimalsOf,
  formatBucket,
  formatMoney,
  formatMoneyShort,
  formatShare,
  toCsv,
} from '../../format/index.ts';
import {
  Button,
  Card,
  download,
  Empty,
  Failure,
  Money,
  Segments,
  Skeleton,
  Table,
  useUnit,
  useZone,
} from '../../parts/index.ts';

export type Group = 'none' | 'model' | 'tool' | 'key';

interface SpendProps {
  usage: ReturnType<typeof useUsage>;
  range: Range;
  groupBy: Group;
  onRange: (range: Range) => void;
  onGroupBy: (groupBy: Group) => void;
}

export function Spend({ usage, range, groupBy, onRange, onGroupBy }: SpendProps) {
  const unit = useUnit();
  const series = usage.data && seriesOf(usage.data, ({ chargedAmount }) => chargedAmount, groupBy);
  const total = usage.data ? totalOf(usage.data) : 0;

  function save() {
    if (!series) return;
    const rows = series.rows.flatMap(({ start, values }) =>
      series.groups
        .filter(({ id }) => (values[id] ?? 0) > 0)
        .map(({ id, name }) => {
          const amount = values[id] ?? 0;
          return [start, name, amount, decimalOf(amount, unit.scale), unit.currency];
        }),
    );
    const head = ['start', groupBy === 'none' ? 'all' : groupBy, 'units', 'amount', 'currency'];
    download(`spend-by-${groupBy}-${range}.csv`, toCsv(head, rows));
  }
  return (
    <Card
      title="Spend"
      about="By creation date of the run. Fees included."
      actions={
        <>
          <Segments label="Range" options={RANGE_OPTIONS} value={range} onChange={onRange} />
          <Segments label="Split by" options={GROUP_OPTIONS} value={groupBy} onChange={onGroupBy} />
          <Button small icon="download" isDisabled={total === 0} onPress={save}>
            CSV
          </Button>
        </>
      }
    >
      {usage.data && series ? (
        total === 0 ? (
          <Empty icon="wallet" title="Nothing spent in this period">
            Costs show up here as soon as a run completes.
          </Empty>
        ) : (
          <div className="chart-and-table">
            <Stack
              series={foldSeries(series, COLORS)}
              interval={usage.data.interval}
              format={(value) => formatMoney(value, unit)}
              formatShort={(value, step) => formatMoneyShort(value, unit, step)}
            />
            {groupBy === 'none' ? (
              <ByTime rows={series.rows} interval={usage.data.interval} />
            ) : (
              <ByGroup totals={usage.data.totals} total={total} series={series} />
            )}
          </div>
        )
      ) : usage.error ? (
        <Failure error={usage.error} onRetry={() => void usage.refetch()} />
      ) : (
        <Skeleton rows={5} label="Loading what was spent" />
      )}
    </Card>
  );
}

export function spendView(range: Range, groupBy: Group): UsageView {
  return { range, groupBy, kind: '', interval: intervalFor(range, 'day'), measure: 'cost' };
}

/** The charges of all accounts in the range. */
export function totalOf({ totals }: Usage): number {
  return totals.reduce((sum, { chargedAmount }) => sum + chargedAmount, 0);
}

interface ByGroupProps {
  totals: UsageTotal[];
  total: number;
  series: ReturnType<typeof seriesOf>;
}

function ByGroup({ totals, total, series }: ByGroupProps) {
  const decimals = useDecimals(totals.map(({ chargedAmount }) => chargedAmount).concat(total));
  return (
    <Table label="Spend by group" look="slim">
      <thead>
        <tr>
          <th scope="col">Group</th>
          <th scope="col" className="number">
            Spent
          </th>
          <th scope="col" className="number share">
            Share
          </th>
        </tr>
      </thead>
      <tbody>
        {totals.map((one, index) => (
          <tr key={series.groups[index]!.id}>
            <th scope="row">
              <span className="with-swatch">
                <Swatch group={series.groups[index]!} index={index} />
                <span className="clip" title={series.groups[index]!.name}>
                  {series.groups[index]!.name}
                </span>
              </span>
            </th>
            <td className="number">
              <Money amount={one.chargedAmount} decimals={decimals} />
            </td>
            <td className="number share">{formatShare(one.chargedAmount, total)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">All</th>
          <td className="number">
            <Money amount={total} decimals={decimals} />
          </td>
          <td className="share" />
        </tr>
      </tfoot>
    </Table>
  );
}

interface ByTimeProps {
  rows: ReturnType<typeof seriesOf>['rows'];
  interval: 'hour' | 'day';
}

function ByTime({ rows, interval }: ByTimeProps) {
  const spent = rows
    .map(({ start, values }) => ({
      start,
      amount: Object.values(values).reduce((sum, value) => sum + value, 0),
    }))
    .filter(({ amount }) => amount > 0)
    .reverse();
  const decimals = useDecimals(spent.map(({ amount }) => amount));
  const zone = useZone();
  return (
    <Table label="Spend by time" look="slim">
      <thead>
        <tr>
          <th scope="col">{interval === 'day' ? 'Day' : 'Hour'}</th>
          <th scope="col" className="number">
            Spent
          </th>
        </tr>
      </thead>
      <tbody>
        {spent.map(({ start, amount }) => (
          <tr key={start}>
            <th scope="row">{formatBucket(start, interval, zone)}</th>
            <td className="number">
              <Money amount={amount} decimals={decimals} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function useDecimals(amounts: number[]): number {
  return decimalsOf(amounts, useUnit());
}

export const RANGE_WORDS: Record<Range, string> = {
  '1d': '24 h',
  '7d': '7 days',
  '14d': '14 days',
  '30d': '30 days',
  '90d': '90 days',
  custom: 'this time',
};

const RANGE_OPTIONS = (['1d', '7d', '30d', '90d'] as const).map((value) => ({
  value,
  label: RANGE_WORDS[value],
}));

const GROUP_OPTIONS: { value: Group; label: string }[] = [
  { value: 'none', label: 'Day' },
  { value: 'model', label: 'Model' },
  { value: 'tool', label: 'Tool' },
  { value: 'key', label: 'Key' },
];
