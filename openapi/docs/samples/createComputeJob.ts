import { createClient } from 'model-run-client';

const client = createClient();

// Save the key first: a repeat with it starts no second job.
const job = await client.computeJobs.createAndWait(
  { environment: 'javascript', timeoutSeconds: 60, source: "console.log('Hello')" },
  { idempotencyKey: 'sum-2025-07' },
);
console.log(job.state, job.result, job.exitCode, job.chargedAmount);
