import { createClient } from 'model-run-client';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

const { data: estimate, error } = await client.POST('/v1/developer/compute-jobs/estimate', {
  body: {
    environment: 'javascript',
    timeoutSeconds: 60,
    source: "console.log('Hello')",
  },
});
if (error) throw new Error(error.detail);
console.log(`holds ${estimate.reservedAmount}, covered: ${estimate.covered}`);
