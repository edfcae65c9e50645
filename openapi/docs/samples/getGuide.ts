import { createClient } from 'model-run-client';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

const { data } = await client.GET('/docs/guides/{guide}', {
  params: { path: { guide: 'money.md' } },
  parseAs: 'text',
});
console.log(data);
