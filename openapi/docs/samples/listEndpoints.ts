import { createManagement } from 'model-run-client/management';

const { webhookEndpoints } = createManagement();

// Reads page after page, as far as the loop goes.
for await (const { id, url, status } of webhookEndpoints.list({ limit: 20 })) {
  console.log(id, url, status);
}
