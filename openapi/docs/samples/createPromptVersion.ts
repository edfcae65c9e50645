import { createClient } from 'model-run-client/prompts';

const client = createClient();

// Save the key first: a repeat with it saves nothing twice.
const { version } = await client.prompts.save(
  {
    name: 'invoice-summary',
    text: 'Summarise invoice {{number}} for {{audience}} in one sentence.',
    labels: ['production'],
    comment: 'Name the reader.',
  },
  { idempotencyKey: 'invoice-summary-reader' },
);
console.log(version.version, version.labels, version.variableNames);
