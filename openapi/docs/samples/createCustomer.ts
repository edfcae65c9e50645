import { createManagement } from 'model-run-client/management';

const { customers } = createManagement();

// Save the request key first: a repeat with it makes no second customer.
const customer = await customers.create(
  {
    endUserId: 'customer-204',
    name: "Ada's bakery",
    metadata: { plan: 'starter' },
    budgets: { monthAmount: 5_000_000_000 },
  },
  { idempotencyKey: 'customer-204-signed-up' },
);
console.log(customer.endUserId, customer.budgets);
