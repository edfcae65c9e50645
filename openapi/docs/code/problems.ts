import { createClient, isProblem, ProblemError } from 'model-run-client';

const client = createClient();

try {
  await client.modelRuns.create({
    model: 'sandbox/nobody',
    messages: [{ role: 'user', content: 'Hello' }],
    maxOutputTokens: 100,
  });
} catch (error) {
  if (!(error instanceof ProblemError)) throw error;
  // Each code has a type of its own, with its figures.
  if (isProblem(error, 'insufficient_credit')) console.log(error.affordableMaxOutputTokens);
  console.log(error.status, error.code, error.errors[0]?.pointer); // => 422 unknown_model #/model
}
