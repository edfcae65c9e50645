import { createObservability } from 'model-run-client/observability';

const observability = createObservability();

await observability.scores.delete(process.env.SCORE_ID!);
console.log('deleted');
