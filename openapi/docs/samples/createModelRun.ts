import { createClient } from 'model-run-client';

const client = createClient();

// Save the key first: a repeat with it buys nothing twice.
const run = await client.modelRuns.createAndWait(
  {
    model: 'sandbox/echo',
    messages: [
      { role: 'system', content: 'Answer in one sentence.' },
      { role: 'user', content: 'Summarise invoice 42 in one sentence.' },
    ],
    maxOutputTokens: 1024,
  },
  { idempotencyKey: 'invoice-2025-0042-summary' },
);
console.log(run.state, run.text, run.chargedAmount);
