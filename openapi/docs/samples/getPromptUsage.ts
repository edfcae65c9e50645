import { createClient } from 'model-run-client/prompts';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

const { versions, currency, scale } = await client.prompts.usage('invoice-summary');
console.log(versions, currency, scale);
