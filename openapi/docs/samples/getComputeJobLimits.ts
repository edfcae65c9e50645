import { createClient } from 'model-run-client';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

const { data: limits, error } = await client.GET('/v1/developer/compute-jobs/limits');
if (error) throw new Error(error.detail);
console.log(limits.maxInputBytes, limits.maxTimeoutSeconds);
