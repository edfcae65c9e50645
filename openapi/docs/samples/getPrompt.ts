import { createClient } from 'model-run-client/prompts';

const client = createClient();

const prompt = await client.prompts.get('invoice-summary', { label: 'production' });
console.log(prompt.version, prompt.text ?? prompt.messages, prompt.variableNames);
