import { createManagement } from 'model-run-client/management';

const { webhookEndpoints } = createManagement();

const endpoint = await webhookEndpoints.update(process.env.WEBHOOK_ENDPOINT_ID!, {
  eventTypes: ['run.failed'],
});
console.log(endpoint.url, endpoint.eventTypes);
