/** The spending of a key on each of the last 30 days, by model. */
import { Link } from 'wouter';
import { type Usage, type UsageTotal, useUsage } from '../../api/index.ts';
import { COLORS, foldSeries, seriesOf } from '../../charts/index.ts';
import { usageQueryOf } from '../../filters/index.ts';
import { formatCount, formatShare, plural } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Card, Empty, Loaded, Money, useNow, useZone } from '../../parts/index.ts';
import { DailyCost } from '../usage/daily-cost.tsx';

const VIEW = {
  range: '30d',
  interval: 'day',
  groupBy: 'model',
  kind: '',
  measure: 'cost',
} as const;

export function KeyUsage({ keyId }: { keyId: string }) {
  const { workspaceId } = useHere();
  const query = usageQueryOf(VIEW, useNow(), useZone());
  const usage = useUsage(workspaceId, { ...query, keyId });
  return (
    <Loaded query={usage} rows={5} label="Loading its usage">
      {(data) => <UsageCard keyId={keyId} usage={data} />}
    </Loaded>
  );
}

function UsageCard({ keyId, usage }: { keyId: string; usage: Usage }) {
  const { to } = useHere();
  const sum = (pick: (total: UsageTotal) => number) =>
    usage.totals.reduce((all, total) => all + pick(total), 0);
  const runs = sum((total) => total.runs);
  const failed = sum((total) => total.failed);
  const series = seriesOf(usage, ({ chargedAmount }) => chargedAmount, 'model');
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
      actions={
        <Link href={`${to('usage')}?${new URLSearchParams({ key: keyId, range: '30d' })}`}>
          Break it down
        </Link>
      }
    >
      {runs === 0 ? (
        <Empty icon="usage" title="No usage in the last 30 days">
          Daily cost of runs with this key appears here.
        </Empty>
      ) : (
        <DailyCost series={foldSeries(series, COLORS)} of={{ key: keyId }} />
      )}
    </Card>
  );
}
