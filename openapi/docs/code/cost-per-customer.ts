import { formatMoney } from 'model-run-client';
import { createObservability } from 'model-run-client/observability';

const observability = createObservability();

const DAY = 86_400_000;
const metrics = await observability.metrics({
  measures: ['charged', 'count'],
  dimensions: ['endUserId'],
  from: new Date(Date.now() - 30 * DAY).toISOString(),
  to: new Date(Date.now() + DAY).toISOString(),
});
const rows = metrics.data.filter(({ count }) => count);
rows.sort((a, b) => (b.charged ?? 0) - (a.charged ?? 0));
for (const { group, charged = 0, count } of rows) {
  console.log(group.endUserId ?? 'nobody', count, formatMoney(charged, metrics));
}
// => customer-118 2 0.000007876 USD
// => customer-119 1 0.000003938 USD
