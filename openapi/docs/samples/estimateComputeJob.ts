import { createClient } from 'model-run-client';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

const estimate = await client.computeJobs.estimate({
  environment: 'javascript',
  timeoutSeconds: 60,
  source: "console.log('Hello')",
});
console.log(`holds ${estimate.reservedAmount}, covered: ${estimate.covered}`);
