/** How a process shares its slots for one provider between workspaces. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createKey, type Principal } from '../../server/keys/index.ts';
import type { Outcome, Provider } from '../../server/model-runs/providers/index.ts';
import { request, startTestRuns, type TestRuns } from '../support/model-runs.ts';

const MUCH = 100_000_000_000;
const SLOTS = 60;

let t: TestRuns;
beforeEach(async () => {
  t = await startTestRuns();
});
afterEach(() => t.close());

async function create(owner: Principal, count: number): Promise<string[]> {
  const created = await Promise.all(
    Array.from({ length: count }, () =>
      t.runs.create(owner, { idempotencyKey: randomUUID(), body: request('sandbox/echo') }),
    ),
  );
  return created.map(({ run }) => run.id);
}

/** A worker with a provider that answers only when the test says so; the runs that the provider received. */
async function startHanging() {
  const sent: string[] = [];
  const answers: ((outcome: Outcome) => void)[] = [];
  const provider: Provider = {
    ...t.provider,
    maxInFlight: SLOTS,
    submit({ runId }) {
      sent.push(runId);
      return new Promise((resolve) => answers.push(resolve));
    },
  };
  await t.startWorker({ providers: [provider] });
  await t.listen();
  const refuse = { kind: 'refused', reason: 'Enough.', providerStatus: 403 } as const;
  return {
    sent,
    /** Answers this many of those under way, oldest first. */
    release(count: number): void {
      for (const resolve of answers.splice(0, count)) resolve(refuse);
    },
  };
}

describe('the slots of a provider', () => {
  it('are not filled by one workspace whose runs hang: the run of another is sent at once', async () => {
    const [large, small] = [await t.tenant(MUCH), await t.tenant(MUCH)];
    const { sent, release } = await startHanging();
    await create(large, 300);
    await expect.poll(() => sent.length).toBe(40);

    const [late] = await create(small, 1);
    await expect.poll(() => sent.length).toBe(41);
    expect(sent).toContain(late);
    release(SLOTS);
  });

  it('are filled again as they become free, to the same share', async () => {
    const owner = await t.tenant(MUCH);
    const { sent, release } = await startHanging();
    const made = await create(owner, 100);
    await expect.poll(() => sent.length).toBe(40);
    release(15);
    await expect.poll(() => sent.length).toBe(55);
    release(40);
    await expect.poll(() => sent.length).toBe(95);
    release(SLOTS);
    await expect.poll(() => new Set(sent)).toEqual(new Set(made));
    release(SLOTS);
  });
});

describe('a claim', () => {
  let worker: string;
  beforeEach(async () => {
    worker = randomUUID();
    await t.db.query(
      "insert into worker (id, lease_until) values ($1, now() + interval '1 hour')",
      [worker],
    );
  });

  /** Claims until no run is left to claim; returns how many runs each workspace then has in flight. */
  async function fill(free: number, held: ReadonlyMap<string, number> = new Map(), atMost = 100) {
    const now = new Map(held);
    for (let left = free; ; ) {
      const slots = { atMost: Math.min(left, atMost), free: left, held: now };
      const claimed = left > 0 ? await t.runs.claim(slots, randomUUID(), worker) : [];
      if (claimed.length === 0) return now;
      left -= claimed.length;
      for (const { workspace } of claimed) now.set(workspace, (now.get(workspace) ?? 0) + 1);
    }
  }

  it.each([1, 7, 100])(
    'gives three workspaces equal shares within one, %i at once',
    async (atMost) => {
      const owners = [await t.tenant(MUCH), await t.tenant(MUCH), await t.tenant(MUCH)];
      await create(owners[0]!, 60);
      await create(owners[1]!, 30);
      await create(owners[2]!, 90);
      const shares = [...(await fill(SLOTS, new Map(), atMost)).values()];
      expect(shares).toHaveLength(3);
      expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
      expect(shares.reduce((a, b) => a + b)).toBeGreaterThanOrEqual(50);
    },
  );

  it('gives the next slots to the workspace with the fewest in flight', async () => {
    const [large, small] = [await t.tenant(MUCH), await t.tenant(MUCH)];
    await create(large, 30);
    await create(small, 30);
    const held = new Map([[large.workspace, 12]]);
    const now = await fill(18, held);
    expect(now.get(large.workspace)).toBe(12);
    expect(now.get(small.workspace)).toBe(12);
  });

  it.each([
    [1, 1],
    [2, 2],
    [3, 2],
    [4, 3],
    [60, 40],
    [256, 171],
  ])('of %i slots gives a workspace alone %i', async (free, share) => {
    const owner = await t.tenant(MUCH);
    await create(owner, 200);
    expect((await fill(free)).get(owner.workspace)).toBe(share);
  });

  /** The owner with a revoked key that created this many runs, which no process has failed yet. */
  async function createRevoked(owner: Principal, count: number): Promise<void> {
    const scopes = ['models:run'];
    const { id } = await createKey(t.db, { workspace: owner.workspace, name: 'lost', scopes });
    await create({ ...owner, apiKey: id }, count);
    await t.db.query('update api_key set revoked_at = now() where id = $1', [id]);
  }

  it.each([1, 20])('gives no turn to runs of a revoked key, of %i slots', async (free) => {
    const [large, small] = [await t.tenant(MUCH), await t.tenant(MUCH)];
    await createRevoked(large, 60);
    await create(small, 1);
    expect(await fill(free)).toEqual(new Map([[small.workspace, 1]]));
  });

  it('reaches the runs of a valid key after those of a revoked one', async () => {
    const owner = await t.tenant(MUCH);
    await createRevoked(owner, 60);
    await create(owner, 3);
    expect((await fill(10)).get(owner.workspace)).toBe(3);
  });

  it('keeps the order of creation within a workspace', async () => {
    const owner = await t.tenant(MUCH);
    const made: string[] = [];
    for (let i = 0; i < 12; i++) made.push(...(await create(owner, 1)));
    await fill(10);
    const left = await t.db.query<{ n: number }>(
      `select row_number() over (order by id)::integer as n, state from run order by id`,
    );
    expect(left).toEqual(
      made.map((_, i) => ({ n: i + 1, state: i < 7 ? 'submitting' : 'reserved' })),
    );
  });
});
