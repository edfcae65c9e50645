import { createClient } from 'model-run-client';

const client = createClient();

const model = await client.models.get('sandbox/echo');
console.log(model.pricing.prompt, model.supportedParameters.join(' '));
