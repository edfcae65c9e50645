import { createClient } from 'model-run-client';

const client = createClient();

const { maxInputBytes, maxTimeoutSeconds } = await client.computeJobs.limits();
console.log(`${maxInputBytes} bytes in, ${maxTimeoutSeconds} seconds`);
