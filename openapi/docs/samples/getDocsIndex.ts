import { createClient } from 'model-run-client';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

// What a coding agent reads first: every guide with its address.
const { data } = await client.GET('/llms.txt', { parseAs: 'text' });
console.log(data);
