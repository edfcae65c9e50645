/**
 * One round: callers who repeat until they are answered, a process that dies at a seam and is started again,
 * and then the question whether all that was promised is so. What is believed is what HTTP, the upstream's own
 * count and the ledger say.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ModelRun } from '../../../openapi/generated/developer.ts';
import { audit } from '../../../server/ledger/index.ts';
import { balances } from '../../support/model-runs.ts';
import {
  type Answer,
  type Client,
  kill,
  request,
  sentTooOften,
  startProcess,
} from '../../support/process.ts';
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
];
const SEAM_WITHIN_MS = 20_000;

export interface RoundResult {
  /** How many runs ended how: `completed`, or the code of their error. */
  endings: Record<string, number>;
  /** What is not as it must be, in words. */
  faults: string[];
}

export async function playRound(world: World, seam: Seam, name: string): Promise<RoundResult> {
  const { client } = world;
  if (seam.afterAnother)
    await dieAt(world, { ...seam, at: { to: 'submission', at: 'headers' } }, () =>
      load(world, `${name}-before`),
    );
  const runs = await dieAt(world, seam, () => load(world, name));
  const ended = await Promise.all(runs.map(({ id }) => untilTold(() => client.end(id))));
  const faults = [
    ...(await missing(client, runs, ended)),
    ...sentTooOften(ended, world.sandbox).map((told) => `sent too often: ${told}`),
    ...ended.filter(isOvercharged).map(({ id }) => `${id} is charged above its hold`),
    ...(await booksNotClean(world)),
  ];
  return { endings: countEndings(ended), faults };
}

interface Acknowledged {
  requestKey: string;
  body: object;
  id: string;
}

/** Runs of all kinds, each created by a caller who repeats with the same key until there is an answer. */
async function load({ client }: World, name: string): Promise<Acknowledged[]> {
  return Promise.all(
    MODELS.map(async (model, i) => {
      const requestKey = `${name}-${i}`;
      const body = request(`sandbox/${model}`, `Number ${i}`);
      const { run } = await untilAnswered(() => client.create(requestKey, body));
      return { requestKey, body, id: run.id };
    }),
  );
}

/** The process of the seam is dead, and another one stands in its place, when this resolves. */
async function dieAt<T>(world: World, seam: Seam, work: () => Promise<T>): Promise<T> {
  const victim = world.processes[seam.of];
  const isMet = Promise.withResolvers<void>();
  world.arm(seam, () => {
    kill(victim, 'SIGKILL');
    isMet.resolve();
  });
  const working = work();
  if (seam.draining) {
    const before = world.sandbox.posts();
    while (world.sandbox.posts() === before) await sleep(2);
    kill(victim, 'SIGTERM');
  }
  await within(SEAM_WITHIN_MS, isMet.promise, `the seam "${seam.name}" was never met`);
  await victim.ended;
  world.processes[seam.of] = await startProcess(seam.of, world.environments[seam.of]);
  return working;
}

/** A replay of each finds the run that was acknowledged, and it is there to be read. */
async function missing(client: Client, runs: Acknowledged[], ended: ModelRun[]): Promise<string[]> {
  const replays = await Promise.all(
    runs.map(({ requestKey, body }) => client.create(requestKey, body)),
  );
  return replays.flatMap(({ status, run }, i) =>
    status === 200 && run.id === runs[i]!.id && run.id === ended[i]!.id
      ? []
      : [`a replay of ${runs[i]!.id} gave ${status} ${run.id}`],
  );
}

async function booksNotClean({ database, workspace }: World): Promise<string[]> {
  const faults: string[] = [];
  for await (const check of audit(database.db)) faults.push(...check.faults);
  const purses = await balances(database.db, workspace);
  for (const { held, pending } of purses) {
    if (held !== 0 || pending !== 0) faults.push(`${held} is held for ${pending} pending runs`);
  }
  return faults;
}

function isOvercharged({ chargedAmount = 0, reservedAmount, state }: ModelRun): boolean {
  return chargedAmount > reservedAmount || (state === 'failed' && chargedAmount > 0);
}

function countEndings(runs: ModelRun[]): Record<string, number> {
  const endings: Record<string, number> = {};
  for (const { state, error } of runs) {
    const ending = error?.code ?? state;
    endings[ending] = (endings[ending] ?? 0) + 1;
  }
  return endings;
}

/** As a client of any kind does: again, for as long as nobody answers or the service is not well. */
async function untilAnswered(ask: () => Promise<Answer>): Promise<Answer> {
  return untilTold(async () => {
    const answer = await ask();
    if (answer.status >= 500) throw new Error(`the service answered ${answer.status}`);
    if (answer.status >= 400) throw new Refused(`a create was refused with ${answer.status}`);
    return answer;
  });
}

class Refused extends Error {}

async function untilTold<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof Refused) throw error;
      await sleep(50);
    }
  }
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
