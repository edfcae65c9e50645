import { createObservability } from 'model-run-client/observability';

const observability = createObservability({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

const score = await observability.scores.get(process.env.SCORE_ID!);
console.log(score.name, score.value, score.comment);
