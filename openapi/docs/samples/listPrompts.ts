import { createClient } from 'model-run-client/prompts';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

for await (const { name, latestVersion, labels } of client.prompts.list()) {
  console.log(name, latestVersion, labels);
}
