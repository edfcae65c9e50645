import { createClient } from 'model-run-client/prompts';

const client = createClient();

const { versions, currency, scale } = await client.prompts.usage('invoice-summary');
console.log(versions, currency, scale);
