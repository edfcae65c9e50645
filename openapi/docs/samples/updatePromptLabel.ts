import { createClient } from 'model-run-client/prompts';

const client = createClient();

// Only from the version that was read: whoever has moved it since is not overruled.
const current = await client.prompts.get('invoice-summary', { label: 'production' });
const moved = await client.prompts.label('invoice-summary', 'production', 7, { ifOn: current });
console.log(moved.version, moved.labels);
