import { createManagement } from 'model-run-client/management';

const { billing } = createManagement();

// Reads page after page, as far as the loop goes.
for await (const { kind, amount, createdAt } of billing.entries({ limit: 20 })) {
  console.log(createdAt, kind, amount);
}
