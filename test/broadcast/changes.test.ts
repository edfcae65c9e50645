/** How people change destinations while runs end and spans are under way. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createDestinationKeeping,
  DESTINATION_PREFIX,
  type Destinations,
} from '../../server/broadcast/index.ts';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { request, runOf, startService, type Tenant, type TestService } from '../support/service.ts';
import { type Answer, type OtlpReceiver, startOtlpReceiver, takeAll } from './receiver.ts';

let service: TestService;
let tenant: Tenant;
let receiver: OtlpReceiver;
let destinations: Destinations;
beforeEach(async () => {
  service = await startService();
  tenant = await service.tenant();
  receiver = await startOtlpReceiver();
  destinations = createDestinationKeeping({ db: service.database.db, allowsPrivate: true });
});
afterEach(async () => {
  await service.close();
  await receiver.close();
});

async function make(url = receiver.url): Promise<{ id: string; publicId: string }> {
  const { id } = await destinations.create(tenant, { name: 'Collector', url });
  return { id, publicId: uuidToId(DESTINATION_PREFIX, id) };
}

const seen = (publicId: string) => destinations.get(tenant.workspace, publicId);
const endRun = async () => tenant.end(runOf(await tenant.create(request('sandbox/echo'))).id);

/** As if this many runs had ended this long ago. */
async function pile(destination: string, count: number, age: string): Promise<void> {
  await service.database.db.query(
    `insert into broadcast_span (destination, run, created_at)
     select $1, gen_random_uuid(), now() - $3::interval from generate_series(1, $2)`,
    [destination, count, age],
  );
}

const waiting = async (destination: string) => {
  const [row] = await service.database.db.query<{ count: number }>(
    'select count(*)::integer as count from broadcast_span where destination = $1',
    [destination],
  );
  return row!.count;
};

/** Answers when the test says so. */
function answerLater(): { hasCome: Promise<void>; answer(how: Answer): void } {
  const come = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Answer>();
  receiver.answer(async (response, batch) => {
    come.resolve();
    (await answer.promise)(response, batch);
  });
  return { hasCome: come.promise, answer: answer.resolve };
}

describe('a settlement', () => {
  it.each(['for update', 'for no key update'])(
    'does not wait for who has a destination %s',
    async (strength) => {
      const { id } = await make('http://127.0.0.1:9/');
      const { db } = service.database;
      const over = Promise.withResolvers<void>();
      const holding = db.transaction(async (tx) => {
        await tx.query(`select from broadcast_destination where id = $1 ${strength}`, [id]);
        await over.promise;
      });
      try {
        expect(await endRun()).toMatchObject({ state: 'completed' });
      } finally {
        over.resolve();
        await holding;
      }
      expect(await waiting(id)).toBe(1);
    },
  );

  it('does not wait for the removal of a destination, however long that waits itself', async () => {
    const { id, publicId } = await make('http://127.0.0.1:9/');
    const over = Promise.withResolvers<void>();
    const holding = service.database.db.transaction(async (tx) => {
      await tx.query('select from broadcast_destination where id = $1 for update', [id]);
      await over.promise;
    });
    const removing = destinations.remove(tenant, publicId);
    try {
      await sleep(100);
      expect(await endRun()).toMatchObject({ state: 'completed' });
    } finally {
      over.resolve();
      await Promise.all([holding, removing]);
    }
    // What it has written for the destination is deleted as well.
    await service.database.db.query('select give_up_broadcasts(86400000, 10000, 200)');
    expect(await waiting(id)).toBe(0);
  });
});

describe('a destination that is removed', () => {
  it('leaves what waits for it to be deleted in steps, and has nothing more written for it', async () => {
    const { id, publicId } = await make('http://127.0.0.1:9/');
    await pile(id, 25_000, '1 minute');
    await destinations.remove(tenant, publicId);
    await expect.poll(() => waiting(id)).toBe(0);
    await endRun();
    expect(await waiting(id)).toBe(0);
  });
});

describe('what has waited for too long', () => {
  it('is given up for a slow destination, too, except what is being sent to it', async () => {
    const { id, publicId } = await make();
    await pile(id, 1_000, '25 hours');
    const { db } = service.database;
    await db.query(
      "update broadcast_destination set claimed_until = now() + interval '1 hour', claim = gen_random_uuid()",
    );
    const giveUp = async (atMost: number) => {
      const [row] = await db.query<{ count: number }>(
        'select give_up_broadcasts(86400000, $1, 200) as count',
        [atMost],
      );
      return row!.count;
    };
    expect(await giveUp(300)).toBeLessThanOrEqual(300);
    await giveUp(10_000);
    expect(await seen(publicId)).toMatchObject({ waiting: 200, givenUp: 800 });
  });
});

describe('the answer of an address that a destination had before', () => {
  it('does not disable it', async () => {
    const { publicId } = await make();
    const { hasCome, answer } = answerLater();
    await endRun();
    await hasCome;
    const next = await startOtlpReceiver();
    await destinations.change(tenant, publicId, { url: next.url });
    answer((response) => response.writeHead(410).end());
    await expect.poll(() => next.spans().length).toBe(1);
    await expect.poll(async () => (await seen(publicId)).delivered).toBe(1);
    expect(await seen(publicId)).toMatchObject({ lastStatus: 200, disabledReason: null });
    await next.close();
  });

  it('counts a span that both have taken once', async () => {
    const { publicId } = await make();
    const { hasCome, answer } = answerLater();
    await endRun();
    await hasCome;
    const next = await startOtlpReceiver();
    await destinations.change(tenant, publicId, { url: next.url });
    await expect.poll(async () => (await seen(publicId)).waiting).toBe(0);
    answer(takeAll);
    await sleep(500);
    expect(await seen(publicId)).toMatchObject({ delivered: 1, rejected: 0 });
    await next.close();
  });
});

it('a destination that nothing was sent to since it failed is not disabled by the next failure', async () => {
  receiver.answer((response) => response.writeHead(500).end());
  const { publicId } = await make();
  await endRun();
  await expect.poll(async () => (await seen(publicId)).lastStatus).toBe(500);
  // It failed a week ago, the service gave up what waited, and then there was nothing to send.
  await service.database.db.query(
    `update broadcast_destination set last_status = null, failing_since = now() - interval '7 days',
       due_at = now() - interval '6 days'`,
  );
  await expect.poll(async () => (await seen(publicId)).lastStatus).toBe(500);
  const { disabledReason, failingSince } = await seen(publicId);
  expect(disabledReason).toBeNull();
  expect(Date.now() - failingSince!.getTime()).toBeLessThan(60_000);
});

it('a new name leaves the pause of one that fails as it is', async () => {
  receiver.answer((response) => response.writeHead(500).end());
  const { publicId } = await make();
  await endRun();
  await expect.poll(async () => (await seen(publicId)).lastStatus).toBe(500);
  const due = () => service.database.db.query('select due_at, attempts from broadcast_destination');
  const before = await due();
  await destinations.change(tenant, publicId, { name: 'Another' });
  expect(await due()).toEqual(before);
});
