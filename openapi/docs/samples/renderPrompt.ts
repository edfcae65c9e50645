import { createClient } from 'model-run-client/prompts';

const client = createClient();

const { messages, attribution } = await client.prompts.render('invoice-summary', {
  label: 'production',
  variables: { audience: 'the accountant', number: 42 },
});
console.log(messages, attribution);
