import { createObservability } from 'model-run-client/observability';

const observability = createObservability();

// Reads page after page, as far as the loop goes.
for await (const score of observability.scores.list({ name: 'solved', limit: 20 })) {
  console.log(score.id, score.value, score.source);
}
