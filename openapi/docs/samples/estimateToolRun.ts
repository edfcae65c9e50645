import { createClient } from 'model-run-client';

const client = createClient();

const estimate = await client.toolRuns.estimate({
  tool: 'sandbox/echo',
  input: { text: 'Hello' },
});
console.log(`holds ${estimate.reservedAmount}, covered: ${estimate.covered}`);
