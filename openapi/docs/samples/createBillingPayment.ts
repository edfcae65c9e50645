import { createManagement } from 'model-run-client/management';

const { billing } = createManagement();

// Save the request key first: a repeat with it starts no second payment.
const { id, checkoutUrl } = await billing.createPayment(
  { amount: 20_000_000_000 },
  { idempotencyKey: 'top-up-2025-07-22' },
);
console.log(id, checkoutUrl); // Send the address to whoever pays.
