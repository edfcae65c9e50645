import { createClient } from 'model-run-client';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

for await (const tool of client.tools.list()) {
  console.log(tool.id, tool.version, tool.pricing.perCall);
}
