/** The container of a chart: a skeleton until the chart library has loaded, and a notice if there is nothing. */
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { connection, useSignal } from '../api/index.ts';
import { Button } from '../parts/index.ts';
import type { StackProps } from './series.ts';
import './chart.css';

export function Stack(props: StackProps) {
  const [chart, load] = useChart();
  const Chart = chart === 'failed' ? undefined : chart;
  if (Chart) return <Chart {...props} />;
  if (chart === undefined) return <div className="chart-container bone" />;
  return (
    <div className="chart-container">
      <p className="muted">The chart couldn’t load. The table has the same numbers.</p>
      <Button small onPress={load}>
        Try again
      </Button>
    </div>
  );
}

type Loaded = ComponentType<StackProps>;
let loaded: Loaded | undefined;

/** The library loads once; if the server was unreachable, it loads when the server is back. */
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
