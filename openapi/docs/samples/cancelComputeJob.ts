import { createClient } from 'model-run-client';

const client = createClient();

// Asks for the end, which may come a moment later, or as it would have come anyway.
const { id } = await client.computeJobs.cancel(process.env.COMPUTE_JOB_ID!);
const job = await client.computeJobs.wait(id, { deadlineMs: 60_000 });
console.log(job.state, job.result ?? job.error?.code);
