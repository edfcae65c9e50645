/** Why runs failed in the last week, the most frequent reason first. */
import { Link } from 'wouter';
import type { Usage } from '../../api/index.ts';
import { formatCount, formatShare } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Card, DataTable } from '../../parts/index.ts';

export function FailureCodes({ week: { totals } }: { week: Usage }) {
  const { to } = useHere();
  const [total] = totals;
  const errors = total?.errors ?? [];
  const failures = new URLSearchParams({ interval: 'hour', group: 'kind', measure: 'failures' });
  return (
    <Card
      title="Why runs failed"
      about="Last 7 days, all kinds of runs."
      isFlush={errors.length > 0}
      actions={errors.length > 0 && <Link href={`${to('usage')}?${failures}`}>By kind</Link>}
    >
      {errors.length === 0 ? (
        <p className="muted">No failed runs in the last 7 days.</p>
      ) : (
        <DataTable
          label="Why runs failed"
          look="slim"
          rows={errors}
          keyOf={({ code }) => code}
          numbers={['Failures', 'Share']}
          classes={{ Failures: 'bad' }}
          columns={{
            'Error code': ({ code }) => <code>{code}</code>,
            Failures: ({ count }) => formatCount(count),
            Share: ({ count }) => formatShare(count, total?.failed ?? count),
          }}
        />
      )}
    </Card>
  );
}
