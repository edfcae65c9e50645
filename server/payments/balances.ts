/**
 * What the payment provider holds for the account, beside what it must be by our payments: what was paid, less what went
 * back, less the fees and payouts that only the provider knows. The days that are over were read when they were compared,
 * so only the last days are read here.
 */
import type { Db } from '../platform/db/pool.ts';
import type { Unit } from '../platform/lib/money.ts';
import { Problem } from '../platform/lib/problem.ts';
import { selectDaysOfPayments, selectMoved, sumPayments } from './comparison-store.ts';
import type { Balance, Movement, MovementKind, PaymentProvider } from './provider.ts';

export const DAY_MS = 86_400_000;
/** Of a hundred each. */
export const MOST_PAGES = 1_000;
const DAYS_AT_ONCE = 40;

interface Span {
  from: Date;
  to: Date;
}

/** Amounts count 10^-`scale` of the currency. */
export interface BalanceBeside {
  currency: string;
  scale: number;
  available: bigint;
  /** What arrives within days. */
  pending: bigint;
  /** By how much the balance changed while it was read. */
  meanwhile: bigint;
  /** By the provider, since the day of the first payment here. */
  moved: Record<MovementKind, bigint>;
  /** What the payments here come to; undefined in a currency that they do not have. */
  booked: { payment: bigint; return: bigint } | undefined;
}

export interface Balances {
  provider: string;
  /** The day in UTC of the first payment here; undefined if there is none. */
  since: string | undefined;
  /** Days that are in no sum. */
  unread: string[];
  currencies: BalanceBeside[];
}

/** Of a day in UTC, as `2026-11-27`. */
export function spanOf(day: string): Span {
  const from = new Date(`${day}T00:00:00.000Z`);
  return { from, to: new Date(from.getTime() + DAY_MS) };
}

/** Sums by currency and kind; null if there is too much to read. */
export async function readMoved(using: PaymentProvider, span: Span): Promise<Movement[] | null> {
  const sums = new Map<string, Movement>();
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { movements, next } = await using.movementsBetween(span, cursor);
    for (const movement of movements) {
      const name = `${movement.currency} ${movement.kind}`;
      const amount = (sums.get(name)?.amount ?? 0) + movement.amount;
      sums.set(name, { ...movement, amount });
    }
    if (next === undefined) return [...sums.values()];
    cursor = next;
  }
  return null;
}

/** Throws a Problem if the provider does not answer. */
export async function compareBalances(
  db: Db,
  provider: () => Promise<PaymentProvider>,
  unit: Unit,
): Promise<Balances> {
  const days = await selectDaysOfPayments(db);
  const known = days ? await selectMoved(db, days.first) : [];
  const isKnown = new Set(known.map(({ day }) => day));
  const missing = (days ? daysOf(days) : []).filter((day) => !isKnown.has(day));
  const using = await provider();
  const { before, read, after } = await readNow(using, missing.slice(-DAYS_AT_ONCE)).catch(
    (cause: unknown) => {
      const detail = 'The payment provider does not say its balance now.';
      throw new Problem('overloaded', detail, { cause });
    },
  );
  const moved = [...known.map((day) => day.moved), ...read.values()].flatMap((each) => each ?? []);
  const { paid, returned } = await sumPayments(db);

  function besideOf(currency: string): BalanceBeside {
    const isOwn = currency === unit.currency;
    const of = <Each extends { currency: string; scale: number }>(all: readonly Each[]) =>
      all.filter((each) => each.currency === currency);
    const { scale: given = unit.scale } = of([...after, ...moved])[0] ?? {};
    const scale = isOwn ? unit.scale : given;
    const sum = (amounts: number[]) =>
      amounts.reduce((all, amount) => all + BigInt(amount), 0n) * 10n ** BigInt(scale - given);
    const total = (all: readonly Balance[]) =>
      sum(of(all).flatMap(({ available, pending }) => [available, pending]));
    const movedBy = (kind: MovementKind) =>
      sum(of(moved).flatMap((each) => (each.kind === kind ? [each.amount] : [])));
    return {
      ...{ currency, scale, meanwhile: total(after) - total(before) },
      available: sum(of(after).map(({ available }) => available)),
      pending: sum(of(after).map(({ pending }) => pending)),
      moved: {
        ...{ payment: movedBy('payment'), return: movedBy('return'), fee: movedBy('fee') },
        ...{ payout: movedBy('payout'), other: movedBy('other') },
      },
      booked: isOwn ? { payment: paid, return: -returned } : undefined,
    };
  }

  const currencies = new Set([unit.currency, ...[...after, ...moved].map((each) => each.currency)]);
  return {
    ...{ provider: using.name, since: days?.first },
    unread: missing.filter((day) => !read.get(day)),
    currencies: [...currencies].map(besideOf),
  };
}

/** The balances, what moved on these days, and the balances after that. */
async function readNow(using: PaymentProvider, days: readonly string[]) {
  const before = await using.readBalances();
  const read = new Map<string, Movement[] | null>();
  for (const day of days) read.set(day, await readMoved(using, spanOf(day)));
  return { before, read, after: await using.readBalances() };
}

function daysOf({ first, last }: { first: string; last: string }): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = spanOf(day).to.toISOString().slice(0, 10))
    days.push(day);
  return days;
}
