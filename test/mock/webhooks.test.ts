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

async function send<T>(
  method: string,
  path: string,
  body: object,
  headers: Record<string, string>,
): Promise<T> {
  const response = await fetch(mock.url + path, {
    method,
    headers: { Authorization: 'Bearer any', 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return (await response.json()) as T;
}

const create = (model: string, key: string) =>
  send<{ id: string; version: number }>('POST', RUNS, request(model), {
    ...{ 'Idempotency-Key': key, Prefer: 'wait=20' },
  });

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
  await send('POST', RUNS, request('sandbox/echo'), { 'Idempotency-Key': 'unread' });
  expect((await received(before + 1)).at(-1)).toMatchObject({ type: 'run.completed' });
});

it('one message of a budget that refuses twice, and one of a block', async () => {
  const before = messages.length;
  const customers = '/v1/developer/customers';
  const [endUserId, budgets] = ['bakery', { dayAmount: 0 }];
  await send('POST', customers, { endUserId, budgets }, { 'Idempotency-Key': 'bakery' });
  const order = request('sandbox/echo', { attribution: { endUserId } });
  for (const key of ['order', 'another-order']) {
    const refused = await send('POST', RUNS, order, { 'Idempotency-Key': key });
    expect(refused).toMatchObject({ code: 'end_user_budget_reached' });
  }
  await received(before + 1);
  await send('PATCH', `${customers}/bakery`, { state: 'blocked' }, {});
  const events = (await received(before + 2)).slice(before);
  expect(events).toMatchObject([
    { type: 'budget.reached', data: { endUserId, period: 'day', limitAmount: 0 } },
    { type: 'customer.blocked', data: { endUserId } },
  ]);
  for (const [i, name] of ['event-budget-reached', 'event-customer-blocked'].entries())
    expect(membersOf(events[i]!)).toEqual(
      membersOf(at('components', 'examples', name).value as object),
    );
});
