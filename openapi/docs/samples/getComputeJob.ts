import { createClient } from 'model-run-client';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

const { data: job, error } = await client.GET('/v1/developer/compute-jobs/{id}', {
  params: { path: { id: process.env.COMPUTE_JOB_ID! }, header: { Prefer: 'wait=20' } },
});
if (error) throw new Error(error.detail);
console.log(job.state, job.result ?? job.error?.message);
