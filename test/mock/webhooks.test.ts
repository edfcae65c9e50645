/** The mock tells a receiver on this machine what the service would: once, in the same form, with a signature. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyWebhook } from '../../client/webhooks.ts';
import { type Mock, startMock, WEBHOOK_SECRET } from '../../scripts/mock/index.ts';
import { at, document } from '../contract/document.ts';
import { RUNS, request } from '../support/service.ts';

interface Message {
  headers: IncomingMessage['headers'];
  body: string;
}

const messages: Message[] = [];
/** Refuses the first message of all. */
const receiver = createServer(async (req, res) => {
  messages.push({ headers: req.headers, body: await text(req) });
  res.writeHead(messages.length === 1 ? 503 : 204).end();
  receiver.emit('message');
});
let mock: Mock;
beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  mock = await startMock({ document, port: 0, webhook: `http://127.0.0.1:${port}/` });
});
afterAll(async () => {
  await mock.close();
  receiver.close();
});

async function create(model: string, key: string): Promise<{ id: string; version: number }> {
  const response = await fetch(mock.url + RUNS, {
    method: 'POST',
    headers: {
      ...{ Authorization: 'Bearer any', 'Content-Type': 'application/json' },
      ...{ 'Idempotency-Key': key, Prefer: 'wait=20' },
    },
    body: JSON.stringify(request(model)),
  });
  return (await response.json()) as { id: string; version: number };
}

async function received(count: number): Promise<object[]> {
  while (messages.length < count) await once(receiver, 'message');
  return messages.map((message) => verifyWebhook(WEBHOOK_SECRET, message));
}

/** Times, ids and amounts are other ones in the examples of the contract. */
const membersOf = (event: object) => Object.keys((event as { data: object }).data).sort();

it('a message of each end, again under the same id if it is not taken, with the members of the contract', async () => {
  const completed = await create('sandbox/echo', 'one');
  const [first, again] = await received(2);
  expect(again).toEqual(first);
  expect(messages[1]!.headers['webhook-id']).toBe(messages[0]!.headers['webhook-id']);
  expect(first).toMatchObject({
    type: 'run.completed',
    data: { id: completed.id, kind: 'model_run', state: 'completed', subject: 'sandbox/echo' },
  });
  const failed = await create('sandbox/refused', 'two');
  const [, , second] = await received(3);
  expect(second).toMatchObject({
    type: 'run.failed',
    data: { id: failed.id, errorCode: 'provider_refused' },
  });
  for (const [name, event] of [
    ['event-run-completed', first],
    ['event-run-failed', second],
  ] as const)
    expect(membersOf(event!)).toEqual(
      membersOf(at('components', 'examples', name).value as object),
    );
});

it('a message of a run that nobody reads', async () => {
  const before = messages.length;
  await fetch(mock.url + RUNS, {
    method: 'POST',
    headers: {
      ...{ Authorization: 'Bearer any', 'Content-Type': 'application/json' },
      'Idempotency-Key': 'unread',
    },
    body: JSON.stringify(request('sandbox/echo')),
  });
  expect((await received(before + 1)).at(-1)).toMatchObject({ type: 'run.completed' });
});
