import { createClient } from 'model-run-client';

const client = createClient();

const { maxInputBytes, maxTimeoutSeconds } = await client.toolRuns.limits();
console.log(`${maxInputBytes} bytes in, ${maxTimeoutSeconds} seconds`);
