import { createManagement } from 'model-run-client/management';

const { webhookEndpoints } = createManagement();

// The old secret signs beside the new one for another day.
const { endpoint, secret } = await webhookEndpoints.rotate(process.env.WEBHOOK_ENDPOINT_ID!, {
  overlapSeconds: 86_400,
});
console.log(endpoint.oldSecretSignsUntil, secret.length);
