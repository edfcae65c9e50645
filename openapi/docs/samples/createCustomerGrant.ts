import { createManagement } from 'model-run-client/management';

const { customers } = createManagement();

const grant = await customers.grant(
  'customer-204',
  { amount: 5_000_000_000, expiresAt: '2099-12-31T00:00:00.000Z', note: 'Starter package' },
  { idempotencyKey: 'order-7731' },
);
console.log(grant.id, grant.leftAmount);
