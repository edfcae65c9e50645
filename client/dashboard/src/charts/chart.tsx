/**
 * Stacked bars over time, or lines. The library loads with the first chart. The table next to every chart has the same
 * numbers, so the picture is hidden from screen readers.
 */
import { Bar, CartesianGrid, ComposedChart, Line, Tooltip, XAxis, YAxis } from 'recharts';
import { formatBucket } from '../format/index.ts';
import { useZone } from '../parts/index.ts';
import type { SeriesRow as Row, SeriesGroup, StackProps } from './series.ts';
import { colorOf, Swatch } from './swatch.tsx';
import { evenly, ticksOf } from './ticks.ts';
import { useWidth } from './width.ts';

/** The width of a name below a bar, and of the gap after it. */
const NAMED_BAR_PX = 80;

export function Chart(props: StackProps) {
  const { series, interval, formatShort, onPick, height = 240 } = props;
  const [ref, width] = useWidth();
  const zone = useZone();
  const ticks = ticksOf(highestOf(props));
  return (
    <div className="chart" ref={ref} aria-hidden="true">
      {width > 0 && (
        <ComposedChart
          width={width}
          height={height}
          data={series.rows}
          margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
          accessibilityLayer={false}
          {...(onPick && {
            className: 'chart-picked',
            onClick: ({ activeLabel }: { activeLabel?: unknown }) => {
              if (typeof activeLabel === 'string') onPick(activeLabel);
            },
          })}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="start"
            tickFormatter={(start: string) => formatBucket(start, interval, zone)}
            tickLine={false}
            axisLine={{ stroke: 'var(--line-strong)' }}
            ticks={evenly(
              series.rows.map(({ start }) => start),
              Math.floor(width / NAMED_BAR_PX),
            )}
            interval="preserveEnd"
            minTickGap={8}
            height={24}
          />
          <YAxis
            tickFormatter={(value: number) => formatShort(value, ticks[1] ?? 1)}
            tickLine={false}
            axisLine={false}
            width="auto"
            ticks={ticks}
            domain={[0, ticks.at(-1) ?? 1]}
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

/** The values below the pointer. Groups without a value there are omitted. */
function Tip({ row, ...props }: StackProps & { row: Row }) {
  const {
    series: { groups },
    interval,
    format,
    shape = 'bars',
  } = props;
  const isSplit = groups.length > 1;
  const zone = useZone();
  return (
    <div className="chart-tip">
      <strong>{formatBucket(row.start, interval, zone)}</strong>
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
      {isSplit && shape === 'bars' && (
        <span className="chart-tip-total">
          <span>Total</span>
          <b>{format(totalOf(row))}</b>
        </span>
      )}
      {props.pickWords !== undefined && <p className="faint">{props.pickWords}</p>}
    </div>
  );
}

function totalOf({ values }: Row): number {
  return Object.values(values).reduce((sum, value) => sum + value, 0);
}

/** The sum of stacked bars, or the highest point of lines. */
function highestOf({ series: { rows }, shape = 'bars' }: StackProps): number {
  return rows.reduce(
    (most, row) =>
      Math.max(most, shape === 'bars' ? totalOf(row) : Math.max(0, ...Object.values(row.values))),
    0,
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
