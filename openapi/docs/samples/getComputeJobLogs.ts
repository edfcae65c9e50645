import { createClient } from 'model-run-client';

const client = createClient();

// Follows what the code writes, until the job has ended.
for await (const part of client.computeJobs.logs(process.env.COMPUTE_JOB_ID!)) {
  console.log(part.text, part.next);
}
