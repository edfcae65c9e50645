import { createClient } from 'model-run-client/prompts';

const client = createClient();

// The label moves only if it is still on the version that was read.
const current = await client.prompts.get('invoice-summary', { label: 'production' });
const moved = await client.prompts.label('invoice-summary', 'production', 7, { ifOn: current });
console.log(moved.version, moved.labels);
