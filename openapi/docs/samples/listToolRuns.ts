import { createClient } from 'model-run-client';

const client = createClient();

// Reads page after page, as far as the loop goes.
for await (const run of client.toolRuns.list({ state: 'completed', limit: 20 })) {
  console.log(run.id, run.tool, run.chargedAmount);
}
