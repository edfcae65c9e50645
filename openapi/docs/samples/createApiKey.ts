import { createManagement } from 'model-run-client/management';

const { keys } = createManagement();

// Save the request key first: a repeat with it makes no second key.
const { key, secret } = await keys.create(
  {
    name: 'Customer 118',
    scopes: ['models:read', 'models:run'],
    monthLimitAmount: 20_000_000_000,
    models: ['sandbox/*'],
  },
  { idempotencyKey: 'key-of-customer-118' },
);
console.log(key.id, secret.length); // Nothing else ever shows the secret: save it.
