import { createClient } from 'model-run-client';

const client = createClient();

for (const model of ['sandbox/echo', 'sandbox/refused', 'sandbox/unpriced']) {
  const run = await client.modelRuns.createAndWait({
    model,
    messages: [{ role: 'user', content: 'Hello' }],
    maxOutputTokens: 100,
  });
  console.log(model, run.state, run.error?.code ?? '');
}
// => sandbox/echo completed
// => sandbox/refused failed provider_refused
// => sandbox/unpriced completed
