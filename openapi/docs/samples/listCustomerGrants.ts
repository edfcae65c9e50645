import { createManagement } from 'model-run-client/management';

const { customers } = createManagement();

// Reads page after page, as far as the loop goes.
for await (const { id, note, amount, leftAmount } of customers.grants('customer-204')) {
  console.log(id, note, amount, leftAmount);
}
