/**
 * The crash matrix: the test kills a real process, or the database, at every seam, and nothing that was promised is
 * lost, sent twice or charged twice. Successive seams use successive kinds of run.
 * `CRASH_ROUNDS` says how often to play each seam, with the next kind each time, `CRASH_LANES` in how many worlds at
 * once, and `CRASH_GROUP` which group, by a part of its name, such as `jobs`; the tables at the end say how the runs
 * ended.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnyKind, COMPUTE_JOBS, kindsOfTurn, MODEL_RUNS } from '../../support/kinds.ts';
import { NAMED_MODEL_RUNS } from './claude.ts';
import { type Harness, type HarnessOptions, openHarness } from './harness.ts';
import { playRound, type RoundResult } from './round.ts';
import {
  SEAMS,
  SEAMS_OF_CANCELS,
  SEAMS_OF_FALLBACKS,
  SEAMS_OF_JOBS,
  SEAMS_OF_OWN_RUNS,
  SEAMS_OF_THE_DATABASE,
} from './seams.ts';

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 1);
const LANES = Number(process.env.CRASH_LANES ?? 1);
const ONLY = process.env.CRASH_GROUP ?? '';
const MOST_AT_ONCE = 5;
/** For a round that hangs: a slow machine tries some seams many times before it meets them. */
const MOST_MS = 600_000;
/** Then the round ends by itself, and the next one starts in a new world. */
const ROUND_WITHIN_MS = 420_000;

interface Play {
  seam: (typeof SEAMS)[number];
  name: string;
  kinds: readonly AnyKind[];
  result: PromiseWithResolvers<RoundResult>;
}

/** Each group has worlds of its own, which run beside the others: much of a round is waiting. */
const GROUPS = [
  { what: 'the worker carries out all runs', seams: SEAMS, settings: {}, ownDatabase: false },
  {
    what: 'every run is cancelled, or the database dies',
    seams: [...SEAMS_OF_CANCELS, ...SEAMS_OF_THE_DATABASE],
    ...{ settings: {}, ownDatabase: true },
  },
  {
    what: 'the API carries out its own runs',
    seams: SEAMS_OF_OWN_RUNS,
    // If a busy machine lets the API's lease end, the worker takes all runs.
    settings: { SERVE_CARRIES_OUT: 'on', LEASE_MS: '3000' },
    ownDatabase: false,
  },
  {
    what: 'jobs are carried out beside the worker',
    ...{ seams: SEAMS_OF_JOBS, settings: {}, ownDatabase: true, only: [COMPUTE_JOBS] },
  },
  {
    what: 'runs go from an API of Anthropic to one of chat completions',
    ...{
      seams: SEAMS_OF_FALLBACKS,
      settings: {},
      ownDatabase: false,
      goesFrom: 'anthropic' as const,
    },
    only: [MODEL_RUNS],
  },
  {
    what: 'runs go from an API of chat completions to one of Anthropic',
    ...{ seams: SEAMS_OF_FALLBACKS, settings: {}, ownDatabase: false },
    ...{ goesFrom: 'openai-compatible' as const, only: [NAMED_MODEL_RUNS] },
  },
].filter(({ what }) => what.includes(ONLY));

const PLAYED = GROUPS.map((group) => ({
  ...group,
  plays: group.seams.map((seam, i) => playsOf(seam, i, 'only' in group ? group.only : undefined)),
}));

function playsOf(seam: Play['seam'], i: number, only?: readonly AnyKind[]): Play[] {
  return Array.from({ length: ROUNDS }, (_, round): Play => {
    const name = `${seam.name}-${round}`.replaceAll(/\W/g, '-');
    const result = Promise.withResolvers<RoundResult>();
    // The test of the seam reports a failure. That test may not have started yet.
    result.promise.catch(() => {});
    return { seam, name, kinds: only ?? kindsOfTurn(i + round), result };
  });
}

let opened: Promise<unknown> = Promise.resolve();

/** Opens one after the other, because opening one keeps a small machine busy. */
function openInTurn(options: HarnessOptions): Promise<Harness> {
  const opening = opened.then(() => openHarness(options));
  opened = opening.catch(() => {});
  return opening;
}

async function playAll({ plays, ...options }: (typeof PLAYED)[number]): Promise<void> {
  const waiting = Array.from({ length: ROUNDS }, (_, round) => plays.map((all) => all[round]!));
  const next = waiting.flat().values();
  const inTurn = async (): Promise<void> => {
    let harness = await openInTurn(options);
    for (const { seam, name, kinds, result } of next) {
      const isOver = await inTime(playRound({ harness, seam, name, kinds })).then(
        (played) => {
          result.resolve(played);
          return played.faults.length === 0;
        },
        (error: unknown) => {
          result.reject(error);
          return false;
        },
      );
      if (isOver) continue;
      // What a failed round leaves behind must not reach the next one.
      await harness.close();
      harness = await openInTurn(options);
    }
    await harness.close();
  };
  await Promise.all(Array.from({ length: LANES }, inTurn)).catch((error: unknown) => {
    for (const { result } of plays.flat()) result.reject(error);
    throw error;
  });
}

async function inTime(round: Promise<RoundResult>): Promise<RoundResult> {
  const clock = new AbortController();
  const end = sleep(ROUND_WITHIN_MS, undefined, { signal: clock.signal }).then(() => {
    throw new Error(`the round was not over after ${ROUND_WITHIN_MS} ms`);
  });
  return Promise.race([round, end]).finally(() => {
    clock.abort();
    end.catch(() => {});
  });
}

const limit = pLimit(MOST_AT_ONCE);
let playing: Promise<void>;
beforeAll(() => {
  playing = Promise.all(PLAYED.map((group) => limit(playAll, group))).then(() => {});
  playing.catch(() => {});
});
afterAll(() => playing, ROUNDS * MOST_MS);

describe.each(PLAYED)('$what', ({ plays }) => {
  const table: Record<string, Record<string, number>> = {};
  afterAll(() => console.table(table));

  it.each(plays.map((rounds) => ({ name: rounds[0]!.seam.name, rounds })))(
    'killed $name: it keeps what it promised',
    { timeout: ROUNDS * MOST_MS },
    async ({ name, rounds }) => {
      const row: Record<string, number> = { rounds: 0 };
      table[name] = row;
      for (const { result, kinds } of rounds) {
        const { endings, faults } = await result.promise;
        expect(faults, kinds.map((kind) => kind.name).join()).toEqual([]);
        row.rounds! += 1;
        for (const [ending, count] of Object.entries(endings))
          row[ending] = (row[ending] ?? 0) + count;
      }
    },
  );
});
