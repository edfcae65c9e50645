import { createClient } from 'model-run-client';

const client = createClient();

// Reads until the run is completed or failed, and creates nothing.
const run = await client.modelRuns.wait(process.env.RUN_ID!, {
  deadlineMs: 60_000,
  onProgress: ({ state }) => console.log(state),
});
console.log(run.state === 'completed' ? run.text : run.error?.message);
