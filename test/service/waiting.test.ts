/** Runs that wait, for room or for the provider's record: what they report, and how a reader waits. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idToUuid } from '../../server/platform/lib/ids.ts';
import {
  type Answer,
  RUNS,
  request,
  runOf,
  startService,
  type Tenant,
  type TestService,
} from '../support/service.ts';

const WAIT = { Prefer: 'wait=30' };

describe('a run whose outcome or price is not known, without sweeps', () => {
  let unswept: TestService;
  let owner: Tenant;
  beforeAll(async () => {
    unswept = await startService({
      environment: { SWEEP_INTERVAL_MS: '86400000', RECONCILE_DEADLINE_MS: '86400000' },
    });
    owner = await unswept.tenant();
  });
  afterAll(() => unswept.close());

  it.each([
    ['sandbox/cancelled', 'needs_reconciliation', 'failed'],
    ['sandbox/breaks', 'needs_reconciliation', 'failed'],
    ['sandbox/unpriced', 'received', 'completed'],
  ])('is resolved by reading it: %s', async (model, pending, end) => {
    const { id, path } = await create(model);
    // Reads the database, because a read over HTTP would have the run looked up.
    const saved = async () => {
      const { db } = unswept.database;
      const [row] = await db.query<{ state: string }>('select state from run where id = $1', [id]);
      return row?.state;
    };
    await expect.poll(saved, { interval: 20 }).toBe(pending);
    const read = async () => runOf(await owner.get(path)).state;
    await expect.poll(read).toBe(end);
  });

  async function create(model: string) {
    const path = (await owner.create(request(model))).headers.get('location')!;
    return { path, id: idToUuid('run', path.slice(RUNS.length + 1)) };
  }

  /** The path of a run whose next look-up is far off, and whose last one was this many seconds ago. */
  async function lose(model: string, secondsAgo: number): Promise<string> {
    const { id, path } = await create(model);
    const { db } = unswept.database;
    const postponed = () =>
      db.query(
        `with q as (
           update run_queue set due_at = now() + interval '1 hour' where run = $1 and step <> 'submit'
           returning run
         )
         update run m set look_ups = 3, last_looked_up_at = now() - $2 * interval '1 s',
           next_check_at = now() + interval '1 hour'
         from q where m.id = q.run returning m.id`,
        [id, secondsAgo],
      );
    await expect.poll(async () => (await postponed()).length).toBe(1);
    return path;
  }

  it.each([
    ['sandbox/cancelled', 'failed'],
    ['sandbox/unpriced', 'completed'],
  ])(
    'is looked up at once by a read two seconds after the last look-up: %s',
    async (model, end) => {
      const path = await lose(model, 2);
      expect(runOf(await owner.get(path)).state).toBe(end);
    },
  );

  it.each([
    ['sandbox/cancelled', 'needs_reconciliation', 'fail_uncharged'],
    ['sandbox/unpriced', 'received', 'charge_list_price'],
    ['sandbox/no-usage', 'received', 'complete_uncharged'],
  ])(
    'is answered unchanged right after a look-up, with what is known: %s',
    async (model, state, end) => {
      const answer = await owner.get(await lose(model, 0));
      expect(runOf(answer)).toMatchObject({
        state,
        reconciliation: {
          reason: expect.stringMatching(/^The .+\.$/),
          attempts: 3,
          lastCheckedAt: expect.any(String),
          nextCheckAt: expect.any(String),
          deadline: expect.any(String),
          onDeadline: end,
        },
      });
      expect(answer.headers.get('retry-after')).toBe('60');
    },
  );

  it.each([
    ['a read', (path: string) => owner.get(path, WAIT)],
    [
      'a repeated create',
      (_path: string, requestKey: string) =>
        owner.create(request('sandbox/cancelled'), { requestKey, headers: WAIT }),
    ],
  ])('is looked up while %s waits, once two seconds are over', async (_, wait) => {
    const path = await lose('sandbox/cancelled', 1);
    const { idempotencyKey } = runOf(await owner.get(path));
    const answer = await wait(path, idempotencyKey);
    expect(answer.status).toBe(200);
    expect(runOf(answer)).toMatchObject({
      state: 'failed',
      error: { code: 'provider_unavailable' },
    });
    expect(runOf(answer)).not.toHaveProperty('reconciliation');
  });
});

describe('a run that waits for the provider to have room', () => {
  it('says why, when it is tried next and until when', async () => {
    const busy = await startService();
    const owner = await busy.tenant();
    const created = runOf(await owner.create(request('sandbox/busy')));
    let answer: Answer | undefined;
    await expect
      .poll(
        async () => {
          answer = await owner.get(`${RUNS}/${created.id}`);
          return runOf(answer).state;
        },
        { interval: 10 },
      )
      .toBe('queued');
    const { expiresAt, queue } = runOf(answer!);
    expect(Date.parse(expiresAt!) - Date.parse(created.createdAt)).toBe(600_000);
    expect(queue).toEqual({
      reason: 'The provider has no capacity for the request at the moment.',
      attempts: 1,
      nextAttemptAt: expect.any(String),
    });
    expect(Date.parse(queue!.nextAttemptAt!)).toBeGreaterThan(Date.parse(created.createdAt));

    const ended = await owner.end(created.id);
    expect(ended.state).toBe('completed');
    expect(ended).not.toHaveProperty('queue');
    expect(ended).not.toHaveProperty('expiresAt');
    await busy.close();
  });
});
