/**
 * Stacked bars over time, or lines. The library comes when the first chart does. The picture is for the eye: the table
 * beside every chart says the same in numbers, so the picture is hidden from screen readers.
 */
import { Bar, CartesianGrid, ComposedChart, Line, Tooltip, XAxis, YAxis } from 'recharts';
import { formatBucket } from '../format/index.ts';
import type { SeriesRow as Row } from './series.ts';
import { colorOf, type StackProps, Swatch } from './stack.tsx';
import { useWidth } from './width.ts';

export function Chart({
  series,
  interval,
  format,
  formatShort,
  shape = 'bars',
  height = 240,
}: StackProps) {
  const [place, width] = useWidth();
  const { groups, rows } = series;
  const moves = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  return (
    <div className="chart" ref={place} aria-hidden="true">
      {width > 0 && (
        <ComposedChart
          width={width}
          height={height}
          data={rows}
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
              const row = rows.find(({ start }) => start === label);
              if (!active || !row) return null;
              return (
                <div className="chart-tip">
                  <strong>{formatBucket(row.start, interval)} UTC</strong>
                  {groups.map((group, index) => {
                    const value = row.values[group.id] ?? 0;
                    if (value === 0 && groups.length > 1) return null;
                    return (
                      <span key={group.id}>
                        <Swatch group={group} index={index} />
                        <span className="clip">{groups.length > 1 ? group.name : 'Total'}</span>
                        <b>{format(value)}</b>
                      </span>
                    );
                  })}
                </div>
              );
            }}
          />
          {groups.map((group, index) => {
            const color = colorOf(group, index);
            const common = { name: group.name, isAnimationActive: moves, animationDuration: 250 };
            return shape === 'bars' ? (
              <Bar
                {...common}
                key={group.id}
                dataKey={(row: Row) => row.values[group.id] ?? 0}
                stackId="all"
                fill={color}
                maxBarSize={36}
              />
            ) : (
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
          })}
        </ComposedChart>
      )}
    </div>
  );
}
