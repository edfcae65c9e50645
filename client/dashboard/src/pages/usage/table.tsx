/** The table of groups: tokens, cost and duration. */
import type { Usage } from '../../api/index.ts';
import { nameOf, Swatch, seriesOf } from '../../charts/index.ts';
import type { UsageView } from '../../filters/index.ts';
import { decimalOf, toCsv } from '../../format/index.ts';
import { Button, Card, DataTable, download, Few, useDecimals, useUnit } from '../../parts/index.ts';
import { GroupLink, usageTable } from './columns.tsx';
import { labelOfGroup } from './filters.tsx';

interface UsageTableProps {
  usage: Usage;
  view: UsageView;
}

export function UsageTable({ usage, view }: UsageTableProps) {
  const { groupBy } = view;
  const unit = useUnit();
  const { groups } = seriesOf(usage, ({ runs }) => runs, groupBy);
  const amounts = usage.totals.map(({ chargedAmount }) => chargedAmount);
  const { columns, ...table } = usageTable(useDecimals(amounts));
  function save() {
    const rows = usage.totals.map((total) => [
      ...[nameOf(total, groupBy), total.runs, total.completed, total.failed, total.pending],
      ...[total.promptTokens, total.completionTokens, total.chargedAmount],
      ...[decimalOf(total.chargedAmount, unit.scale), unit.currency],
      ...[total.latencyMs?.p50, total.latencyMs?.p95, total.latencyMs?.p99],
      total.errors.map(({ code, count }) => `${code} ${count}`).join('; '),
    ]);
    download(`usage-by-${groupBy}.csv`, toCsv(HEAD, rows));
  }
  return (
    <Card
      title={groupBy === 'none' ? 'In numbers' : labelOfGroup(groupBy)}
      isFlush
      actions={
        <Button small icon="download" onPress={save}>
          CSV
        </Button>
      }
    >
      <Few rows={groups.map((group, index) => ({ ...group.total, group, index }))} few={8}>
        {(shown) => (
          <DataTable
            label="Usage by group"
            {...table}
            rows={shown}
            keyOf={({ group: { id } }) => id}
            folds={({ group }) => group.name}
            columns={{
              Group: ({ group, index }) => (
                <span className="with-swatch">
                  <Swatch group={group} index={index} />
                  <GroupLink total={group.total} usage={usage} view={view} />
                </span>
              ),
              ...columns,
            }}
          />
        )}
      </Few>
    </Card>
  );
}

const HEAD = [
  ...['group', 'runs', 'completed', 'failed', 'pending', 'prompt tokens', 'completion tokens'],
  ...['units', 'cost', 'currency', 'p50 ms', 'p95 ms', 'p99 ms', 'errors'],
];
