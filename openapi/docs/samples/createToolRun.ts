import { createClient } from 'model-run-client';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

// Save the key first: a repeat with it calls the tool no second time.
const { data: run, error } = await client.POST('/v1/developer/tool-runs', {
  params: { header: { 'Idempotency-Key': 'order-4711-echo', Prefer: 'wait=20' } },
  body: { tool: 'sandbox/echo', input: { text: 'Hello' } },
});
if (!run) throw new Error(error.detail);
console.log(run.state, run.output?.content, run.chargedAmount);
