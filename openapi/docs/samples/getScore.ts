import { createObservability } from 'model-run-client/observability';

const observability = createObservability();

const score = await observability.scores.get(process.env.SCORE_ID!);
console.log(score.name, score.value, score.comment);
