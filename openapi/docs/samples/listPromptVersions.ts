import { createClient } from 'model-run-client/prompts';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

for await (const { version, labels, comment } of client.prompts.versions('invoice-summary')) {
  console.log(version, labels, comment);
}
