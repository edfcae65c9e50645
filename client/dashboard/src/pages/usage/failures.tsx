/** The groups with failed runs, the one with most failures first, and the reasons. */
import { Link } from 'wouter';
import type { Usage } from '../../api/index.ts';
import { nameOf } from '../../charts/index.ts';
import type { UsageView } from '../../filters/index.ts';
import { formatCount, formatShare } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Card, Few, Table } from '../../parts/index.ts';
import { openedBy } from './runs-of.ts';

export function FailureTable({ usage, view }: { usage: Usage; view: UsageView }) {
  const { to } = useHere();
  const failing = usage.totals
    .filter(({ failed }) => failed > 0)
    .toSorted((a, b) => b.failed - a.failed);
  if (failing.length === 0) return null;
  return (
    <Card title="Failures" about="Most failures first." isFlush>
      <Few rows={failing} few={5}>
        {(shown) => (
          <Table label="Failures by group" look="slim">
            <thead>
              <tr>
                <th scope="col">Group</th>
                <th scope="col" className="number">
                  Failures
                </th>
                <th scope="col" className="number">
                  Rate
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((total) => {
                const name = view.groupBy === 'none' ? 'All runs' : nameOf(total, view.groupBy);
                const link = openedBy(view, total, usage, { state: 'failed' });
                return (
                  <tr key={name}>
                    <th scope="row">
                      {total.isRest === true || link === undefined ? (
                        name
                      ) : (
                        <Link href={to(link)} className="clip" title={name}>
                          {name}
                        </Link>
                      )}
                      <span className="row-note">
                        {total.errors
                          .map(({ code, count }) => `${formatCount(count)} ${code}`)
                          .join(' · ')}
                      </span>
                    </th>
                    <td className="number bad">{formatCount(total.failed)}</td>
                    <td className="number">{formatShare(total.failed, total.runs)}</td>
                  </tr>
                );
              })}
            </tbody>
          </Table>
        )}
      </Few>
    </Card>
  );
}
