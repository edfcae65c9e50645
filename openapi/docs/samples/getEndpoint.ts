import { createManagement } from 'model-run-client/management';

const { webhookEndpoints } = createManagement();

const endpoint = await webhookEndpoints.get(process.env.WEBHOOK_ENDPOINT_ID!);
console.log(endpoint.url, endpoint.status, endpoint.lastDeliveredAt);
