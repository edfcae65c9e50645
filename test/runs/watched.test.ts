/** Long work: the service finds what it lost sight of, a cancel reaches it, and nobody pays for what did not begin. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JobEnding } from '../../server/compute-jobs/engines/engine.ts';
import type { ComputeJobTypes } from '../../server/compute-jobs/index.ts';
import { createComputeProvider } from '../../server/compute-jobs/provider.ts';
import type { Principal } from '../../server/keys/index.ts';
import type { Provider } from '../../server/model-runs/providers/index.ts';
import { idToUuid } from '../../server/platform/lib/ids.ts';
import { createRegistry } from '../../server/providers/provider.ts';
import {
  createTestEngine,
  type TestEngine,
  testComputeProvider,
} from '../support/compute-upstream.ts';
import { COMPUTE_JOBS } from '../support/kinds.ts';
import { balances, startTestRuns } from '../support/model-runs.ts';

type Jobs = Awaited<ReturnType<typeof startTestRuns<ComputeJobTypes>>>;

let t: Jobs;
let here: Here;
beforeAll(async () => {
  t = await startTestRuns<ComputeJobTypes>(COMPUTE_JOBS);
  here = await openHere('here');
  await t.listen();
});
afterAll(() => t.close());

interface Here {
  engine: TestEngine;
  runs: Jobs['runs'];
  provider: Provider;
}

/** A machine with an engine and a worker of its own. */
async function openHere(host: string, times = {}): Promise<Here> {
  const engine = createTestEngine(host);
  const provider = testComputeProvider(engine);
  const runs = t.build({
    registry: createRegistry([provider]),
    times: {
      ...{ runDeadlineMs: 60_000, reconcileDeadlineMs: 300, reconcileGraceMs: 200 },
      ...{ priceDeadlineMs: 2_000, ...times },
    },
  });
  await t.startWorker({ work: runs });
  return { engine, runs, provider };
}

async function create(principal: Principal, environment: string, more = {}) {
  const body = COMPUTE_JOBS.request(environment, more);
  const { run } = await here.runs.create(principal, { idempotencyKey: crypto.randomUUID(), body });
  return { run, uuid: idToUuid('job', run.id)! };
}

const MUCH = 1_000_000_000;

async function stateOf(principal: Principal, id: string, state: string): Promise<void> {
  await expect.poll(async () => (await here.runs.get(principal.workspace, id))?.state).toBe(state);
}

async function expectNothingHeld({ workspace }: Principal): Promise<void> {
  expect(await balances(t.db, workspace)).toMatchObject([{ held: 0, pending: 0 }]);
}

it('finds work that goes on although its start was not acknowledged, and watches it to its end', async () => {
  const principal = await t.tenant(MUCH);
  const { run, uuid } = await create(principal, 'endless', { timeoutSeconds: 2 });
  await stateOf(principal, run.id, 'running');
  const ended = await t.end(principal, run, here.runs);
  expect(ended).toMatchObject({ state: 'completed', facts: { result: 'timed_out' } });
  expect(ended.chargedAmount).toBeLessThanOrEqual(ended.reservedAmount);
  expect(here.engine.starts(uuid)).toBe(1);
  await expectNothingHeld(principal);
});

it('cancels work whose start was not acknowledged, and charges the time until then', async () => {
  const principal = await t.tenant(MUCH);
  const { run } = await create(principal, 'endless', { timeoutSeconds: 3_600 });
  await here.runs.cancel(principal.workspace, run.id);
  const ended = await t.end(principal, run, here.runs);
  if (ended.state === 'completed') {
    expect(ended.facts).toMatchObject({ result: 'cancelled' });
    expect(ended.chargedAmount).toBeLessThan(ended.reservedAmount / 10);
  } else expect(ended.error?.code).toBe('cancelled');
  await expectNothingHeld(principal);
});

it('heeds a cancel that arrives during a look-up, however long the pause after it', async () => {
  const principal = await t.tenant(MUCH);
  const { run, uuid } = await create(principal, 'endless', { timeoutSeconds: 3_600 });
  await stateOf(principal, run.id, 'running');
  // As for a job that has run for an hour.
  await t.db.query('update run set look_ups = 12 where id = $1', [uuid]);
  const cancelled = Promise.withResolvers<void>();
  const { lookUp } = here.provider;
  const lookedUp = Promise.withResolvers<void>();
  here.provider.lookUp = async (reference, signal) => {
    const found = await lookUp!(reference, signal);
    lookedUp.resolve();
    await cancelled.promise;
    return found;
  };
  await t.db.query('update run_queue set due_at = now() where run = $1', [uuid]);
  await lookedUp.promise;
  here.provider.lookUp = lookUp!;
  await here.runs.cancel(principal.workspace, run.id);
  cancelled.resolve();
  // Nobody reads the run, because a read would have it looked up before it is due.
  const saved = () =>
    t.db.query('select from run where id = $1 and state = $2', [uuid, 'completed']);
  await expect.poll(saved).toHaveLength(1);
  const ended = await t.end(principal, run, here.runs);
  expect(ended).toMatchObject({ state: 'completed', facts: { result: 'cancelled' } });
  expect(ended.facts!.usage!.billableMs).toBeLessThan(15_000);
});

it('calls what was cancelled before it began cancelled, and free', async () => {
  const principal = await t.tenant(MUCH);
  const { run } = await create(principal, 'never');
  await stateOf(principal, run.id, 'running');
  await here.runs.cancel(principal.workspace, run.id);
  const ended = await t.end(principal, run, here.runs);
  expect(ended).toMatchObject({ state: 'failed', error: { code: 'cancelled' } });
  expect(ended.chargedAmount ?? 0).toBe(0);
  await expectNothingHeld(principal);
});

it('waits for a machine that is full, however often it says so', async () => {
  const principal = await t.tenant(MUCH);
  const { run, uuid } = await create(principal, 'full');
  const ended = await t.end(principal, run, here.runs);
  expect(ended).toMatchObject({ state: 'completed', facts: { result: 'exited' } });
  expect(here.engine.starts(uuid)).toBe(1);
});

it('charges nothing for a job whose outcome is lost', async () => {
  const principal = await t.tenant(MUCH);
  const { run } = await create(principal, 'vanishes');
  const ended = await t.end(principal, run, here.runs);
  expect(ended).toMatchObject({ state: 'failed', error: { code: 'engine_lost' } });
  await expectNothingHeld(principal);
});

it('watches work that began late, as long as its engine reports that it goes on', async () => {
  const principal = await t.tenant(MUCH);
  const { run, uuid } = await create(principal, 'endless', { timeoutSeconds: 3_600 });
  await stateOf(principal, run.id, 'running');
  await t.db.query('update run set settle_deadline = now() where id = $1', [uuid]);
  await t.db.query('update run_queue set due_at = now() where run = $1', [uuid]);
  await here.runs.reconcile();
  await here.runs.lookedUp();
  expect(await here.runs.get(principal.workspace, run.id)).toMatchObject({ state: 'running' });
  await here.runs.cancel(principal.workspace, run.id);
  const ended = await t.end(principal, run, here.runs);
  expect(ended).toMatchObject({ state: 'completed', facts: { result: 'cancelled' } });
  await expectNothingHeld(principal);
});

it('leaves a job to the machine that has it until its time is over', async () => {
  const principal = await t.tenant(MUCH);
  const { run, uuid } = await create(principal, 'never', { timeoutSeconds: 3_600 });
  await stateOf(principal, run.id, 'running');
  const elsewhere = await openHere('elsewhere');
  await t.db.query('update run_queue set due_at = now() where run = $1', [uuid]);
  await elsewhere.runs.reconcile();
  await elsewhere.runs.lookedUp();
  expect(await elsewhere.runs.get(principal.workspace, run.id)).toMatchObject({ state: 'running' });
  // An operator's request on one machine does not affect the other.
  const reconciled = await Array.fromAsync(elsewhere.runs.reconcileOpen({ dryRun: false }));
  expect(reconciled).toEqual([]);
  expect(await elsewhere.runs.get(principal.workspace, run.id)).toMatchObject({ state: 'running' });

  await t.db.query('update run set settle_deadline = now() where id = $1', [uuid]);
  await t.db.query('update run_queue set due_at = now() where run = $1', [uuid]);
  await elsewhere.runs.reconcile();
  const ended = await t.end(principal, run, elsewhere.runs);
  expect(ended).toMatchObject({ state: 'failed', error: { code: 'engine_lost' } });
  await expectNothingHeld(principal);
});

it('saves what a job wrote once, also where that takes longer than a look-up', async () => {
  let saves = 0;
  const engine = createTestEngine();
  const slow = {
    ...{ read: async () => undefined },
    async save() {
      saves += 1;
      await new Promise((resolve) => setTimeout(resolve, 2_500));
    },
  };
  const provider = createComputeProvider({
    ...{
      engine,
      outputs: slow,
      maxInFlight: 1,
      workspaceOf: async () => 'any',
      countOutputs: async () => {},
      log: { warn() {} },
    },
  });
  const order = {
    ...{ jobId: crypto.randomUUID(), environment: { id: 'echo', options: {} } },
    ...{ files: [], env: {}, outputs: [], cpuMillis: 1, memoryMb: 1 },
    ...{ timeoutMs: 1_000, maxLogBytes: 1, maxArtifactBytes: 1 },
  };
  await engine.start(order, new AbortController().signal);
  const { signal } = new AbortController();
  expect((await provider.lookUp!(order.jobId, signal)).kind).toBe('under_way');
  // Longer than the rest of the test: the next look-up of a patient service comes even later.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const found = await provider.lookUp!(order.jobId, signal);
  expect(found).toMatchObject({
    kind: 'answered',
    answer: { ending: { result: 'exited' } as JobEnding },
  });
  expect(saves).toBe(2);
});
