import { createClient } from 'model-run-client';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

// Where the section of a problem is; a browser goes there by itself.
const { response } = await client.GET('/problems/{code}', {
  params: { path: { code: 'insufficient_credit' } },
  redirect: 'manual',
});
console.log(response.headers.get('Location'));
