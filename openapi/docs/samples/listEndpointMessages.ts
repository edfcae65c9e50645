import { createManagement } from 'model-run-client/management';

const { webhookEndpoints } = createManagement();

// Reads page after page, as far as the loop goes.
for await (const message of webhookEndpoints.messages(process.env.WEBHOOK_ENDPOINT_ID!, {
  limit: 20,
})) {
  console.log(message.id, message.type, message.state, message.attempts);
}
