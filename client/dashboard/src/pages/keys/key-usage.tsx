/** The spending of a key on each of the last 30 days, by model. */
import { Link, useLocation } from 'wouter';
import { useUsage } from '../../api/index.ts';
import { COLORS, foldSeries, Stack, seriesOf } from '../../charts/index.ts';
import { usageQueryOf } from '../../filters/index.ts';
import {
  dayOf,
  formatCount,
  formatMoney,
  formatMoneyShort,
  formatShare,
  plural,
} from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  Card,
  Empty,
  Failure,
  Money,
  Skeleton,
  useNow,
  useUnit,
  useZone,
} from '../../parts/index.ts';

const VIEW = {
  range: '30d',
  interval: 'day',
  groupBy: 'model',
  kind: '',
  measure: 'cost',
} as const;

export function KeyUsage({ keyId }: { keyId: string }) {
  const { workspaceId, to } = useHere();
  const [, navigate] = useLocation();
  const unit = useUnit();
  const zone = useZone();
  const usage = useUsage(workspaceId, { ...usageQueryOf(VIEW, useNow(), zone), keyId });
  const search = new URLSearchParams({ key: keyId, range: '30d' });
  if (usage.error) return <Failure error={usage.error} onRetry={() => void usage.refetch()} />;
  if (!usage.data) return <Skeleton rows={5} label="Loading its usage" />;
  const { totals } = usage.data;
  const sum = (pick: (total: (typeof totals)[number]) => number) =>
    totals.reduce((all, total) => all + pick(total), 0);
  const runs = sum((total) => total.runs);
  const failed = sum((total) => total.failed);
  return (
    <Card
      title="Usage"
      about={
        <>
          Last 30 days: <Money amount={sum((total) => total.chargedAmount)} /> for{' '}
          {plural(runs, 'run')}
          {failed > 0 && `, ${formatCount(failed)} failed (${formatShare(failed, runs)})`}.
        </>
      }
      actions={<Link href={`${to('usage')}?${search}`}>Break it down</Link>}
    >
      {runs === 0 ? (
        <Empty icon="usage" title="No usage in the last 30 days">
          Daily cost of runs with this key appears here.
        </Empty>
      ) : (
        <Stack
          series={foldSeries(
            seriesOf(usage.data, ({ chargedAmount }) => chargedAmount, 'model'),
            COLORS,
          )}
          interval="day"
          format={(value) => formatMoney(value, unit)}
          formatShort={(value, step) => formatMoneyShort(value, unit, step)}
          height={200}
          onPick={(start) => {
            const day = dayOf(Date.parse(start), zone);
            const of = { key: keyId, range: 'custom', group: 'kind', from: day, to: day };
            navigate(`${to('usage')}?${new URLSearchParams(of)}`);
          }}
          pickWords="Click for its runs by kind"
        />
      )}
    </Card>
  );
}
