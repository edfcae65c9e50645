import { createClient } from 'model-run-client';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

for await (const model of client.models.list()) {
  console.log(model.id, model.pricing.prompt, model.pricing.completion);
}
