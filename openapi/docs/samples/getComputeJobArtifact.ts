import { createClient } from 'model-run-client';

const client = createClient();

const file = await client.computeJobs.artifact(process.env.COMPUTE_JOB_ID!, 'result.json');
console.log(await new Response(file).text());
