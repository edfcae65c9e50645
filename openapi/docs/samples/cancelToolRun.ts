import { createClient } from 'model-run-client';

const client = createClient();

// Asks for the end, which may come a moment later, or as it would have come anyway.
const { id } = await client.toolRuns.cancel(process.env.TOOL_RUN_ID!);
const run = await client.toolRuns.wait(id, { deadlineMs: 60_000 });
console.log(run.state, run.output?.content ?? run.error?.code);
