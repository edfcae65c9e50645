/**
 * One round: callers who repeat until they are answered, a process that dies at a seam and is started again,
 * and then the question whether all that was promised is so.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AnyKind, TOY_RUNS } from '../../support/kinds.ts';
import { kill, startProcess } from '../../support/process.ts';
import {
  type Acknowledged,
  brokenPromises,
  cancelForSure,
  countEndings,
  createForSure,
  endAll,
} from '../promises.ts';
import type { Seam } from './seams.ts';
import type { World } from './world.ts';

/** Enough to meet every seam: an answer, a slow one, one turned away at first, late prices, lost answers. */
const MODELS = [
  'echo',
  'slow',
  'busy',
  'unpriced',
  'breaks',
  'cancelled',
  'echo',
  'slow',
  'refused',
  'streams',
];
const SEAM_WITHIN_MS = 60_000;

export interface RoundResult {
  /** How many runs ended how: `completed`, or the code of their error. */
  endings: Record<string, number>;
  /** What is not as it must be, in words. */
  faults: string[];
}

export async function playRound(world: World, seam: Seam, name: string): Promise<RoundResult> {
  const before = seam.afterAnother
    ? await dieAt(world, { ...seam, at: { to: 'submission', at: 'headers' } }, 0, () =>
        load(world, `${name}-before`),
      )
    : [];
  const runs = [
    ...before,
    ...(await dieAt(world, seam, seedOf(name), () => load(world, name, seam.cancels))),
  ];
  const ofKinds = await Promise.all(
    world.clients.map(async ({ kind, client }) => {
      const created = runs.filter((run) => run.kind === kind);
      return { client, created, ended: await endAll(client, created) };
    }),
  );
  // Once all have ended: nothing may be held for any of them.
  const faults = await Promise.all(
    ofKinds.map(({ client, created, ended }) =>
      brokenPromises({ ...world, client, db: world.database.db }, created, ended),
    ),
  );
  return {
    endings: countEndings(ofKinds.flatMap(({ ended }) => ended)),
    faults: faults.flat(),
  };
}

interface Created extends Acknowledged {
  kind: AnyKind;
}

/** Runs of every kind and ending, each created by a caller who repeats with the same key until there is an answer. */
async function load({ clients }: World, name: string, cancels = false): Promise<Created[]> {
  return Promise.all(
    clients.flatMap(({ kind, client }) =>
      MODELS.map(async (model, i) => {
        const body = kind.request(`sandbox/${model}`);
        const created = await createForSure(client, `${name}-${i}`, body);
        if (cancels) {
          // Some before they are claimed, and some later.
          await sleep(i * 25);
          await cancelForSure(client, created.id);
        }
        return { ...created, kind };
      }),
    ),
  );
}

/** The process of the seam is dead, and another one stands in its place, when this resolves. */
async function dieAt<T>(
  world: World,
  seam: Seam,
  seed: number,
  work: () => Promise<T>,
): Promise<T> {
  const victim = world.processes[seam.of];
  const isMet = Promise.withResolvers<void>();
  let isDead = false;
  world.arm(seam, seed, () => {
    kill(victim, 'SIGKILL');
    isDead = true;
    isMet.resolve();
  });
  const working = work();
  if (seam.draining) {
    const before = world.sandbox.posts();
    while (world.sandbox.posts() === before && !isDead) await sleep(2);
    kill(victim, 'SIGTERM');
  }
  try {
    await within(SEAM_WITHIN_MS, isMet.promise, `the seam "${seam.name}" was never met`);
  } finally {
    // Whatever went wrong, the next seam finds a process.
    kill(victim, 'SIGKILL');
    await victim.ended;
    const environment = world.environments[seam.of];
    world.processes[seam.of] = await startProcess(seam.of, environment, TOY_RUNS.main);
  }
  return working;
}

/** The same for the same round, so that a round that failed can be played again. */
function seedOf(name: string): number {
  return createHash('sha256').update(name).digest().readUInt32BE() / 2 ** 32;
}

async function within(ms: number, work: Promise<void>, otherwise: string): Promise<void> {
  const clock = new AbortController();
  const late = sleep(ms, undefined, { signal: clock.signal }).then(() => {
    throw new Error(otherwise);
  });
  await Promise.race([work, late]).finally(() => {
    clock.abort();
    late.catch(() => {});
  });
}
