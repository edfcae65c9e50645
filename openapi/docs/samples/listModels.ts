import { createClient } from 'model-run-client';

const client = createClient();

for await (const model of client.models.list()) {
  console.log(model.id, model.pricing.prompt, model.pricing.completion);
}
