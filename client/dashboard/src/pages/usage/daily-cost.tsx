/** The cost of each of the last days. A press on a day leads to its runs by kind. */
import { useLocation } from 'wouter';
import { type Series, Stack } from '../../charts/index.ts';
import { dayOf, formatMoney, formatMoneyShort } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { useUnit, useZone } from '../../parts/index.ts';

interface DailyCostProps {
  series: Series;
  /** Filters of the page that a press leads to. */
  of?: Record<string, string>;
}

export function DailyCost({ series, of = {} }: DailyCostProps) {
  const { to } = useHere();
  const [, navigate] = useLocation();
  const unit = useUnit();
  const zone = useZone();
  return (
    <Stack
      series={series}
      interval="day"
      format={(value) => formatMoney(value, unit)}
      formatShort={(value, step) => formatMoneyShort(value, unit, step)}
      height={200}
      onPick={(start) => {
        const day = dayOf(Date.parse(start), zone);
        const search = { ...of, range: 'custom', group: 'kind', from: day, to: day };
        navigate(`${to('usage')}?${new URLSearchParams(search)}`);
      }}
      pickWords="Click for its runs by kind"
    />
  );
}
