import { createClient } from 'model-run-client';

const client = createClient();

const tool = await client.tools.get('sandbox/echo');
console.log(tool.version, tool.pricing.perCall, tool.inputSchema);
