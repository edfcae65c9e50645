import { createClient } from 'model-run-client';

const client = createClient();

// Reads until the run is completed or failed, and creates nothing.
const run = await client.toolRuns.wait(process.env.TOOL_RUN_ID!, {
  deadlineMs: 60_000,
  onProgress: ({ state, progress }) => console.log(state, progress?.message ?? progress?.value),
});
console.log(run.state === 'completed' ? run.output?.content : run.error?.message);
