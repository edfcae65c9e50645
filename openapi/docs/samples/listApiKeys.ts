import { createManagement } from 'model-run-client/management';

const { keys } = createManagement();

// Reads page after page, as far as the loop goes.
for await (const { id, name, status, lastUsedAt } of keys.list({ limit: 20 })) {
  console.log(id, name, status, lastUsedAt);
}
