import { createClient } from 'model-run-client';

const client = createClient();

// Asks for the end, which may come a moment later, or as it would have come anyway.
const { id } = await client.modelRuns.cancel(process.env.RUN_ID!);
const run = await client.modelRuns.wait(id, { deadlineMs: 60_000 });
console.log(run.state, run.finishReason ?? run.error?.code);
