import { createClient } from 'model-run-client';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

for (const { id, isolation, pricing } of await client.computeJobs.environments()) {
  console.log(id, isolation, pricing.perCpuSecond);
}
