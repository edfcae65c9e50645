import { createClient } from 'model-run-client';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

const { data: tool, error } = await client.GET('/v1/developer/tools/{id}', {
  params: { path: { id: 'sandbox/echo' } },
});
if (!tool) throw new Error(error.detail);
console.log(tool.version, tool.pricing.perCall, tool.inputSchema);
