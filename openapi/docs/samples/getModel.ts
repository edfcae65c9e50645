import { createClient } from 'model-run-client';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

const model = await client.models.get('sandbox/echo');
console.log(model.pricing.prompt, model.supportedParameters.join(' '));
