import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '../../server/keys/index.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import { idToUuid } from '../../server/platform/lib/ids.ts';
import type { Worker } from '../../server/platform/worker/index.ts';
import { faultsInBooks } from '../support/books.ts';
import { problemOf, request, rowsOf, startTestRuns, type TestRuns } from '../support/model-runs.ts';

const MUCH = 1_000_000_000;
let t: TestRuns;
const workers: Worker[] = [];

beforeAll(async () => {
  t = await startTestRuns();
  await t.listen();
});
// A worker of an earlier test that still had its lease would take turns at the queue with those of the next one.
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.drain(10_000);
});
afterAll(() => t.close());

/** A process that carries out what it creates, on this database. */
async function openProcess(db: Db = t.db) {
  const runs = t.build({ db });
  const worker = await t.startWorker({ work: runs, leaseMs: 20_000 });
  workers.push(worker);
  runs.startWith(worker.takeSlot);
  const principal = await t.tenant(MUCH);
  const create = (model: string, idempotencyKey: string = randomUUID()) =>
    runs.create(principal, { idempotencyKey, body: request(model) });
  return { runs, worker, principal, create };
}

async function statementsOf(work: (db: Db) => Promise<void>): Promise<string[]> {
  const names: string[] = [];
  await work({
    ...t.db,
    query: (text, values, name) => {
      names.push(name ?? text);
      return t.db.query(text, values, name);
    },
  });
  return names;
}

describe('a run that is claimed by its create', () => {
  it('is saved as about to be sent, and its history says since when', async () => {
    const { runs, principal, create } = await openProcess();
    const { run, replayed } = await create('sandbox/echo');
    expect([run.state, replayed]).toEqual(['submitting', false]);
    await t.end(principal, run, runs);
    const history = await runs.history(principal.workspace, run.id);
    expect(history?.states.map(({ state }) => state)).toEqual([
      'reserved',
      'submitting',
      'completed',
    ]);
    expect(t.sandbox.posts(run.id)).toBe(1);
  });

  it.each(['echo', 'tool-caller', 'refused', 'cancelled', 'unpriced'])(
    'is returned to a waiting caller as a read returns it: %s',
    async (model) => {
      const { runs, principal, create } = await openProcess();
      const { run } = await create(`sandbox/${model}`);
      const waited = await t.end(principal, run, runs);
      expect(waited).toEqual(await runs.get(principal.workspace, run.id));
    },
  );

  it('takes one create and one settlement, and nothing is read', async () => {
    const names = await statementsOf(async (db) => {
      const { runs, principal, create } = await openProcess(db);
      const { run } = await create('sandbox/echo');
      await t.end(principal, run, runs);
    });
    const ofRuns = names.filter((name) => /^(admit|advance|read|save)_/.test(name));
    expect(ofRuns).toEqual(['admit_runs', 'advance_runs']);
  });

  it('is the same run for a repeat, which starts nothing', async () => {
    const { runs, principal, create, worker } = await openProcess();
    const key = randomUUID();
    const [first, second] = await Promise.all([
      create('sandbox/slow', key),
      create('sandbox/slow', key),
    ]);
    expect(second.run.id).toBe(first.run.id);
    await t.end(principal, first.run, runs);
    expect(t.sandbox.posts(first.run.id)).toBe(1);
    await expect.poll(() => worker.inFlight()).toBe(0);
  });

  it('answers a repeat that comes a moment later from memory', async () => {
    let names: string[] = [];
    const { create, principal, runs } = await openProcess({
      ...t.db,
      query: (text, values, name) => {
        names.push(name ?? text);
        return t.db.query(text, values, name);
      },
    });
    const { run } = await create('sandbox/echo', 'repeated');
    await t.end(principal, run, runs);
    names = [];
    const again = await create('sandbox/echo', 'repeated');
    expect([again.run.id, again.run.state, again.replayed]).toEqual([run.id, 'completed', true]);
    expect(names.filter((name) => /^(admit|find|read)_/.test(name))).toEqual([]);
    expect((await problemOf(create('sandbox/refused', 'repeated'))).code).toBe(
      'idempotency_key_reuse',
    );
  });

  it('gives its slot back where it is refused', async () => {
    const { runs, worker } = await openProcess();
    const poor = await t.tenant(1);
    const body = request('sandbox/echo');
    const problem = await problemOf(runs.create(poor, { idempotencyKey: 'poor', body }));
    expect(problem.code).toBe('insufficient_credit');
    expect(worker.inFlight()).toBe(0);
  });
});

describe('a run waits for a claim', () => {
  it('where its process carries out nothing', async () => {
    const runs = t.build();
    const principal = await t.tenant(MUCH);
    const body = request('sandbox/echo');
    const { run } = await runs.create(principal, { idempotencyKey: 'alone', body });
    expect(run.state).toBe('reserved');
  });

  it('where others of its queue have been waiting', async () => {
    const other = await startTestRuns();
    await other.listen();
    const runs = other.build();
    const principal = await other.tenant(MUCH);
    const create = (idempotencyKey: string) =>
      runs.create(principal, { idempotencyKey, body: request('sandbox/echo') });
    await create('first');
    await other.db.query("update run_queue set due_at = now() - interval '1 second'");
    runs.startWith(slotOf(await registered(other.db)));
    expect((await create('second')).run.state).toBe('reserved');
    await other.db.query('delete from run_queue');
    expect((await create('third')).run.state).toBe('submitting');
    await other.close();
  });

  it.each([
    ['whose lease has ended', "update worker set lease_until = now() - interval '1 second'"],
    ['on a database that went back', 'update deployment set went_back = true'],
  ])('in a process %s', async (_, change) => {
    const other = await startTestRuns();
    await other.db.query("insert into deployment (secret, place) values ('', database_place())");
    const runs = other.build();
    const principal = await other.tenant(MUCH);
    runs.startWith(slotOf(await registered(other.db)));
    await other.db.query(change);
    const body = request('sandbox/echo');
    const { run } = await runs.create(principal, { idempotencyKey: 'late', body });
    expect(run.state).toBe('reserved');
    await other.close();
  });

  async function registered(db: Db): Promise<string> {
    const worker = randomUUID();
    await db.query(
      "insert into worker (id, lease_until) values ($1, now() + interval '1 minute')",
      [worker],
    );
    return worker;
  }

  /** A slot in which no run is carried out. */
  function slotOf(worker: string) {
    const ending = new AbortController().signal;
    return () => ({ worker, ending, start() {}, giveBack() {} });
  }
});

describe('a create that is not answered', () => {
  /** Loses this many answers to creates: before the statement is sent, or after its commit. */
  function losing(count: number, when: 'before' | 'after'): Db {
    let lost = 0;
    return {
      ...t.db,
      async query<Row>(text: string, values?: unknown[], name?: string): Promise<Row[]> {
        const isLost = name === 'admit_runs' && lost++ < count;
        const gone = () => Object.assign(new Error('the connection is gone'), { code: 'EPIPE' });
        if (isLost && when === 'before') throw gone();
        const rows = await t.db.query<Row>(text, values, name);
        if (isLost) throw gone();
        return rows;
      },
    };
  }

  async function theRunOf({ workspace }: Principal): Promise<string> {
    const [row] = await t.db.query<{ id: string }>('select id from run where workspace = $1', [
      workspace,
    ]);
    return row!.id;
  }

  it('once is repeated, and its run is started once', async () => {
    const { runs, principal, create } = await openProcess(losing(1, 'after'));
    // A run that has waited keeps later ones from being claimed as they are created.
    const waiting = () =>
      t.db.query("select from run_queue where step = 'submit' and claim is null");
    await expect.poll(waiting).toEqual([]);
    const { run } = await create('sandbox/echo');
    expect(run.state).toBe('submitting');
    expect((await t.end(principal, run, runs)).state).toBe('completed');
    expect(t.sandbox.posts(run.id)).toBe(1);
  });

  it('at all starts its run even though the caller got its 503 overloaded', async () => {
    const { runs, principal, create, worker } = await openProcess(losing(2, 'after'));
    const key = randomUUID();
    expect((await problemOf(create('sandbox/echo', key))).code).toBe('overloaded');
    const { run, replayed } = await create('sandbox/echo', key);
    expect(replayed).toBe(true);
    expect(idToUuid('run', run.id)).toBe(await theRunOf(principal));
    expect((await t.end(principal, run, runs)).state).toBe('completed');
    expect(t.sandbox.posts(run.id)).toBe(1);
    await expect.poll(() => worker.inFlight()).toBe(0);
  });

  it('while it still commits starts its run, though the repeat finds its account busy', async () => {
    let calls = 0;
    const commits: Promise<void>[] = [];
    const commit = Promise.withResolvers<void>();
    const { runs, principal, create } = await openProcess({
      ...t.db,
      query<Row>(text: string, values?: unknown[], name?: string): Promise<Row[]> {
        if (name !== 'admit_runs' || calls++ > 0) return t.db.query<Row>(text, values, name);
        const first = Promise.withResolvers<void>();
        commits.push(
          t.db.transaction(async (tx) => {
            await tx.query(text, values);
            first.resolve();
            await commit.promise;
          }),
        );
        // The caller gets an error while the statement goes on.
        return first.promise.then(() => {
          throw Object.assign(new Error('the connection is gone'), { code: 'EPIPE' });
        });
      },
    });
    const key = randomUUID();
    expect((await problemOf(create('sandbox/echo', key))).code).toBe('overloaded');
    commit.resolve();
    await Promise.all(commits);
    const { run } = await create('sandbox/echo', key);
    expect((await t.end(principal, run, runs)).state).toBe('completed');
    expect(t.sandbox.posts(run.id)).toBe(1);
  });

  it('and was never sent creates nothing, and gives its slots back', async () => {
    const { principal, create, worker } = await openProcess(losing(2, 'before'));
    const attempts = [create('sandbox/echo'), create('sandbox/echo')].map(problemOf);
    for (const { code } of await Promise.all(attempts)) expect(code).toBe('overloaded');
    await expect.poll(() => worker.inFlight()).toBe(0);
    expect(await rowsOf(t.db, principal)).toMatchObject({ runs: 0, holds: 0 });
  });
});

it('the books are in order after all of it', async () => {
  expect(await faultsInBooks(t.db)).toEqual([]);
});

it('a stalled account does not affect other workspaces of the batch', async () => {
  const { runs, principal, create } = await openProcess();
  const other = await t.tenant(MUCH);
  const ended = Promise.withResolvers<void>();
  const isLocked = Promise.withResolvers<void>();
  const holding = t.db.transaction(async (tx) => {
    await tx.query('select from account where workspace = $1 for update', [principal.workspace]);
    isLocked.resolve();
    await ended.promise;
  });
  await isLocked.promise;
  const body = request('sandbox/echo');
  const [stalled, ...free] = await Promise.all([
    problemOf(create('sandbox/echo')),
    ...['a', 'b', 'c'].map((idempotencyKey) => runs.create(other, { idempotencyKey, body })),
  ]);
  ended.resolve();
  await holding;
  expect(stalled.code).toBe('overloaded');
  expect(free.map(({ run }) => run.state)).toEqual(['submitting', 'submitting', 'submitting']);
  for (const { run } of free) {
    expect((await t.end(other, run, runs)).state).toBe('completed');
    expect(t.sandbox.posts(run.id)).toBe(1);
  }
});

describe('slots', () => {
  it('are left to others by a workspace that has its share, and by a worker that stops', async () => {
    const { worker, principal } = await openProcess();
    const [queue] = t.runs.queues();
    const take = (workspace = principal.workspace) => worker.takeSlot(queue!.name, workspace);
    const taken = [];
    for (let slot = take(); slot; slot = take()) taken.push(slot);
    // With 64 slots, the next run would leave fewer than half of them free.
    expect(taken).toHaveLength(43);
    taken.push(take(randomUUID())!);
    expect(taken).not.toContain(undefined);
    expect(worker.takeSlot('unheard_of/queue', principal.workspace)).toBeUndefined();
    const stopped = worker.drain(5_000);
    expect(take(randomUUID())).toBeUndefined();
    for (const slot of taken) slot.giveBack();
    await stopped;
    expect(worker.inFlight()).toBe(0);
  });
});
