import { createManagement } from 'model-run-client/management';

const { webhookEndpoints } = createManagement();

const { WEBHOOK_ENDPOINT_ID, MESSAGE_ID } = process.env;
const message = await webhookEndpoints.resend(WEBHOOK_ENDPOINT_ID!, MESSAGE_ID!);
console.log(message.state, message.attempts);
