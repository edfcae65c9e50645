import { createClient } from 'model-run-client';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

// Reads until the run is completed or failed, and creates nothing.
for (let state = ''; state !== 'completed' && state !== 'failed'; ) {
  const { data: run, error } = await client.GET('/v1/developer/tool-runs/{id}', {
    params: { path: { id: process.env.TOOL_RUN_ID! }, header: { Prefer: 'wait=20' } },
  });
  if (!run) throw new Error(error?.detail);
  state = run.state;
  console.log(state, run.output?.content ?? run.error?.message ?? run.progress);
}
