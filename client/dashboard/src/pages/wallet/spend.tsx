/** What the money went to: by day, and within the day by model or key. The table says what the chart shows. */
import { useState } from 'react';
import { type UsageTotal, useUsage } from '../../api/index.ts';
import { COLORS, foldSeries, nameOf, Stack, Swatch, seriesOf } from '../../charts/index.ts';
import { intervalFor, type Range, usageQueryOf } from '../../filters/index.ts';
import {
  decimalOf,
  formatBucket,
  formatMoney,
  formatMoneyShort,
  formatShare,
  toCsv,
} from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
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
  useNow,
  useUnit,
} from '../../parts/index.ts';

type Group = 'none' | 'model' | 'key';

export function Spend() {
  const { workspaceId } = useHere();
  const unit = useUnit();
  const [range, setRange] = useState<Range>('30d');
  const [groupBy, setGroupBy] = useState<Group>('model');
  const view = { range, groupBy, interval: intervalFor(range, 'day'), measure: 'cost' as const };
  const usage = useUsage(workspaceId, usageQueryOf(view, useNow()));
  const series = usage.data && seriesOf(usage.data, ({ chargedAmount }) => chargedAmount);
  const total = usage.data?.totals.reduce((sum, { chargedAmount }) => sum + chargedAmount, 0) ?? 0;

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
      about="By when the run was created, in UTC, fees included."
      actions={
        <>
          <Segments label="Range" options={RANGE_OPTIONS} value={range} onChange={setRange} />
          <Segments
            label="Split by"
            options={GROUP_OPTIONS}
            value={groupBy}
            onChange={setGroupBy}
          />
          <Button small icon="download" isDisabled={total === 0} onPress={save}>
            CSV
          </Button>
        </>
      }
    >
      {usage.data && series ? (
        total === 0 ? (
          <Empty icon="wallet" title="Nothing was spent in this time">
            What runs cost is shown here as soon as the first one has completed.
          </Empty>
        ) : (
          <div className="chart-and-table">
            <Stack
              series={foldSeries(series, COLORS)}
              interval={usage.data.interval}
              format={(value) => formatMoney(value, unit)}
              formatShort={(value) => formatMoneyShort(value, unit)}
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

interface ByGroupProps {
  totals: UsageTotal[];
  total: number;
  series: ReturnType<typeof seriesOf>;
}

function ByGroup({ totals, total, series }: ByGroupProps) {
  return (
    <Table label="Spend by group">
      <thead>
        <tr>
          <th scope="col">Group</th>
          <th scope="col" className="number">
            Spent
          </th>
          <th scope="col" className="number">
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
                <span className="clip" title={nameOf(one)}>
                  {nameOf(one)}
                </span>
              </span>
            </th>
            <td className="number">
              <Money amount={one.chargedAmount} isAligned />
            </td>
            <td className="number">{formatShare(one.chargedAmount, total)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">All</th>
          <td className="number">
            <Money amount={total} isAligned />
          </td>
          <td />
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
  return (
    <Table label="Spend by time">
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
            <th scope="row">{formatBucket(start, interval)}</th>
            <td className="number">
              <Money amount={amount} isAligned />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const RANGE_OPTIONS: { value: Range; label: string }[] = [
  { value: '1d', label: '24 h' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  { value: '90d', label: '90 days' },
];

const GROUP_OPTIONS: { value: Group; label: string }[] = [
  { value: 'none', label: 'Day' },
  { value: 'model', label: 'Model' },
  { value: 'key', label: 'Key' },
];
