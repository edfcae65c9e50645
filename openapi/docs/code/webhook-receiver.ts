import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { isRunEvent, verifyWebhook, WebhookVerificationError } from 'model-run-client/webhooks';

/** Keep these in your database: what was received, and how far each run is known to be. */
const received = new Set<string>();
const versions = new Map<string, number>();

createServer(async (request, response) => {
  try {
    const message = { headers: request.headers, body: await text(request) };
    const event = verifyWebhook(process.env.WEBHOOK_SECRET!, message);
    const id = String(request.headers['webhook-id']);
    // A message comes at least once, and one that was sent once more can be older than what is known.
    if (!received.has(id) && isRunEvent(event)) {
      const { data } = event;
      if (data.version > (versions.get(data.id) ?? 0)) {
        versions.set(data.id, data.version);
        console.log(data.id, data.state, data.chargedAmount ?? 0);
      }
    }
    received.add(id);
    response.writeHead(204).end();
  } catch (error) {
    response.writeHead(error instanceof WebhookVerificationError ? 400 : 500).end();
  }
}).listen(Number(process.env.PORT ?? 4000));
