import { createObservability } from 'model-run-client/observability';

const observability = createObservability({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

await observability.scores.delete(process.env.SCORE_ID!);
console.log('deleted');
