/** The groups with failed runs, the one with most failures first, and the reasons. */
import type { Usage } from '../../api/index.ts';
import type { UsageView } from '../../filters/index.ts';
import { formatCount, formatShare } from '../../format/index.ts';
import { Card, DataTable, Few } from '../../parts/index.ts';
import { GroupLink, nameOfGroup } from './columns.tsx';

export function FailureTable({ usage, view }: { usage: Usage; view: UsageView }) {
  const failing = usage.totals
    .filter(({ failed }) => failed > 0)
    .toSorted((a, b) => b.failed - a.failed);
  if (failing.length === 0) return null;
  return (
    <Card title="Failures" about="Most failures first." isFlush>
      <Few rows={failing} few={5}>
        {(shown) => (
          <DataTable
            label="Failures by group"
            look="slim"
            rows={shown}
            keyOf={(total) => nameOfGroup(total, view)}
            numbers={['Failures', 'Rate']}
            classes={{ Failures: 'bad' }}
            columns={{
              Group: (total) => (
                <>
                  <GroupLink {...{ total, usage, view }} more={{ state: 'failed' }} />
                  <span className="row-note">
                    {total.errors
                      .map(({ code, count }) => `${formatCount(count)} ${code}`)
                      .join(' · ')}
                  </span>
                </>
              ),
              Failures: ({ failed }) => formatCount(failed),
              Rate: ({ failed, runs }) => formatShare(failed, runs),
            }}
          />
        )}
      </Few>
    </Card>
  );
}
