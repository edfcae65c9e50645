import { createClient } from 'model-run-client';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

const { maxInputBytes, maxTimeoutSeconds } = await client.computeJobs.limits();
console.log(`${maxInputBytes} bytes in, ${maxTimeoutSeconds} seconds`);
