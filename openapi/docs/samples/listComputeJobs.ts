import { createClient } from 'model-run-client';

const client = createClient();

// Reads page after page, as far as the loop goes.
for await (const job of client.computeJobs.list({ state: 'completed', limit: 20 })) {
  console.log(job.id, job.result, job.chargedAmount);
}
