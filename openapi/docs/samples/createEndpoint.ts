import { createManagement } from 'model-run-client/management';

const { webhookEndpoints } = createManagement();

// Save the request key first: a repeat with it makes no second endpoint.
const { endpoint, secret } = await webhookEndpoints.create(
  {
    url: 'https://example.com/hooks/runs',
    description: 'Invoices, production',
    eventTypes: ['run.completed', 'run.failed'],
  },
  { idempotencyKey: 'endpoint-of-production' },
);
console.log(endpoint.id, secret.length); // Nothing else ever shows the secret: save it.
