import { createClient } from 'model-run-client';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

const { data, error } = await client.GET('/livez');
console.log(data?.status ?? error?.detail);
