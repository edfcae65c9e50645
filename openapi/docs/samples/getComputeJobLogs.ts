import { createClient } from 'model-run-client';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

const { data: part, error } = await client.GET('/v1/developer/compute-jobs/{id}/logs', {
  params: { path: { id: process.env.COMPUTE_JOB_ID! }, query: { stream: 'stdout', after: 0 } },
});
if (error) throw new Error(error.detail);
console.log(part.text, part.next, part.ended);
