import { createManagement } from 'model-run-client/management';

const { webhookEndpoints } = createManagement();

await webhookEndpoints.delete(process.env.WEBHOOK_ENDPOINT_ID!);
console.log('deleted');
