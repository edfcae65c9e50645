/** Why runs failed in the last week, the most frequent reason first. */
import { Link } from 'wouter';
import type { Usage } from '../../api/index.ts';
import { formatCount, formatShare } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Card, Table } from '../../parts/index.ts';

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
        <Table label="Why runs failed" look="slim">
          <thead>
            <tr>
              <th scope="col">Error code</th>
              <th scope="col" className="number">
                Failures
              </th>
              <th scope="col" className="number">
                Share
              </th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ code, count }) => (
              <tr key={code}>
                <th scope="row">
                  <code>{code}</code>
                </th>
                <td className="number bad">{formatCount(count)}</td>
                <td className="number">{formatShare(count, total?.failed ?? count)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  );
}
