import { createClient } from 'model-run-client';

const client = createClient();

for await (const tool of client.tools.list()) {
  console.log(tool.id, tool.version, tool.pricing.perCall);
}
