import { createClient } from 'model-run-client';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

// Save the key first: a repeat with it starts no second job.
const { data: job, error } = await client.POST('/v1/developer/compute-jobs', {
  params: { header: { 'Idempotency-Key': 'report-2025-07', Prefer: 'wait=20' } },
  body: {
    environment: 'javascript',
    timeoutSeconds: 60,
    source: "console.log('Hello')",
  },
});
if (error) throw new Error(error.detail);
console.log(job.state, job.result, job.exitCode, job.chargedAmount);
