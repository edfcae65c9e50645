import { createObservability } from 'model-run-client/observability';

const observability = createObservability({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

const score = await observability.scores.create(
  { name: 'solved', value: true, source: 'human', sessionId: 'chat-7731' },
  { idempotencyKey: 'chat-7731-solved' },
);
console.log(score.id, score.dataType, score.value);
