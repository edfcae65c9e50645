/**
 * Arbitrary histories of the money of workspaces whose models have two upstreams of different adapters: each run is
 * settled once, whoever answers is paid, and nobody is paid for a run that another one may have carried out.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLedger } from '../../server/money/index.ts';
import { idToUuid } from '../../server/platform/lib/ids.ts';
import { Problem } from '../../server/platform/lib/problem.ts';
import {
  BEHAVIORS,
  type Behavior,
  type Course,
  DIALECTS,
  faultsOf,
  openTwoUpstreams,
  type TwoUpstreams,
} from '../faults/two-upstreams.ts';
import { played, seed } from '../fuzz/seed.ts';
import { faultsInBooks } from '../support/books.ts';
import { balances, type Run } from '../support/model-runs.ts';

const HISTORIES = played(160);
const AT_ONCE = 8;
/** Enough for some runs at once, and not for all of a history. */
const FIRST_MONEY = 8_000_000;

type Command =
  | { kind: 'create'; course: Course; cancels: boolean }
  | { kind: 'top up'; amount: number }
  | { kind: 'wait' };

/** Behaviors by what they mean, so that runs often get to the second upstream and are often answered. */
const behavior: fc.Arbitrary<Behavior> = fc.oneof(
  { arbitrary: fc.constantFrom(...withMeaning('answers')), weight: 3 },
  { arbitrary: fc.constantFrom(...withMeaning('turns it away')), weight: 4 },
  { arbitrary: fc.constantFrom(...BEHAVIORS), weight: 3 },
);

function withMeaning(meaning: Behavior['means']['claude']): Behavior[] {
  return BEHAVIORS.filter(({ means }) => Object.values(means).includes(meaning));
}

const course: fc.Arbitrary<Course> = fc.record({
  first: fc.constantFrom(...DIALECTS),
  behaviors: fc.record({ claude: behavior, local: behavior }),
});

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    arbitrary: fc.record({
      ...{ kind: fc.constant('create' as const), course },
      cancels: fc.constantFrom(false, false, false, true),
    }),
    weight: 6,
  },
  {
    arbitrary: fc.record({
      kind: fc.constant('top up' as const),
      amount: fc.integer({ min: 1, max: 5_000_000 }),
    }),
    weight: 1,
  },
  { arbitrary: fc.constant({ kind: 'wait' as const }), weight: 1 },
);

const history = fc.array(command, { minLength: 4, maxLength: 10 });

let two: TwoUpstreams;
beforeAll(async () => {
  two = await openTwoUpstreams();
});
afterAll(() => two.close());

test(`${HISTORIES} histories with two upstreams of different adapters end as the rules say`, async () => {
  const histories = fc.sample(history, { seed, numRuns: HISTORIES });
  const next = histories.values();
  const seen = { runs: 0, completed: 0, refused: 0 };
  const inTurn = async (): Promise<void> => {
    for (const commands of next) {
      const result = await play(commands);
      expect(result.faults, JSON.stringify(commands)).toEqual([]);
      seen.runs += result.runs;
      seen.completed += result.completed;
      seen.refused += result.refused;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, inTurn));
  // Otherwise the histories would prove little.
  expect(seen.completed).toBeGreaterThan(HISTORIES / 4);
  expect(seen.refused).toBeGreaterThan(0);
  expect(await faultsInBooks(two.t.db, { fromTheStart: true })).toEqual([]);
}, 300_000);

async function play(commands: readonly Command[]) {
  const principal = await two.t.tenant(FIRST_MONEY);
  const { workspace } = principal;
  let money = FIRST_MONEY;
  let refused = 0;
  const created: { of: Extract<Command, { kind: 'create' }>; name: string; end: Promise<Run> }[] =
    [];
  for (const [i, each] of commands.entries()) {
    if (each.kind === 'wait') await Promise.all(created.map(({ end }) => end));
    else if (each.kind === 'top up') {
      const { amount } = each;
      await createLedger({ db: two.t.db }).topUp({ workspace, amount, reference: `top-up-${i}` });
      money += amount;
    } else {
      try {
        const { name, run, runs, end } = await two.create(principal, each.course);
        if (each.cancels) await runs.cancel(workspace, run.id);
        created.push({ of: each, name, end: end() });
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== 'insufficient_credit') throw error;
        refused += 1;
      }
    }
  }
  const ended = await Promise.all(created.map(({ end }) => end));
  const faults = created.flatMap(({ of, name }, i) =>
    faultsOf(of.course, ended[i]!, two.did(name), of.cancels),
  );
  for (const run of ended) faults.push(...(await faultsOfEntries(workspace, run)));
  const spent = ended.reduce((sum, { chargedAmount = 0 }) => sum + chargedAmount, 0);
  const [account] = await balances(two.t.db, workspace);
  expect(account).toMatchObject({ available: money - spent, held: 0, spent, pending: 0 });
  const completed = ended.filter(({ state }) => state === 'completed').length;
  return { faults, refused, completed, runs: ended.length };
}

/** One hold, and of it one settlement: what is charged, and what is released. */
async function faultsOfEntries(workspace: string, { id, reservedAmount, chargedAmount = 0 }: Run) {
  const entries = await two.t.db.query<{ kind: string; amount: number }>(
    'select kind, amount from ledger_entry where workspace = $1 and run = $2',
    [workspace, idToUuid('run', id)],
  );
  const sumOf = (...kinds: string[]) =>
    entries.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { amount }) => sum + amount, 0);
  const kinds = entries.map(({ kind }) => kind);
  const isRight =
    new Set(kinds).size === kinds.length &&
    sumOf('hold') === reservedAmount &&
    sumOf('capture_provider', 'capture_fee') === chargedAmount &&
    sumOf('capture_provider', 'capture_fee', 'release') === reservedAmount;
  return isRight ? [] : [`${id} has the entries ${JSON.stringify(entries)}`];
}
