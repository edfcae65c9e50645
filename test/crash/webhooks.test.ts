/** The test kills the process that sends webhooks while some are under way, twice: each message still arrives. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { createWebhooks } from '../../server/webhooks/index.ts';
import { clientOf } from '../support/process.ts';
import { createMessageLog, EVENTS, TYPES } from '../webhooks/message-log.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.ts';
import { endMany, openSenders, type Senders } from './senders.ts';
import { makeTenant } from './tenant.ts';

const ENOUGH = 1_000_000_000;
const MODELS = Object.keys(TYPES);
const RUNS = 150;
/** Messages that one endpoint receives at once. */
const AT_ONCE = 8;

let receiver: Receiver;
let senders: Senders;
beforeEach(async () => {
  receiver = await startReceiver();
  senders = await openSenders(() => receiver.received.length);
});
afterEach(async () => {
  await senders.close();
  await receiver.close();
});

it('a process that is killed while it sends webhooks loses none, and the order of none', async () => {
  const [api, first] = await Promise.all([senders.start('serve'), senders.start('work')]);
  const { key, workspace } = await makeTenant(senders.db, ENOUGH);
  const webhooks = createWebhooks({ db: senders.db, allowsPrivate: true });
  await webhooks.create({ workspace }, { url: receiver.url, eventTypes: EVENTS });
  const messages = createMessageLog();
  receiver.answer(messages.taking(20));

  const ending = endMany(clientOf(api, key), RUNS, MODELS);
  await senders.killAt(first, 40);
  const second = await senders.start('work');
  await hiddenAreDue();
  await senders.killAt(second, 100);
  await senders.start('work');
  await hiddenAreDue();
  await ending;
  await expect.poll(waiting).toBe(0);

  const expected = await statesToTell();
  expect(expected.length).toBeGreaterThan(RUNS);
  expect(messages.taken()).toEqual(expected.toSorted());
  expect(messages.faults()).toEqual([]);
  expect(messages.attempts() - expected.length).toBeLessThanOrEqual(2 * AT_ONCE);
});

/** The states of all runs, each as `<run> <type>`, including those that a kill caused. */
async function statesToTell(): Promise<string[]> {
  const rows = await senders.db.query<{ id: string; state: string }>(
    `select distinct m.id, s.state
     from run m cross join lateral (
       select m.state union all select h ->> 'state' from jsonb_array_elements(m.history) h) s (state)
     where s.state in ('completed', 'failed', 'needs_reconciliation')`,
  );
  return rows.map(({ id, state }) => `${uuidToId('run', id)} run.${state}`);
}

/** What the killed process had under way is hidden for half a minute; the test does not wait for that. */
async function hiddenAreDue(): Promise<void> {
  await senders.db.query('update webhook_delivery set due_at = now() where due_at > now()');
}

async function waiting(): Promise<number> {
  const rows = await senders.db.query('select from webhook_delivery where due_at is not null');
  return rows.length;
}
