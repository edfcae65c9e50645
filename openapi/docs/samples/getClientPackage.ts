import { createClient } from 'model-run-client';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

const { data } = await client.GET('/client/{file}', {
  params: { path: { file: 'model-run-client.tgz' } },
  parseAs: 'blob',
});
console.log(data?.size);
