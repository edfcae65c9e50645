import { createClient } from 'model-run-client';

const client = createClient();

// Reads until the job is completed or failed, and creates nothing.
const job = await client.computeJobs.wait(process.env.COMPUTE_JOB_ID!, { deadlineMs: 60_000 });
console.log(job.state, job.result ?? job.error?.message);
