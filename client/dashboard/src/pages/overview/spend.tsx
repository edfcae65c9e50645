/** The spending on each of the last 30 days. */
import { Link } from 'wouter';
import type { Usage } from '../../api/index.ts';
import { seriesOf } from '../../charts/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Card, useNow, useZone } from '../../parts/index.ts';
import { DailyCost } from '../usage/daily-cost.tsx';
import { lastDays } from './figures.ts';

export function DailySpend({ months }: { months: Usage }) {
  const { to } = useHere();
  const days = lastDays(months, useNow(), useZone());
  const series = seriesOf(days, ({ chargedAmount }) => chargedAmount);
  return (
    <Card
      title="Daily spend"
      about="Last 30 days, fees included."
      actions={<Link href={`${to('usage')}?range=30d`}>Break it down</Link>}
    >
      {series.rows.every(({ values }) => Object.values(values).every((value) => value === 0)) ? (
        <p className="muted">Nothing spent in the last 30 days.</p>
      ) : (
        <DailyCost series={series} />
      )}
    </Card>
  );
}
