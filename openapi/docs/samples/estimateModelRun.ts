import { createClient } from 'model-run-client';

const client = createClient();

const estimate = await client.modelRuns.estimate({
  model: 'sandbox/echo',
  messages: [
    { role: 'system', content: 'Answer in one sentence.' },
    { role: 'user', content: 'Summarise invoice 42 in one sentence.' },
  ],
  maxOutputTokens: 1024,
});
console.log(`holds ${estimate.reservedAmount}, covered: ${estimate.covered}`);
