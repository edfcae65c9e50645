/** Arbitrary histories: long enough that commands interact, with few keys and little money. */
import fc from 'fast-check';
import { EVENTS, type RunEvent } from '../../server/runs/states.ts';
import type { Command, Create, End, Expire, Give, Late, Pay, Report } from './model.ts';

export const HISTORY_LENGTH = 9;
/** After each third command, a worker claims what waits and takes what is owed, in every history alike. */
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
  grant: fc.constantFrom('first', 'first', 'last', 'all'),
});

const payment = fc.constantFrom(0, 0, 1);

const pay: fc.Arbitrary<Pay> = fc.record({
  kind: fc.constant('pay'),
  payment,
  amount: fc.constantFrom(7, 60, 120),
});

const report: fc.Arbitrary<Report> = fc.record({
  kind: fc.constant('report'),
  payment,
  act: fc.constantFrom(
    ...(['paid', 'refunded', 'refunded', 'refunded', 'disputed', 'disputed', 'disputed'] as const),
    ...(['refund_failed', 'won', 'won', 'lost', 'inquired', 'expired', undefined] as const),
  ),
  percent: fc.constantFrom(1, 33, 100, 100, 100),
  by: fc.constantFrom(
    ...(['event', 'event', 'event', 'read', 'read', 'list', 'forgery', undefined] as const),
  ),
  behind: fc.constantFrom(0, 0, 0, 1, 2),
  isTwice: fc.boolean(),
});

const paidAtOnce = ({ payment }: Pay): Report => ({
  ...{ kind: 'report', payment, act: 'paid', percent: 100, by: 'event', behind: 0, isTwice: false },
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

/** Few runs that mostly end, so that charges and what else moves credit come in every order. */
const few = fc.integer({ min: 0, max: 3 });
const createOfFew = fc.tuple(create, few).map(([each, requestKey]) => ({ ...each, requestKey }));
const endOfFew = fc
  .tuple(
    end,
    few,
    fc.constantFrom<RunEvent>('answered', 'answered', 'answered', 'given_up_unsent', 'refused'),
  )
  .map(([each, requestKey, event]) => ({ ...each, requestKey, event, attemptsBehind: 0 }));

/** Grants and payments take several statements each, so only two histories of ten have them. */
const withGrants: fc.Arbitrary<Command> = fc.oneof(
  { arbitrary: createOfFew, weight: 6 },
  { arbitrary: endOfFew, weight: 9 },
  { arbitrary: give, weight: 3 },
  { arbitrary: expire, weight: 5 },
  { arbitrary: credit, weight: 1 },
  { arbitrary: pay, weight: 1 },
  { arbitrary: report, weight: 2 },
);

/** A process reads the provider's list at one time only. */
const racingReport = report.map((each) => ({
  ...each,
  by: each.by === 'list' ? ('event' as const) : each.by,
}));

/** Some of it is left. */
const createOfWallet = createOfFew.map((each) => ({
  ...each,
  by: 'wallet' as const,
  hold: Math.ceil(each.hold / 2),
}));

/** No grants, with which a race would end in more ways than its answers tell. */
const withPayments: fc.Arbitrary<Command> = fc.oneof(
  { arbitrary: createOfFew, weight: 1 },
  { arbitrary: createOfWallet, weight: 8 },
  { arbitrary: endOfFew, weight: 7 },
  { arbitrary: pay, weight: 2 },
  { arbitrary: report, weight: 10 },
  { arbitrary: credit, weight: 4 },
  {
    arbitrary: fc
      .tuple(racingReport, fc.oneof(createOfFew, endOfFew), fc.boolean())
      .map(([one, other, isFirst]) => ({
        kind: 'race' as const,
        ...(isFirst ? { first: one, second: other } : { first: other, second: one }),
      })),
    weight: 4,
  },
);

const commands = (each: fc.Arbitrary<Command>, length = HISTORY_LENGTH - 1) =>
  fc.array(each, { minLength: length, maxLength: length });

/** The first command is money, so that most histories have something to lose. */
export const history: fc.Arbitrary<Command[]> = fc.oneof(
  {
    arbitrary: fc.tuple(credit, commands(command)).map(([first, rest]) => [first, ...rest]),
    weight: 8,
  },
  {
    arbitrary: fc.tuple(give, commands(withGrants)).map(([first, rest]) => [first, ...rest]),
    weight: 1,
  },
  {
    arbitrary: fc
      .tuple(pay, createOfWallet, commands(withPayments, HISTORY_LENGTH - 3))
      .map(([first, holds, rest]) => [first, paidAtOnce(first), holds, ...rest]),
    weight: 1,
  },
);

const giveUntil = (ends: number): Give => ({ kind: 'give', amount: 100, ends });
const hold = (requestKey: number, amount: number): Create => ({
  ...{ kind: 'create', requestKey, hold: amount, by: 'wallet' },
});
const answer = (requestKey: number, chargedPercent: number): End => ({
  ...{ kind: 'end', requestKey, event: 'answered', attemptsBehind: 0, chargedPercent, loss: 0 },
});
const over = (grant: Expire['grant']): Expire => ({ kind: 'expire', grant });

/** Always among them: several grants end while runs hold some of them. */
export const ENDED_WHILE_HELD: Command[][] = [
  [
    ...[giveUntil(2), giveUntil(1), giveUntil(3), hold(1, 120), hold(3, 50)],
    ...[over('all'), answer(1, 50), over('first'), answer(3, 100)],
  ],
  [
    ...[giveUntil(1), giveUntil(2), hold(1, 60), over('last'), hold(3, 30)],
    ...[over('last'), answer(3, 0), answer(1, 80), giveUntil(1)],
  ],
  [
    ...[giveUntil(1), giveUntil(2), hold(1, 100), hold(3, 50), over('last')],
    ...[answer(1, 10), answer(3, 50), hold(2, 60), over('first')],
  ],
];
