/**
 * One round: callers who repeat until they are answered, a process that dies at a seam and is started again,
 * and then the question whether all that was promised is so.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ModelRun } from '../../../openapi/generated/developer.ts';
import type { AnyKind } from '../../support/kinds.ts';
import { kill, subjectOf } from '../../support/process.ts';
import {
  type Acknowledged,
  brokenPromises,
  cancelForSure,
  countEndings,
  createForSure,
  endAll,
} from '../promises.ts';
import type { Seam } from './seams.ts';
import type { KindClient, World } from './world.ts';

const SEAM_WITHIN_MS = 60_000;

export interface RoundResult {
  /** How many runs ended how: `completed`, or the code of their error. */
  endings: Record<string, number>;
  /** What is not as it must be, in words. */
  faults: string[];
}

export interface Round {
  world: World;
  seam: Seam;
  /** Names the round, and decides what is left to chance in it. */
  name: string;
  kinds: readonly AnyKind[];
}

export async function playRound(round: Round): Promise<RoundResult> {
  const { world, seam, name, kinds } = round;
  const clients = world.clients.filter(({ kind }) => kinds.includes(kind));
  const before = seam.afterAnother
    ? await dieAt(world, { ...seam, at: { to: 'submission', at: 'headers' } }, 0, () =>
        load(clients, `${name}-before`),
      )
    : [];
  const runs = [
    ...before,
    ...(await dieAt(world, seam, seedOf(name), () => load(clients, name, seam.cancels))),
  ];
  const ofKinds = await Promise.all(
    clients.map(async ({ kind, client, sandbox }) => {
      const created = runs.filter((run) => run.kind === kind);
      return { kind, client, sandbox, created, ended: await endAll(client, created) };
    }),
  );
  // Once all have ended: nothing may be held for any of them.
  const faults = await Promise.all(
    ofKinds.map(({ created, ended, ...scene }) =>
      brokenPromises({ ...world, ...scene }, created, ended),
    ),
  );
  const incomplete = ofKinds.flatMap(({ kind, ended }) =>
    seam.cancels ? [] : notCompleted(kind, ended),
  );
  return {
    endings: countEndings(ofKinds.flatMap(({ ended }) => ended)),
    faults: [...faults.flat(), ...incomplete],
  };
}

/** Runs that could be sent again, and still did not complete. */
function notCompleted({ subjects }: AnyKind, ended: ModelRun[]): string[] {
  return ended
    .filter((run) => run.state === 'failed' && subjects.certain.includes(subjectOf(run)))
    .map((run) => `${run.id} of ${subjectOf(run)} ended with ${run.error?.code}`);
}

interface Created extends Acknowledged {
  kind: AnyKind;
}

/** Runs of every ending, each created by a caller who repeats with the same key until there is an answer. */
async function load(clients: KindClient[], name: string, cancels = false): Promise<Created[]> {
  return Promise.all(
    clients.flatMap(({ kind, client }) =>
      kind.subjects.load.map(async (subject, i) => {
        const body = kind.request(`sandbox/${subject}`);
        const created = await createForSure(client, `${name}-${kind.kind}-${i}`, body);
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

/** What the seam kills is dead, and stands there again, when this resolves. */
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
    if (seam.kills === 'database') isMet.resolve(world.killDatabase());
    else {
      kill(victim, 'SIGKILL');
      isDead = true;
      isMet.resolve();
    }
  });
  const working = work();
  if (seam.draining) {
    const before = world.posts();
    while (world.posts() === before && !isDead) await sleep(2);
    kill(victim, 'SIGTERM');
  }
  const met = within(SEAM_WITHIN_MS, isMet.promise, `the seam "${seam.name}" was never met`);
  if (seam.kills === 'database') {
    await met;
    return working;
  }
  try {
    await met;
  } finally {
    // Whatever went wrong, the next seam finds a process.
    kill(victim, 'SIGKILL');
    await victim.ended;
    await world.restart(seam.of);
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
