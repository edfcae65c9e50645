import { createClient } from 'model-run-client';

const client = createClient();

for (const { id, isolation, pricing } of await client.computeJobs.environments()) {
  console.log(id, isolation, pricing.perCpuSecond);
}
