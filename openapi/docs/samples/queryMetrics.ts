import { createObservability } from 'model-run-client/observability';

const observability = createObservability();

const metrics = await observability.metrics({
  measures: ['charged', 'count', 'tokens', 'latency', 'errorRate'],
  dimensions: ['kind', 'model'],
  filters: [{ dimension: 'promptId', values: ['invoice-summary'] }],
  from: '2025-07-01T00:00:00.000Z',
  to: '2025-07-04T00:00:00.000Z',
  interval: 'day',
});
console.log(metrics.currency, metrics.scale);
for (const { start, group, charged, latency } of metrics.data) {
  console.log(start, group, charged, latency?.p95);
}
