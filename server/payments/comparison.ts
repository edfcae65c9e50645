/**
 * Compares the payments of a day with the payment provider's list, in both directions, after it has settled what seems to
 * differ by the provider's record. Compares the balances of the account at the provider with what they must be by all
 * payments, and by the fees and payouts that only the provider knows.
 */
import { creditsOf } from '../money/index.ts';
import type { Db } from '../platform/db/pool.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import type { Unit } from '../platform/lib/money.ts';
import { Problem } from '../platform/lib/problem.ts';
import type { Log } from '../platform/telemetry/log.ts';
import {
  type ComparedDay,
  type Difference,
  saveDay,
  selectCredited,
  selectDays,
  selectDaysDue,
  selectDaysOfPayments,
  selectMoved,
  selectPaymentsById,
  sumPayments,
} from './comparison-store.ts';
import type { Balance, Checkout, Movement, MovementKind, PaymentProvider } from './provider.ts';
import { hasPayments, PAYMENT_PREFIX, type Payment } from './store.ts';

/** Until events and look-ups have brought what was paid on a day. */
const SETTLED_MS = 2 * 3_600_000;
/** How far back days are compared, and compared again while they differ. */
export const COMPARED_DAYS = 35;
const DAYS_AT_ONCE = 3;
const MOST_DIFFERENCES = 50;
const CREDITED_ON_A_PAGE = 500;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface ComparisonOptions {
  db: Db;
  provider: () => Promise<PaymentProvider>;
  unit: Unit;
  log: Log;
  /** Makes a payment what the provider's record says, as far as that is possible. */
  settle: (record: Checkout) => Promise<unknown>;
}

export function createComparison({ db, provider, unit, log, settle }: ComparisonOptions) {
  /** Compares one day in UTC, as `2026-11-27`. */
  async function compareDay(day: string): Promise<ComparedDay> {
    const { from, to } = spanOf(day);
    const using = await provider();
    const found: Difference[] = [];
    const seen = new Set<string>();
    const isFull = () => found.length >= MOST_DIFFERENCES;

    async function look(checkout: Checkout | undefined, payment: Payment | undefined) {
      const reference = checkout?.reference ?? payment?.checkout ?? undefined;
      const record = reference === undefined ? undefined : await using.readCheckout(reference);
      if (record) await settle(record);
      const id = payment?.id ?? checkout?.payment;
      const [now] = id === undefined ? [] : await selectPaymentsById(db, [id]);
      const credited = await creditedTo(now ? [now] : []);
      const difference = differenceOf(now, credited, record);
      if (difference && !isFull()) found.push({ ...difference, payment: id!, reference });
    }

    let [there, here] = [0, 0];
    let cursor: string | undefined;
    for (let page = 0; page < MOST_PAGES && !isFull(); page += 1) {
      const { checkouts, next } = await using.paymentsBetween({ from, to }, cursor);
      const ours = checkouts.filter(
        ({ payment, state }) => state === 'paid' && payment !== undefined && UUID.test(payment),
      );
      there += ours.length;
      const known = await selectPaymentsById(
        db,
        ours.map(({ payment }) => payment!),
      );
      const byId = new Map(known.map((payment) => [payment.id, payment]));
      const credited = await creditedTo(known);
      for (const checkout of ours) {
        seen.add(checkout.payment!);
        const payment = byId.get(checkout.payment!);
        if (differenceOf(payment, credited, checkout)) await look(checkout, payment);
      }
      cursor = next;
      if (next === undefined) break;
    }
    for (let after: string | undefined; !isFull(); ) {
      const credited = await selectCredited(db, { from, to, after, limit: CREDITED_ON_A_PAGE });
      here += credited.length;
      // It may be in the provider's list of another day.
      for (const payment of credited) if (!seen.has(payment.id)) await look(undefined, payment);
      after = credited.at(-1)?.id;
      if (credited.length < CREDITED_ON_A_PAGE) break;
    }
    const isWhole = cursor === undefined && !isFull();
    const moved = await readMoved(using, { from, to }).catch((error: unknown) => {
      // The key of the provider may read payments, and not the balance: the payments of the day are compared all the same.
      log.warn(
        { err: error, day },
        'what moved in the balance of the payment provider is not known',
      );
      return null;
    });
    return saveDay(db, { day, there, here, isWhole, differences: found, moved });
  }

  /** What the ledger credited, by the references of its entries. */
  async function creditedTo(payments: readonly Payment[]): Promise<Map<string, number>> {
    const named = payments.map(({ workspace, id }) => ({ workspace, reference: referenceOf(id) }));
    const credits = await creditsOf(db, named);
    return new Map(credits.map(({ reference, amount }) => [reference, amount]));
  }

  const referenceOf = (id: string) => uuidToId(PAYMENT_PREFIX, id);

  function differenceOf(
    payment: Payment | undefined,
    amounts: ReadonlyMap<string, number>,
    record: Checkout | undefined,
  ): Pick<Difference, 'kind' | 'workspace' | 'here' | 'there'> | undefined {
    const workspace = payment?.workspace;
    const credited = payment && amounts.get(referenceOf(payment.id));
    const isPaid = record?.state === 'paid';
    const there = isPaid ? record.amount + record.tax : undefined;
    if (isPaid && credited === undefined)
      return { kind: 'missing_here', workspace, here: undefined, there };
    if (!isPaid) {
      return credited === undefined
        ? undefined
        : { kind: 'missing_there', workspace, here: credited + payment!.tax, there };
    }
    const total = credited! + payment!.tax;
    if (total !== there || record.currency !== unit.currency)
      return { kind: 'amount', workspace, here: total, there };
    const here = payment?.returned;
    return here === record.returned
      ? undefined
      : { kind: 'returned', workspace, here, there: record.returned };
  }

  return {
    compareDay,
    /** The provider's balances, and what they must be by the payments here. */
    balances: () => compareBalances(db, provider, unit),
    /** Days that are over and were not compared yet, and those that differed. */
    async compareDue(): Promise<void> {
      const now = Date.now();
      if (!(await hasPayments(db, new Date(now - COMPARED_DAYS * DAY_MS)))) return;
      const last = new Date(now - SETTLED_MS - DAY_MS).toISOString().slice(0, 10);
      const known = await selectDays(db, COMPARED_DAYS);
      const told = new Set(known.flatMap(({ differences }) => differences.map(nameOf)));
      const days = await selectDaysDue(db, { last, count: COMPARED_DAYS, limit: DAYS_AT_ONCE });
      for (const day of days) {
        const { differences } = await compareDay(day);
        for (const each of differences)
          if (!told.has(nameOf(each)))
            log.error({ day, ...each }, 'ALERT: a payment is not the same at the payment provider');
      }
    },
  };
}

function nameOf({ kind, payment }: Difference): string {
  return `${kind} ${payment}`;
}

/*
 * Compares what the payment provider holds for the account with what it must be by our payments: what was paid, less what
 * went back, less the fees and payouts that only the provider knows. The days that are over were read when they were
 * compared, so only the last days are read here.
 */

const DAY_MS = 86_400_000;
/** Of a hundred each. */
const MOST_PAGES = 1_000;
const DAYS_READ_AT_ONCE = 40;

interface Span {
  from: Date;
  to: Date;
}

/** Amounts count 10^-`scale` of the currency. */
export interface ComparedBalance {
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
  currencies: ComparedBalance[];
}

/** Of a day in UTC, as `2026-11-27`. */
function spanOf(day: string): Span {
  const from = new Date(`${day}T00:00:00.000Z`);
  return { from, to: new Date(from.getTime() + DAY_MS) };
}

/** Sums by currency and kind; null if there is too much to read. */
async function readMoved(using: PaymentProvider, span: Span): Promise<Movement[] | null> {
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
async function compareBalances(
  db: Db,
  provider: () => Promise<PaymentProvider>,
  unit: Unit,
): Promise<Balances> {
  const days = await selectDaysOfPayments(db);
  const known = days ? await selectMoved(db, days.first) : [];
  const isKnown = new Set(known.map(({ day }) => day));
  const missing = (days ? daysOf(days) : []).filter((day) => !isKnown.has(day));
  const using = await provider();
  const { before, read, after } = await readNow(using, missing.slice(-DAYS_READ_AT_ONCE)).catch(
    (cause: unknown) => {
      const detail = 'The payment provider does not say its balance now.';
      throw new Problem('overloaded', detail, { cause });
    },
  );
  const moved = [...known.map((day) => day.moved), ...read.values()].flatMap((each) => each ?? []);
  const { paid, returned } = await sumPayments(db);

  function comparedIn(currency: string): ComparedBalance {
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
    currencies: [...currencies].map(comparedIn),
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
