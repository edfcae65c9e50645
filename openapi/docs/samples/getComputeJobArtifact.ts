import { createClient } from 'model-run-client';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

const { data, error } = await client.GET('/v1/developer/compute-jobs/{id}/artifacts/{name}', {
  params: { path: { id: process.env.COMPUTE_JOB_ID!, name: 'result.json' } },
  parseAs: 'text',
});
if (error) throw new Error(error.detail);
console.log(data);
