/** Arbitrary histories: long enough that commands interact, with few keys and little money. */
import fc from 'fast-check';
import { EVENTS, type RunEvent } from '../../server/runs/states.ts';
import type { Command, Create, End, Expire, Give, Late } from './model.ts';

export const HISTORY_LENGTH = 9;
/** After each third command, a worker claims what waits, in every history alike. */
export const CLAIM_EVERY = 3;

const REQUEST_KEYS = 5;
const requestKey = fc.integer({ min: 0, max: REQUEST_KEYS - 1 });
const events = (Object.keys(EVENTS) as RunEvent[]).filter((event) => event !== 'claimed');

const create: fc.Arbitrary<Create> = fc.record({
  kind: fc.constant('create'),
  requestKey,
  hold: fc.integer({ min: 0, max: 120 }),
  by: fc.constantFrom('wallet', 'credit', 'both'),
});

const end: fc.Arbitrary<End> = fc.record({
  kind: fc.constant('end'),
  requestKey,
  event: fc.constantFrom(...events),
  attemptsBehind: fc.constantFrom(0, 0, 0, undefined, 1, -1),
  chargedPercent: fc.integer({ min: 0, max: 100 }),
  loss: fc.constantFrom(0, 0, 7),
});

const late: fc.Arbitrary<Late> = fc.record({
  kind: fc.constant('late'),
  requestKey,
  amount: fc.integer({ min: 1, max: 50 }),
});

const credit = fc.record({
  kind: fc.constant('credit'),
  amount: fc.integer({ min: 1, max: 300 }),
});

const give: fc.Arbitrary<Give> = fc.record({
  kind: fc.constant('give'),
  amount: fc.integer({ min: 1, max: 150 }),
  ends: fc.integer({ min: 1, max: 3 }),
});

const expire: fc.Arbitrary<Expire> = fc.record({
  kind: fc.constant('expire'),
  grant: fc.constantFrom('first', 'first', 'last'),
});

const race = fc
  .tuple(fc.oneof(create, end), fc.oneof(create, end), fc.boolean())
  .map(([first, second, isTwin]) => ({
    kind: 'race' as const,
    first,
    // Sends the same command twice: a repeat that overtakes its answer.
    second: isTwin ? first : second,
  }));

const command: fc.Arbitrary<Command> = fc.oneof(
  { arbitrary: create, weight: 5 },
  { arbitrary: end, weight: 6 },
  { arbitrary: race, weight: 4 },
  { arbitrary: credit, weight: 2 },
  { arbitrary: late, weight: 1 },
  { arbitrary: fc.constant({ kind: 'revoke' as const }), weight: 1 },
  { arbitrary: fc.constant({ kind: 'close' as const }), weight: 1 },
);

/**
 * Grants take several statements each, so only one history of ten has them: those give many, with few runs that mostly
 * end, so that charges and expiries come in every order.
 */
const few = fc.integer({ min: 0, max: 3 });
const withGrants: fc.Arbitrary<Command> = fc.oneof(
  {
    arbitrary: fc.tuple(create, few).map(([each, requestKey]) => ({ ...each, requestKey })),
    weight: 6,
  },
  {
    arbitrary: fc
      .tuple(
        end,
        few,
        fc.constantFrom<RunEvent>('answered', 'answered', 'answered', 'given_up_unsent', 'refused'),
      )
      .map(([each, requestKey, event]) => ({ ...each, requestKey, event, attemptsBehind: 0 })),
    weight: 9,
  },
  { arbitrary: give, weight: 3 },
  { arbitrary: expire, weight: 5 },
  { arbitrary: credit, weight: 1 },
);

const commands = (each: fc.Arbitrary<Command>) =>
  fc.array(each, { minLength: HISTORY_LENGTH - 1, maxLength: HISTORY_LENGTH - 1 });

/** The first command is money, so that most histories have something to lose. */
export const history: fc.Arbitrary<Command[]> = fc.oneof(
  {
    arbitrary: fc.tuple(credit, commands(command)).map(([first, rest]) => [first, ...rest]),
    weight: 9,
  },
  {
    arbitrary: fc.tuple(give, commands(withGrants)).map(([first, rest]) => [first, ...rest]),
    weight: 1,
  },
);
