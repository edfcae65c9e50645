/** A chart's place on the page: a skeleton until the chart library has come, and words where there is nothing. */
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { connection, useSignal } from '../api/index.ts';
import { Button } from '../parts/index.ts';
import type { Series, SeriesGroup } from './series.ts';
import './chart.css';

export interface StackProps {
  series: Series;
  interval: 'hour' | 'day';
  format: (value: number) => string;
  formatShort: (value: number) => string;
  /** `lines` where the values of groups cannot be added up. */
  shape?: 'bars' | 'lines';
  height?: number;
}

export const COLORS = 8;

export function Stack(props: StackProps) {
  const [chart, load] = useChart();
  const Chart = chart === 'failed' ? undefined : chart;
  if (Chart) return <Chart {...props} />;
  if (chart === undefined) return <div className="chart-place bone" />;
  return (
    <div className="chart-place">
      <p className="muted">The chart could not be loaded. The table has the same numbers.</p>
      <Button small onPress={load}>
        Try again
      </Button>
    </div>
  );
}

type Loaded = ComponentType<StackProps>;
let loaded: Loaded | undefined;

/** The library comes once; a server that was away is asked again when it is back. */
function useChart() {
  const [chart, setChart] = useState<Loaded | 'failed' | undefined>(() => loaded);
  const state = useSignal(connection);
  const load = useCallback(() => {
    import('./chart.tsx').then(
      ({ Chart }) => {
        loaded = Chart;
        setChart(() => Chart);
      },
      () => setChart('failed'),
    );
  }, []);
  useEffect(() => {
    if (!loaded && state === 'well') load();
  }, [state, load]);
  return [chart, load] as const;
}

export function colorOf({ isRest }: SeriesGroup, index: number): string {
  return isRest || index >= COLORS ? 'var(--series-rest)' : `var(--series-${index + 1})`;
}

export function Swatch({ group, index }: { group: SeriesGroup; index: number }) {
  return (
    <svg className="swatch" viewBox="0 0 10 10" aria-hidden="true" focusable="false">
      <rect width="10" height="10" rx="2.5" fill={colorOf(group, index)} />
    </svg>
  );
}
