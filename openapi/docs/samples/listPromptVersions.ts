import { createClient } from 'model-run-client/prompts';

const client = createClient();

for await (const { version, labels, comment } of client.prompts.versions('invoice-summary')) {
  console.log(version, labels, comment);
}
