import { createManagement } from 'model-run-client/management';

const { customers } = createManagement();

// Reads page after page, as far as the loop goes.
for await (const { endUserId, name, state } of customers.list({ limit: 20 })) {
  console.log(endUserId, name, state);
}
