/**
 * A kill of the process that broadcasts spans, twice, with batches under way: each span arrives, unchanged if twice.
 */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDestinationKeeping } from '../../server/broadcast/index.ts';
import { type OtlpReceiver, startOtlpReceiver, takeAll } from '../broadcast/receiver.ts';
import { clientOf } from '../support/process.ts';
import { endMany, openSenders, type Senders } from './senders.ts';
import { makeTenant } from './tenant.ts';

const ENOUGH = 1_000_000_000;
const MODELS = ['sandbox/echo', 'sandbox/refused'];
const RUNS = 150;

let receiver: OtlpReceiver;
let senders: Senders;
beforeEach(async () => {
  receiver = await startOtlpReceiver();
  senders = await openSenders(() => receiver.spans().length);
});
afterEach(async () => {
  await senders.close();
  await receiver.close();
});

it('a process that is killed while it broadcasts loses no span, and makes none twice', async () => {
  const [api, first] = await Promise.all([senders.start('serve'), senders.start('work')]);
  const { key, workspace } = await makeTenant(senders.db, ENOUGH);
  const destinations = createDestinationKeeping({ db: senders.db, allowsPrivate: true });
  const input = { name: 'Collector', url: receiver.url };
  const { id } = await destinations.create({ workspace }, input);
  // The batch has arrived, but the receiver has not answered.
  receiver.answer((response, batch) => void setTimeout(() => takeAll(response, batch), 100));

  const ending = endMany(clientOf(api, key), RUNS, MODELS);
  await senders.killAt(first, 1);
  const second = await senders.start('work');
  await hiddenAreDue();
  await senders.killAt(second, 60);
  await senders.start('work');
  await hiddenAreDue();
  await ending;
  const waiting = () => senders.db.query('select from broadcast_span');
  await expect.poll(waiting).toEqual([]);

  const ended = await senders.db.query<{ id: string }>(
    "select id from run where state in ('completed', 'failed')",
  );
  expect(ended).toHaveLength(RUNS);
  const expected = ended.map(({ id: run }) => run.replaceAll('-', '')).toSorted();
  const byTrace = Map.groupBy(receiver.spans(), ({ traceId }) => traceId);
  expect([...byTrace.keys()].toSorted()).toEqual(expected);
  for (const same of byTrace.values()) {
    for (const span of same) expect(span).toEqual(same[0]);
  }
  // Batches that were under way at a kill arrived again.
  expect(receiver.spans().length).toBeGreaterThan(RUNS);
  const [row] = await senders.db.query<{ delivered: number }>(
    'select delivered from broadcast_destination where id = $1',
    [id],
  );
  expect(row!.delivered).toBe(RUNS);
});

/** The claims of the killed process are hidden from others for a minute; the test does not wait for that. */
async function hiddenAreDue(): Promise<void> {
  await senders.db.query('update broadcast_destination set claimed_until = null, due_at = now()');
}
