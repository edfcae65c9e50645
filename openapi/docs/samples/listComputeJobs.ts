import { createClient } from 'model-run-client';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

const { data: page, error } = await client.GET('/v1/developer/compute-jobs', {
  params: { query: { state: ['completed'] } },
});
if (error) throw new Error(error.detail);
for (const job of page.data) console.log(job.id, job.result, job.chargedAmount);
