import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createObservability } from 'model-run-client/observability';

const observability = createObservability();

const file = await observability.export({
  dataset: 'runs',
  format: 'csv',
  from: '2025-07-01T00:00:00Z',
  to: '2025-08-01T00:00:00Z',
});
await pipeline(file, createWriteStream('runs.csv'));
console.log('runs.csv');
