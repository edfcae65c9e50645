/**
 * One round: callers repeat until they get an answer, a process dies at a seam and starts again, and then the round
 * checks every promise.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ModelRun } from '../../../openapi/generated/developer.ts';
import { uuidToId } from '../../../server/platform/lib/ids.ts';
import type { AnyKind } from '../../support/kinds.ts';
import { kill, type Process, subjectOf } from '../../support/process.ts';
import {
  type Acknowledged,
  brokenPromises,
  cancelForSure,
  countEndings,
  createForSure,
  endAll,
} from '../promises.ts';
import type { Harness, KindClient } from './harness.ts';
import type { Seam } from './seams.ts';

/** On a busy machine, the work may miss the seam: then the round tries again. */
const SEAM_WITHIN_MS = 20_000;
const MOST_TRIES = 4;
/** For seams met while callers wait, or never: a busy machine may answer callers only after the runs have ended. */
const MOST_SHORT_TRIES = 20;
const SENT_WITHIN_MS = 3_000;

export interface RoundResult {
  /** The number of runs per ending: `completed`, or the code of the error. */
  endings: Record<string, number>;
  /** Broken promises, in words. */
  faults: string[];
}

interface Round {
  harness: Harness;
  seam: Seam;
  /** Names the round, and seeds what is random in it. */
  name: string;
  kinds: readonly AnyKind[];
}

export async function playRound(round: Round): Promise<RoundResult> {
  const { harness, seam, name, kinds } = round;
  const clients = harness.clients.filter(({ kind }) => kinds.includes(kind));
  const all = await dieAt(harness, seam, seedOf(name), (again) =>
    load(clients, `${name}${again}`, seam.cancels),
  );
  const ofKinds = await Promise.all(
    clients.map(async ({ kind, client, sandbox }) => {
      const created = all.filter((run) => run.kind === kind);
      return { kind, client, sandbox, created, ended: await endAll(client, created) };
    }),
  );
  // After all runs have ended, nothing may be held for any of them.
  const faults = await Promise.all(
    ofKinds.map(({ created, ended, ...kindClient }) =>
      brokenPromises({ ...harness, ...kindClient }, created, ended),
    ),
  );
  const sentOn = await Promise.all(ofKinds.map((each) => sentOnWhenUnknown(harness, each)));
  const crossed = sentOn.flat();
  const incomplete = ofKinds.flatMap(({ kind, ended }) =>
    seam.cancels ? [] : notCompleted(kind, ended),
  );
  return {
    endings: countEndings(ofKinds.flatMap(({ ended }) => ended)),
    faults: [...faults.flat(), ...incomplete, ...crossed],
  };
}

/** Runs whose outcome at the first of two providers is unknown, and that the second one received all the same. */
async function sentOnWhenUnknown(
  { db, workspace }: Harness,
  { kind, sandbox, ended }: Pick<KindClient, 'kind' | 'sandbox'> & { ended: ModelRun[] },
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    "select id from run where workspace = $1 and kind = $2 and provider = 'busy'",
    [workspace, kind.kind],
  );
  const atFirst = new Set(rows.map(({ id }) => uuidToId(kind.idPrefix, id)));
  return (
    ended
      .filter(({ id, error }) => atFirst.has(id) && error?.code === 'outcome_unknown')
      // The second one has turned away some of them, which then came back to the first one.
      .filter((run) => kind.sent(subjectOf(run)).most === 1 && sandbox.posts(run.id) > 0)
      .map((run) => `${run.id} of ${subjectOf(run)} was sent on, although its outcome was unknown`)
  );
}

/** Runs that the service could send again, but that did not complete. */
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
    clients.flatMap(({ kind, client, sandbox }) =>
      kind.subjects.load.map(async (subject, i) => {
        const body = kind.request(`sandbox/${subject}`);
        const created = await createForSure(client, `${name}-${kind.kind}-${i}`, body);
        if (cancels) {
          // Cancels some before a worker claims them, and some after they were sent.
          await sleep(i * 25);
          const until = performance.now() + SENT_WITHIN_MS;
          const isAwaited = i % 2 === 1;
          while (isAwaited && sandbox.posts(created.id) === 0 && performance.now() < until) {
            await sleep(10);
          }
          await cancelForSure(client, created.id);
        }
        return { ...created, kind };
      }),
    ),
  );
}

/** The death before this seam, which leaves runs without a worker. */
function anotherOf({ name, of }: Seam): Seam {
  return { name, of, at: { to: 'submission', at: 'headers' } };
}

/** Resolves, with all that was done meanwhile, when what the seam kills has died and is back. */
async function dieAt(
  harness: Harness,
  seam: Seam,
  seed: number,
  work: (again: string) => Promise<Created[]>,
): Promise<Created[]> {
  const done: Created[] = [];
  const isShort = seam.cancels === true && seam.of === 'serve';
  for (let tries = 1; tries <= (isShort ? MOST_SHORT_TRIES : MOST_TRIES); tries++) {
    const again = tries === 1 ? '' : `-again-${tries}`;
    if (seam.afterAnother) {
      done.push(
        ...(await dieAt(harness, anotherOf(seam), 0, (more) => work(`${again}-before${more}`))),
      );
    }
    const over = Promise.withResolvers<false>();
    const dying = tryToDie(harness, seam, seed, over.promise, isShort && tries > 1);
    const working = work(again);
    // The end of the round may reject it while its process still starts.
    working.catch(() => {});
    if (isShort) working.finally(() => over.resolve(false)).catch(() => {});
    const isMet = await dying;
    done.push(...(await working));
    if (isMet) return done;
  }
  throw new Error(`the seam "${seam.name}" was never met`);
}

/**
 * Whether the seam was met in time, before the work was over. A process that must die dies anyway. A worker that is paused
 * stands still meanwhile: on a busy machine, runs otherwise end before the caller's cancel comes.
 */
async function tryToDie(
  harness: Harness,
  seam: Seam,
  seed: number,
  over: Promise<false>,
  pausesWorker: boolean,
): Promise<boolean> {
  const victim = harness.processes[seam.of];
  const met = Promise.withResolvers<true>();
  harness.arm(seam, seed, () => {
    if (seam.kills === 'database') met.resolve(harness.killDatabase().then(() => true));
    else {
      kill(victim, 'SIGKILL');
      met.resolve(true);
    }
  });
  const clock = new AbortController();
  const { work } = harness.processes;
  if (pausesWorker) kill(work, 'SIGSTOP');
  if (seam.draining) void drainOnceAtWork(harness, victim, clock.signal);
  const late = sleep(SEAM_WITHIN_MS, false, { signal: clock.signal });
  const isMet = await Promise.race([met.promise, late, over]);
  clock.abort();
  late.catch(() => {});
  harness.disarm();
  if (pausesWorker) kill(work, 'SIGCONT');
  if (seam.kills !== 'database') {
    kill(victim, 'SIGKILL');
    await victim.ended;
    await harness.restart(seam.of);
  }
  return isMet;
}

async function drainOnceAtWork(
  harness: Harness,
  victim: Process,
  signal: AbortSignal,
): Promise<void> {
  const before = harness.posts();
  while (harness.posts() === before && !signal.aborted) await sleep(2);
  if (!signal.aborted) kill(victim, 'SIGTERM');
}

/** The same round gets the same seed, so that a failed round can be played again. */
function seedOf(name: string): number {
  return createHash('sha256').update(name).digest().readUInt32BE() / 2 ** 32;
}
