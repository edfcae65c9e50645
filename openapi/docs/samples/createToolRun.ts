import { createClient } from 'model-run-client';

const client = createClient();

// Save the key first: a repeat with it calls the tool no second time.
const run = await client.toolRuns.createAndWait(
  { tool: 'sandbox/echo', input: { text: 'Hello' } },
  { idempotencyKey: 'call-7d1f' },
);
console.log(run.state, run.output?.content, run.chargedAmount);
