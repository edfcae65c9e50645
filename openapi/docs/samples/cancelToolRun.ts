import { createClient } from 'model-run-client';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

// Asks for the end, which may come a moment later, or as it would have come anyway.
const { data: run, error } = await client.POST('/v1/developer/tool-runs/{id}/cancel', {
  params: { path: { id: process.env.TOOL_RUN_ID! }, header: { Prefer: 'wait=20' } },
});
if (!run) throw new Error(error.detail);
console.log(run.state, run.output?.content ?? run.error?.code);
