/** How many runs may be in flight at a provider and for a workspace, in all processes together. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Principal } from '../../server/keys/index.ts';
import {
  createRegistry,
  type Outcome,
  type Provider,
} from '../../server/model-runs/providers/index.ts';
import { createNotifications } from '../../server/platform/db/notifications.ts';
import { startWorker, type Worker } from '../../server/platform/worker/index.ts';
import { READY_CHANNEL } from '../../server/runs/index.ts';
import { request, startTestRuns, type TestRuns } from '../support/model-runs.ts';

const MUCH = 100_000_000_000;
const SLOTS = 24;
/** For one workspace alone. */
const SHARE = 16;
const SOON = { timeout: 60_000, interval: 50 };

let t: TestRuns;
const started: Member[] = [];
beforeEach(async () => {
  t = await startTestRuns();
  await t.listen();
});
afterEach(async () => {
  for (const { end } of started.splice(0)) await end();
  await t.close();
});

interface Member {
  worker: Worker;
  create(owner: Principal, count: number): Promise<void>;
  inFlight(): number;
  most(): number;
  answer(count: number): void;
  end(): Promise<void>;
}

/** A process that carries out what it creates and claims, at a provider that answers when the test says so. */
async function startMember(maxInFlight = SLOTS): Promise<Member> {
  const open: ((outcome: Outcome) => void)[] = [];
  let most = 0;
  const provider: Provider = {
    ...t.provider,
    maxInFlight,
    submit() {
      return new Promise((resolve) => {
        open.push(resolve);
        most = Math.max(most, open.length);
      });
    },
  };
  const notifications = createNotifications({ url: t.database.url });
  const runs = t.build({ registry: createRegistry([provider]), notifications });
  const worker = await startWorker({
    ...{ db: t.db, notifications, readyChannel: READY_CHANNEL, claims: 'all', work: runs },
    ...{ leaseMs: 20_000, sweepIntervalMs: 100, mayClaim: async () => true, log: t.log },
  });
  await notifications.start();
  runs.startWith(worker.takeSlot);
  const answer = (count: number) => {
    for (const resolve of open.splice(0, count)) {
      resolve({ kind: 'refused', reason: 'Enough.', providerStatus: 403 });
    }
  };
  const member: Member = {
    ...{ worker, answer },
    async create(owner, count) {
      const creates = Array.from({ length: count }, () =>
        runs.create(owner, { idempotencyKey: randomUUID(), body: request('sandbox/echo') }),
      );
      await Promise.all(creates);
    },
    inFlight: () => open.length,
    most: () => most,
    async end() {
      const answering = setInterval(() => answer(SLOTS), 20);
      await worker.drain(10_000);
      clearInterval(answering);
      await runs.idle();
      await notifications.close();
    },
  };
  started.push(member);
  return member;
}

const sum = (members: Member[]) => members.reduce((all, { inFlight }) => all + inFlight(), 0);

async function saved(): Promise<number> {
  const [row] = await t.db.query<{ count: number }>(
    "select count(*)::integer as count from run_queue where claim is not null and step = 'submit'",
  );
  return row!.count;
}

it('three processes together fill the slots of a provider once, and one workspace its share of them', async () => {
  const members = [await startMember(), await startMember(), await startMember()];
  const owners = [await t.tenant(MUCH), await t.tenant(MUCH)];
  await Promise.all(members.map((member) => member.create(owners[0]!, 30)));
  await expect.poll(() => sum(members), SOON).toBe(SHARE);
  expect(await saved()).toBe(SHARE);

  await Promise.all(members.map((member) => member.create(owners[1]!, 30)));
  await expect.poll(() => sum(members), SOON).toBeGreaterThan(SHARE);
  let most = 0;
  for (let turn = 0; turn < 30; turn += 1) {
    for (const member of members) member.answer(2);
    await new Promise((resolve) => setTimeout(resolve, 30));
    most = Math.max(most, await saved());
  }
  expect(most).toBeLessThanOrEqual(SLOTS);
  expect(most).toBeGreaterThan(SHARE / 2);
});

it('slots that one process gives back are taken by another that waits', async () => {
  const [one, other] = [await startMember(), await startMember()];
  const owner = await t.tenant(MUCH);
  await one.create(owner, SHARE);
  await expect.poll(() => one.inFlight() + other.inFlight(), SOON).toBe(SHARE);
  await other.create(owner, SHARE);
  one.answer(SHARE);
  other.answer(SHARE);
  await expect.poll(() => one.inFlight() + other.inFlight(), SOON).toBe(SHARE);
});

it('a process that is alone takes all of them', async () => {
  const one = await startMember();
  await one.create(await t.tenant(MUCH), 40);
  await expect.poll(() => one.inFlight(), SOON).toBe(SHARE);
});

it('one slot is one run, in whichever process', async () => {
  const members = [await startMember(1), await startMember(1), await startMember(1)];
  const owner = await t.tenant(MUCH);
  await Promise.all(members.map((member) => member.create(owner, 4)));
  for (let done = 0; done < 12; done += 1) {
    await expect.poll(() => sum(members), SOON).toBe(1);
    for (const member of members) member.answer(1);
  }
  expect(Math.max(...members.map((member) => member.most()))).toBe(1);
});

describe('a create that finds another process at its turn', () => {
  /** Keeps the turn until it is released, as a claim of another process does until its commit. */
  async function takeTurn() {
    const released = Promise.withResolvers<void>();
    const taken = Promise.withResolvers<void>();
    const turn = t.db.transaction(async (tx) => {
      await tx.query("select pg_advisory_xact_lock(hashtextextended('in flight ' || $1, 0))", [
        `model_run/${t.provider.name}`,
      ]);
      taken.resolve();
      await released.promise;
    });
    await taken.promise;
    return async () => {
      released.resolve();
      await turn;
    };
  }

  /** Of each run, oldest first: the state and the version, which a later claim would raise. */
  async function runsOf(owner: Principal): Promise<string[]> {
    const rows = await t.db.query<{ state: string; version: number }>(
      'select state, version from run where workspace = $1 order by id',
      [owner.workspace],
    );
    return rows.map(({ state, version }) => `${state} ${version}`);
  }

  const isWaiting = async () => {
    const [row] = await t.db.query<{ count: number }>(
      `select count(*)::integer as count from pg_locks l join pg_stat_activity a on a.pid = l.pid
       where not l.granted and l.locktype = 'advisory' and a.query like '%admit_runs%'`,
    );
    return row!.count > 0;
  };

  it('waits for its own turn, and claims its run then', async () => {
    const [one] = [await startMember(), await startMember()];
    const owner = await t.tenant(MUCH);
    // A busy machine may see the wait too late, and then the run waits for a claim.
    await expect
      .poll(async () => {
        const release = await takeTurn();
        const created = one.create(owner, 1);
        const wasSeen = await Promise.race([
          created.then(() => false),
          expect
            .poll(isWaiting, { interval: 1 })
            .toBe(true)
            .then(() => true),
        ]);
        await release();
        await created;
        return wasSeen && (await runsOf(owner)).at(-1) === 'submitting 1';
      }, SOON)
      .toBe(true);
  });

  it('leaves its run to a claim if its turn does not come soon', async () => {
    const [one] = [await startMember(), await startMember()];
    const owner = await t.tenant(MUCH);
    const release = await takeTurn();
    await one.create(owner, 1);
    expect(await runsOf(owner)).toEqual(['reserved 1']);
    await release();
    await expect.poll(() => sum(started), SOON).toBe(1);
  });
});
