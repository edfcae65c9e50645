import { createClient } from 'model-run-client/prompts';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

const { changes } = await client.prompts.diff('invoice-summary', 6, 7);
console.log(changes);
