import { createClient } from 'model-run-client/prompts';

const client = createClient();

for await (const { name, latestVersion, labels } of client.prompts.list()) {
  console.log(name, latestVersion, labels);
}
