/**
 * Stacked bars over time, or lines. The library comes when the first chart does. The picture is for the eye: the table
 * beside every chart says the same in numbers, so the picture is hidden from screen readers.
 */
import { Bar, CartesianGrid, ComposedChart, Line, Tooltip, XAxis, YAxis } from 'recharts';
import { formatBucket } from '../format/index.ts';
import type { SeriesRow as Row, SeriesGroup, StackProps } from './series.ts';
import { colorOf, Swatch } from './swatch.tsx';
import { useWidth } from './width.ts';

export function Chart(props: StackProps) {
  const { series, interval, formatShort, height = 240 } = props;
  const [place, width] = useWidth();
  return (
    <div className="chart" ref={place} aria-hidden="true">
      {width > 0 && (
        <ComposedChart
          width={width}
          height={height}
          data={series.rows}
          margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="start"
            tickFormatter={(start: string) => formatBucket(start, interval)}
            tickLine={false}
            axisLine={{ stroke: 'var(--line-strong)' }}
            minTickGap={28}
            height={24}
          />
          <YAxis
            tickFormatter={(value: number) => formatShort(value)}
            tickLine={false}
            axisLine={false}
            width="auto"
            tickCount={4}
            allowDecimals={false}
          />
          <Tooltip
            cursor={{ fill: 'var(--hover)' }}
            isAnimationActive={false}
            content={({ active, label }) => {
              const row = series.rows.find(({ start }) => start === label);
              return active && row ? <Tip {...props} row={row} /> : null;
            }}
          />
          {series.groups.map((group, index) => drawGroup(props, group, index))}
        </ComposedChart>
      )}
    </div>
  );
}

/** What the pointer is over, in numbers. Groups that have nothing there are left out. */
function Tip({ row, series: { groups }, interval, format }: StackProps & { row: Row }) {
  const isSplit = groups.length > 1;
  return (
    <div className="chart-tip">
      <strong>{formatBucket(row.start, interval)} UTC</strong>
      {groups.map((group, index) => {
        const value = row.values[group.id] ?? 0;
        if (value === 0 && isSplit) return null;
        return (
          <span key={group.id}>
            <Swatch group={group} index={index} />
            <span className="clip">{isSplit ? group.name : 'Total'}</span>
            <b>{format(value)}</b>
          </span>
        );
      })}
    </div>
  );
}

/** A bar for each bucket, or a line through them. */
function drawGroup({ shape = 'bars' }: StackProps, group: SeriesGroup, index: number) {
  const color = colorOf(group, index);
  const moves = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const common = { name: group.name, isAnimationActive: moves, animationDuration: 250 };
  if (shape === 'bars') {
    return (
      <Bar
        {...common}
        key={group.id}
        dataKey={(row: Row) => row.values[group.id] ?? 0}
        stackId="all"
        fill={color}
        maxBarSize={36}
      />
    );
  }
  return (
    <Line
      {...common}
      key={group.id}
      dataKey={(row: Row) => row.values[group.id] ?? null}
      stroke={color}
      strokeWidth={2}
      dot={{ r: 3.5, fill: color, strokeWidth: 0 }}
      connectNulls
    />
  );
}
