/** What the client accepts at an endpoint: the messages of the service, and nothing else. */
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { isRunEvent, verifyWebhook, WebhookVerificationError } from '../../client/webhooks.ts';
import { createWebhooks } from '../../server/webhooks/index.ts';
import { request, runOf, startService } from '../support/service.ts';
import { startReceiver } from '../webhooks/receiver.ts';

it('accepts what the service sends, with headers of Node and of the web, text or bytes', async () => {
  const service = await startService();
  const receiver = await startReceiver();
  const tenant = await service.tenant();
  const webhooks = createWebhooks({ db: service.database.db, allowsPrivate: true });
  const input = { url: receiver.url, eventTypes: ['run.completed'] as const };
  const { secret } = await webhooks.create(tenant, input);
  const { id } = await tenant.end(runOf(await tenant.create(request('sandbox/echo'))).id);
  await expect.poll(() => receiver.received.length).toBe(1);
  const { headers, body } = receiver.received[0]!;
  const event = verifyWebhook(secret, { headers, body });
  expect(isRunEvent(event) && event.data).toMatchObject({ id, state: 'completed' });
  const web = { headers: new Headers(headers as Record<string, string>), body: Buffer.from(body) };
  expect(verifyWebhook(secret, web)).toEqual(event);
  await service.close();
  await receiver.close();
});

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const BODY = JSON.stringify({ type: 'credit.low', timestamp: '', data: {} });

function signed(at: Date, body = BODY): Record<string, string> {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(SECRET).sign('msg_1', at, body),
  };
}

it.each([
  ['a body that was changed', signed(new Date()), `${BODY} `],
  ['an old message', signed(new Date(Date.now() - 600_000)), BODY],
  ['a message without a signature', {}, BODY],
])('rejects %s', (_, headers, body) => {
  expect(() => verifyWebhook(SECRET, { headers, body })).toThrow(WebhookVerificationError);
});

it('rejects a message of another secret, and asks for a secret if it has none', () => {
  const message = { headers: signed(new Date()), body: BODY };
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
  expect(() => verifyWebhook(other, message)).toThrow(WebhookVerificationError);
  expect(() => verifyWebhook('', message)).toThrow('Give the secret');
  expect(isRunEvent(verifyWebhook(SECRET, message))).toBe(false);
});
