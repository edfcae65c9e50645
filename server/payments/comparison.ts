/**
 * Whether the payments of a day are the same here and at the payment provider, in both directions: each payment in the
 * provider's list has its credit in the ledger, and each credit of a payment is one that the provider has. What seems to
 * differ is first settled by the provider's record, as an event would do it, and then read once more on both sides.
 */
import { creditsOf } from '../money/index.ts';
import type { Db } from '../platform/db/pool.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import type { Unit } from '../platform/lib/money.ts';
import type { Log } from '../platform/telemetry/log.ts';
import { compareBalances, DAY_MS, MOST_PAGES, readMoved, spanOf } from './balances.ts';
import {
  type ComparedDay,
  type Difference,
  saveDay,
  selectCredited,
  selectDays,
  selectDaysDue,
  selectPaymentsById,
} from './comparison-store.ts';
import type { Checkout, PaymentProvider } from './provider.ts';
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
    /** The provider's balance beside what it must be by the payments here. */
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
