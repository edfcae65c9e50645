import { createClient } from 'model-run-client/prompts';

const client = createClient();

const { run } = await client.modelRuns.createFromPrompt(
  { name: 'invoice-summary', variables: { audience: 'the accountant', number: 42 } },
  { model: 'sandbox/echo', maxOutputTokens: 200 },
  { idempotencyKey: 'invoice-42-summary' },
);
const { text, attribution } = await client.modelRuns.wait(run.id);
console.log(attribution?.promptVersion, text);
// => 1 Summarise invoice 42 for the accountant in one sentence.
