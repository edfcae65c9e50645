import { createClient } from 'model-run-client';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

const { data: estimate, error } = await client.POST('/v1/developer/tool-runs/estimate', {
  body: { tool: 'sandbox/echo', input: { text: 'Hello' } },
});
if (!estimate) throw new Error(error.detail);
console.log(`holds ${estimate.reservedAmount}, covered: ${estimate.covered}`);
