import { createClient } from 'model-run-client';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

const { data: limits, error } = await client.GET('/v1/developer/tool-runs/limits');
if (!limits) throw new Error(error.detail);
console.log(`${limits.maxInputBytes} bytes in, ${limits.maxTimeoutSeconds} seconds`);
