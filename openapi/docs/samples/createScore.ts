import { createObservability } from 'model-run-client/observability';

const observability = createObservability();

const score = await observability.scores.create(
  { name: 'solved', value: true, source: 'human', sessionId: 'chat-7731' },
  { idempotencyKey: 'judge-0042-helpfulness' },
);
console.log(score.id, score.dataType, score.value);
