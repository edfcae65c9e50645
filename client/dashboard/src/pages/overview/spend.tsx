/** The spending on each of the last 30 days. */
import { Link, useLocation } from 'wouter';
import type { Usage } from '../../api/index.ts';
import { Stack, seriesOf } from '../../charts/index.ts';
import { dayOf, formatMoney, formatMoneyShort } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Card, useNow, useUnit, useZone } from '../../parts/index.ts';
import { lastDays } from './figures.ts';

export function DailySpend({ months }: { months: Usage }) {
  const { to } = useHere();
  const [, navigate] = useLocation();
  const unit = useUnit();
  const zone = useZone();
  const series = seriesOf(lastDays(months, useNow(), zone), ({ chargedAmount }) => chargedAmount);
  return (
    <Card
      title="Daily spend"
      about="Last 30 days, fees included."
      actions={<Link href={`${to('usage')}?range=30d`}>Break it down</Link>}
    >
      {series.rows.every(({ values }) => Object.values(values).every((value) => value === 0)) ? (
        <p className="muted">Nothing spent in the last 30 days.</p>
      ) : (
        <Stack
          series={series}
          interval="day"
          format={(value) => formatMoney(value, unit)}
          formatShort={(value, step) => formatMoneyShort(value, unit, step)}
          height={200}
          onPick={(start) => {
            const day = dayOf(Date.parse(start), zone);
            const search = new URLSearchParams({
              range: 'custom',
              group: 'kind',
              from: day,
              to: day,
            });
            navigate(`${to('usage')}?${search}`);
          }}
          pickWords="Click for its runs by kind"
        />
      )}
    </Card>
  );
}
