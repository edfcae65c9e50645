import { createClient } from 'model-run-client';

const client = createClient();

const estimate = await client.computeJobs.estimate({
  environment: 'javascript',
  timeoutSeconds: 60,
  source: "console.log('Hello')",
});
console.log(`holds ${estimate.reservedAmount}, covered: ${estimate.covered}`);
