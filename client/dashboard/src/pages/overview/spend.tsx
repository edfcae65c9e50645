/** The spending on each of the last 30 days. */
import { Link, useLocation } from 'wouter';
import type { Usage } from '../../api/index.ts';
import { Stack, seriesOf } from '../../charts/index.ts';
import { runsOfBucket } from '../../filters/index.ts';
import { formatMoney, formatMoneyShort } from '../../format/index.ts';
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
      <Stack
        series={series}
        interval="day"
        format={(value) => formatMoney(value, unit)}
        formatShort={(value, step) => formatMoneyShort(value, unit, step)}
        height={200}
        onPick={(start) =>
          navigate(`${to('runs')}?${new URLSearchParams(runsOfBucket(start, 'day', zone))}`)
        }
        pickWords="Click for its runs"
      />
    </Card>
  );
}
