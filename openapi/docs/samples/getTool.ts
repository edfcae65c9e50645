import { createClient } from 'model-run-client';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

const tool = await client.tools.get('sandbox/echo');
console.log(tool.version, tool.pricing.perCall, tool.inputSchema);
