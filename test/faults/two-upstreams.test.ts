/**
 * The table of faults for models with two upstreams of different adapters, in either order: a run goes to the other
 * upstream only if the first one provably did not carry it out, and whoever answers is paid.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsInBooks } from '../support/books.ts';
import { balances } from '../support/model-runs.ts';
import {
  ANSWERS,
  BEHAVIORS,
  type Course,
  chargeFor,
  DIALECTS,
  expectedOf,
  faultsOf,
  LIST_AMOUNTS,
  openTwoUpstreams,
  otherThan,
  type TwoUpstreams,
} from './two-upstreams.ts';

const MONEY = 1_000_000_000;

let two: TwoUpstreams;
beforeAll(async () => {
  two = await openTwoUpstreams();
});
afterAll(() => two.close());

/** Each behavior of the first one before one that answers, and each of the second one behind one that takes nothing. */
function coursesOf(first: Course['first']): Course[] {
  const second = otherThan(first);
  const course = (here: Course['behaviors']['claude'], there: Course['behaviors']['claude']) => {
    return {
      first,
      behaviors: { claude: ANSWERS, local: ANSWERS, [first]: here, [second]: there },
    };
  };
  const away = BEHAVIORS.filter(({ name }) =>
    ['is away', 'answers 429', 'answers 401'].includes(name),
  );
  return [
    ...BEHAVIORS.map((here) => course(here, ANSWERS)),
    ...away.flatMap((here) => BEHAVIORS.map((there) => course(here, there))),
  ];
}

describe.each(DIALECTS)('a run that goes to %s first', (first) => {
  it('ends as the rules say, is sent as often, and costs what the upstream that answered costs', async () => {
    const courses = coursesOf(first);
    const principal = await two.t.tenant(MONEY);
    const created = await Promise.all(courses.map((course) => two.create(principal, course)));
    const ended = await Promise.all(created.map(({ end }) => end()));
    const faults = courses.flatMap((course, i) =>
      faultsOf(course, ended[i]!, two.did(created[i]!.name)),
    );
    expect(faults).toEqual([]);
    const spent = courses
      .map((course) => expectedOf(course).by)
      .reduce((sum, by) => sum + (by ? chargeFor(LIST_AMOUNTS[by]) : 0), 0);
    expect(spent).toBeGreaterThan(0);
    expect(await balances(two.t.db, principal.workspace)).toMatchObject([
      { available: MONEY - spent, held: 0, spent, pending: 0 },
    ]);
    // Otherwise the table would not tell the two adapters apart.
    const endings = new Set(ended.map(({ state, error }) => error?.code ?? state));
    expect([...endings]).toEqual(
      expect.arrayContaining(['completed', 'provider_refused', 'outcome_unknown', 'run_expired']),
    );
  });
});

it('leaves clean books', async () => {
  expect(await faultsInBooks(two.t.db, { fromTheStart: true })).toEqual([]);
});
