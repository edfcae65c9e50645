import { createClient } from 'model-run-client';

const client = createClient();

const { run } = await client.computeJobs.create({
  environment: 'javascript',
  timeoutSeconds: 60,
  source: "console.log('Hello')",
});
// Ends when the job has ended. After a crash, go on from the `next` of the last part.
for await (const { text } of client.computeJobs.logs(run.id)) process.stdout.write(text);
const job = await client.computeJobs.wait(run.id);
console.log(job.state, job.result, job.exitCode);
