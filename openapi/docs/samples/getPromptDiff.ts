import { createClient } from 'model-run-client/prompts';

const client = createClient();

const { changes } = await client.prompts.diff('invoice-summary', 6, 7);
console.log(changes);
