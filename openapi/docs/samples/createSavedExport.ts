import { createManagement } from 'model-run-client/management';

const { savedExports } = createManagement();

const { id } = await savedExports.create(
  { name: 'Charges for the books', dataset: 'charges', format: 'csv', period: 'previous_month' },
  { idempotencyKey: 'charges-for-the-books' },
);
console.log(id);
