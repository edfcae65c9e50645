import { createClient } from 'model-run-client';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

const { data: page, error } = await client.GET('/v1/developer/compute-environments');
if (error) throw new Error(error.detail);
for (const { id, isolation, pricing } of page.data)
  console.log(id, isolation, pricing.perCpuSecond);
