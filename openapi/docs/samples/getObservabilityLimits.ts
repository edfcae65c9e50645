import { createClient } from 'model-run-client';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

const { data: limits, error } = await client.GET('/v1/developer/observability/limits');
if (error) throw new Error(error.detail);
console.log(`${limits.maxSpansPerDay} spans a day, kept for ${limits.retentionDays} days`);
