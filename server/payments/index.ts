/**
 * Payments by card: a workspace pays on a page of the payment provider, and its wallet is credited. The payment is
 * saved before the provider is asked, and the provider's own record decides what became of it: an event is only a hint
 * to read that record. So a late, repeated, reordered or forged event changes nothing, and a payment whose event never
 * comes is found by a look-up. The end of a payment and its ledger entry are one transaction, once. A card number never
 * reaches the service.
 *
 * What a payer gets back or contests is a level in that record, which the ledger follows: the wallet gives back what it
 * has available, the rest is a debt, and a dispute that is won credits again. Amounts are in units of the deployment.
 */
import { type Actor, actorOf, recordAct } from '../audit-trail/index.ts';
import {
  creditPayment,
  insertTax,
  keepWelcomeOnce,
  reverseRefund,
  takeRefund,
} from '../money/index.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { invariant } from '../platform/lib/errors.ts';
import { newUuid, uuidToId } from '../platform/lib/ids.ts';
import { decimalOf, type Unit } from '../platform/lib/money.ts';
import { invalidRequest, keyReused, Problem } from '../platform/lib/problem.ts';
import { createCoalescing } from '../platform/lib/shares.ts';
import type { Log } from '../platform/telemetry/log.ts';
import { suspendWorkspace } from '../workspaces/index.ts';
import { COMPARED_DAYS, createComparison } from './comparison.ts';
import { type ComparedDay, isAnyDayDifferent, selectDays } from './comparison-store.ts';
import {
  type Billing,
  type Bounds,
  type Checkout,
  checkAmount,
  type EventSubject,
  ForgedEvent,
  ForgottenCustomer,
  type PaymentProvider,
} from './provider.ts';
import { countEnd, createRecharge, type Recharge } from './recharge.ts';
import {
  countChargedBack,
  countOpen,
  deleteCustomer,
  endPayment,
  hasPayments,
  insertPayment,
  lockPayment,
  PAYMENT_PREFIX,
  type Payment,
  type PaymentPage,
  type Returns,
  saveCheckout,
  saveCustomer,
  saveFault,
  saveReturned,
  saveSearch,
  saveTakenBack,
  selectCollectable,
  selectCustomer,
  selectPayment,
  selectPayments,
  selectSearch,
  sumOfDebts,
  takeDue,
} from './store.ts';

export type { Balances, ComparedBalance } from './comparison.ts';
export type { ComparedDay, Difference } from './comparison-store.ts';
export type { Bounds } from './provider.ts';
export { type Billing, type Checkout, ForgedEvent, type PaymentProvider } from './provider.ts';
export type { Recharge, RechargeView } from './recharge.ts';
export { PAYMENT_PREFIX, type Payment } from './store.ts';

export interface Payments {
  recharge: Recharge;
  /** With the provider's own list; undefined if the deployment takes no payments. */
  comparison: ReturnType<typeof createComparison> | undefined;
  /** Undefined if the deployment takes no payments. */
  bounds: Bounds | undefined;
  /** What the provider writes on invoices of the workspace. */
  billing(workspace: string): Promise<Billing>;
  /** The page of the provider on which somebody changes that, and sees all invoices. */
  billingPage(input: { workspace: string; returnUrl: string }): Promise<string>;
  /** `replayed`: the request key has made this payment before. */
  create(input: {
    workspace: string;
    amount: number;
    requestKey: string;
    actor: Actor;
    /** Where the browser goes after this payment, paid or not. */
    returnUrl: (id: string) => string;
  }): Promise<{ payment: Payment; replayed: boolean }>;
  /** Asks the provider if the payment is open. */
  get(workspace: string, id: string): Promise<Payment | undefined>;
  /** Newest first; `next` is the `before` of the next page. */
  list(workspace: string, page: PaymentPage): Promise<{ payments: Payment[]; next: string | null }>;
  /** What the workspace owes from payments that were refunded or contested. */
  debt(workspace: string): Promise<number>;
  /** Whether such a workspace creates no runs. */
  debtStopsRuns: boolean;
  /** Throws if the provider has not signed the event, or does not answer now: then it sends the event again. */
  receive(body: Buffer, signature: string): Promise<void>;
  /** Looks up payments that are due, and takes what is owed from wallets that have credit again. */
  lookUp(): Promise<void>;
  /** Looks for what was paid, refunded or contested in the last days without an event. */
  find(): Promise<void>;
}

/** What becomes of a request to the provider that failed. */
type Failed = (error: unknown) => never;

/** As long as a checkout of Stripe can be open. */
const OPEN_MS = 23 * 3_600_000;
/** A workspace cannot fill the provider's list with checkouts that nobody pays. */
const MOST_OPEN = 20;
const FIRST_LOOK_UP_MS = 15_000;
/** All workspaces share the provider's rate limit, so reads of one thing within this time share an answer. */
const LEAST_BETWEEN_MS = 1_000;
const LOOK_UPS_AT_ONCE = 50;
const PAGES_AT_ONCE = 20;
/** Methods that take days are not offered by default; their event, or this look back, credits them. */
const LOOK_BACK_MS = 8 * 86_400_000;
/** A payer may contest for four months, by the rules of most networks of cards. */
const RETURNABLE_MS = 180 * 86_400_000;
const COLLECTED_AT_ONCE = 50;

export function createPayments({
  db,
  provider,
  unit,
  bounds,
  suspendAt,
  debtStopsRuns = false,
  log,
}: {
  db: Db;
  /** Loaded with the first payment; undefined if the deployment takes none. */
  provider: (() => Promise<PaymentProvider>) | undefined;
  unit: Unit;
  bounds: Bounds;
  /** So many payments that are charged back suspend their workspace; 0 for never. */
  suspendAt: number;
  debtStopsRuns?: boolean;
  log: Log;
}): Payments {
  const coalesce = createCoalescing(LEAST_BETWEEN_MS);

  async function offered(): Promise<PaymentProvider> {
    if (provider) return provider();
    throw new Problem('conflict', 'This deployment takes no payments by card.');
  }

  /** The provider's name for the workspace. Two processes that ask for it get the same one. */
  async function customerOf(workspace: string, failed: Failed): Promise<string> {
    const known = await selectCustomer(db, workspace);
    if (known !== undefined) return known;
    const using = await offered();
    return saveCustomer(db, workspace, await using.createCustomer(workspace).catch(failed));
  }

  /** One that the provider has forgotten gets a new name there, once. */
  async function asCustomer<T>(
    workspace: string,
    use: (customer: string) => Promise<T>,
    failed: Failed,
  ): Promise<T> {
    const customer = await customerOf(workspace, failed);
    try {
      return await use(customer);
    } catch (error) {
      if (!(error instanceof ForgottenCustomer)) return failed(error);
      log.warn({ workspace, customer }, 'the payment provider has forgotten a customer');
      await deleteCustomer(db, workspace, customer);
      return use(await customerOf(workspace, failed)).catch(failed);
    }
  }

  function away(detail: object, message: string, says = PROVIDER_AWAY) {
    return (error: unknown): never => {
      log.warn({ err: error, ...detail }, message);
      throw new Problem('overloaded', says, { retryAfterSeconds: 5 });
    };
  }

  /**
   * What the provider's record says of a payment becomes its state, and its money. A record that was read before another
   * one was saved could undo it. So what changes a payment that has succeeded is read again, after `seen`.
   */
  async function settle(checkout: Checkout, seen?: Payment): Promise<Payment | undefined> {
    const { payment: id, reference } = checkout;
    if (id === undefined || !UUID.test(id)) return undefined;
    const settled = await db
      .transaction((tx) => settleIn(tx, id, checkout, seen))
      .catch((error: unknown) => keepForLater(id, error));
    if (!settled) return undefined;
    const { payment, isOld, chargedBack } = settled;
    if (payment && chargedBack !== undefined) {
      const { workspace } = payment;
      log.error({ workspace, payment: id, chargedBack }, 'ALERT: chargebacks suspend a workspace');
    }
    if (!isOld) return payment;
    const now = reference && (await (await offered()).readCheckout(reference));
    return now ? settle(now, payment) : payment;
  }

  async function settleIn(tx: Queryable, id: string, checkout: Checkout, seen?: Payment) {
    const { returned, isDisputed, isChargedBack } = checkout;
    const known = await lockPayment(tx, id);
    const isNew = known?.state !== 'succeeded';
    const payment = known && isNew ? await end(tx, known, checkout) : known;
    if (payment?.state !== 'succeeded') return { payment };
    if (hasReturns(payment, checkout)) return { payment };
    if (!isNew && !isSame(payment, seen)) return { payment, isOld: true };
    const saved = await saveReturned(tx, id, { returned, isDisputed, isChargedBack });
    await returnTax(tx, payment, saved);
    const now = await takeBack(tx, saved);
    if (payment.isChargedBack || !isChargedBack) return { payment: now };
    return { payment: now, chargedBack: await suspendFor(tx, now) };
  }

  /** By the operator's rule, once for each payment. Undefined if that suspended nothing. */
  async function suspendFor(tx: Queryable, { id, workspace }: Payment) {
    if (suspendAt === 0) return undefined;
    const since = new Date(Date.now() - RETURNABLE_MS);
    const chargedBack = await countChargedBack(tx, workspace, since);
    if (chargedBack < suspendAt) return undefined;
    const payment = uuidToId(PAYMENT_PREFIX, id);
    const why =
      chargedBack === 1
        ? `A payment by card was charged back: ${payment}.`
        : `${chargedBack} payments by card were charged back, the last one ${payment}.`;
    if (!(await suspendWorkspace(tx, { workspace, why }))) return undefined;
    const act = { workspace, via: 'rule', kind: 'workspace_suspended', reason: why } as const;
    await recordAct(tx, { ...act, detail: { payment, chargedBack } });
    return chargedBack;
  }

  async function end(tx: Queryable, known: Payment, checkout: Checkout): Promise<Payment> {
    const { id, workspace, createdBy, byKey, method } = known;
    const { state, amount, tax, currency, receiptUrl, invoiceUrl, decline } = checkout;
    const reference = checkout.reference ?? null;
    if (state === 'paid') {
      if (amount !== known.amount || currency !== unit.currency) {
        if (await saveFault(tx, id, 'amount')) {
          const paid = { amount, currency };
          log.error(
            { payment: id, expected: known.amount, paid },
            'ALERT: another amount was paid',
          );
        }
        return known;
      }
      const named = uuidToId(PAYMENT_PREFIX, id);
      const actor = actorOf(createdBy, byKey);
      // In the order of locks: the accounts come last.
      if (method !== null) await countEnd(tx, known);
      const { fingerprint } = checkout;
      if (fingerprint !== undefined) await keepWelcomeOnce(tx, { workspace, fingerprint });
      await creditPayment(tx, { workspace, amount, reference: named, actor });
      if (tax > 0) await insertTax(tx, { workspace, reference: named, amount: tax });
      const links = { receiptUrl, invoiceUrl };
      return endPayment(tx, id, { state: 'succeeded', checkout: reference, tax, ...links });
    }
    if (known.state !== 'open') return known;
    if (state === 'expired') return endPayment(tx, id, { state, checkout: reference, receiptUrl });
    if (state !== 'declined' || method === null) return known;
    const failed = await endPayment(tx, id, { state: 'failed', checkout: reference, decline });
    await countEnd(tx, failed);
    return failed;
  }

  /** A wallet that is full gets the credit of a payment by a later look-up. */
  async function keepForLater(id: string, cause: unknown): Promise<void> {
    if (!(cause instanceof Problem)) throw cause;
    if (await saveFault(db, id, 'balance'))
      log.error({ err: cause, payment: id }, 'ALERT: a payment that was paid is not credited');
  }

  /** The share of the taxes that went back with what the payer has, or came with it again. */
  async function returnTax(tx: Queryable, before: Payment, now: Payment): Promise<void> {
    const share = ({ tax, returned, amount }: Payment) =>
      Number((BigInt(tax) * BigInt(returned)) / BigInt(amount));
    const amount = share(before) - share(now);
    const { workspace, id } = now;
    if (amount === 0) return;
    await insertTax(tx, { workspace, reference: uuidToId(PAYMENT_PREFIX, id), amount });
  }

  /** Makes the ledger say what the payer has back, as far as the wallet has it. */
  async function takeBack(tx: Queryable, payment: Payment): Promise<Payment> {
    const { id, workspace, returned, takenBack, returns } = payment;
    const reference = `${uuidToId(PAYMENT_PREFIX, id)}/${returns + 1}`;
    if (returned === takenBack) return payment;
    if (returned < takenBack) {
      await reverseRefund(tx, { workspace, amount: takenBack - returned, reference });
      return saveTakenBack(tx, id, returned);
    }
    const taken = await takeRefund(tx, { workspace, atMost: returned - takenBack, reference });
    return taken === 0 ? payment : saveTakenBack(tx, id, takenBack + taken);
  }

  async function collectDebts(): Promise<void> {
    for (const { id } of await selectCollectable(db, COLLECTED_AT_ONCE)) {
      await db.transaction(async (tx) => {
        const payment = await lockPayment(tx, id);
        if (payment) await takeBack(tx, payment);
      });
    }
  }

  /** A payment without a checkout was never shown to anybody, unless the provider's answer was lost. */
  async function lookUpOne(payment: Payment): Promise<Payment> {
    const { id, checkout, expiresAt, method } = payment;
    if (method !== null && payment.state === 'open') return recharge.lookUp(payment);
    if (checkout !== null) {
      const found = await (await offered()).readCheckout(checkout);
      return (found && (await settle(found))) ?? payment;
    }
    if (expiresAt.getTime() > Date.now()) return payment;
    return db.transaction(async (tx) => {
      const known = await lockPayment(tx, id);
      if (known?.state !== 'open') return known ?? payment;
      return endPayment(tx, id, { state: 'expired', checkout: null });
    });
  }

  const recharge = createRecharge({
    db,
    provider,
    unit,
    bounds,
    log,
    settle,
    asCustomer,
    coalesce,
  });

  return {
    recharge,
    comparison: provider && createComparison({ db, provider, unit, log, settle }),
    bounds: provider && bounds,

    async billing(workspace) {
      const customer = await selectCustomer(db, workspace);
      if (provider && customer === undefined) return { name: undefined, address: [], taxIds: [] };
      const using = await offered();
      return coalesce(customer!, () => using.readBilling(customer!)).catch(
        away({}, 'the payment provider did not say what invoices have', AWAY),
      );
    },

    async billingPage({ workspace, returnUrl }) {
      const using = await offered();
      const open = (customer: string) => using.createBillingPage({ customer, returnUrl });
      const failed = away({}, 'the payment provider made no page of invoices', AWAY);
      return coalesce(`${workspace} ${returnUrl}`, () => asCustomer(workspace, open, failed));
    },

    async create({ workspace, amount, requestKey, actor, returnUrl }) {
      const using = await offered();
      checkAmount(amount, bounds, { unit, member: 'amount' });
      const id = newUuid();
      const saved = await db.transaction(async (tx) => {
        const expiresAt = new Date(Date.now() + OPEN_MS);
        const payment = { workspace, id, amount, requestKey, actor, expiresAt };
        const found = await insertPayment(tx, payment);
        if (found.id === id && (await countOpen(tx, workspace)) > MOST_OPEN) {
          const detail = `${MOST_OPEN} payments are open; pay one of them, or wait until one expires.`;
          throw new Problem('conflict', detail);
        }
        return found;
      });
      if (saved.amount !== amount) {
        const made = `${decimalOf(saved.amount, unit)} ${unit.currency}`;
        throw keyReused(`has made a payment of ${made} before`);
      }
      const replayed = saved.id !== id;
      if (saved.checkout !== null || saved.state !== 'open') return { payment: saved, replayed };
      const { expiresAt } = saved;
      const checkout = await asCustomer(
        workspace,
        (customer) =>
          using.createCheckout({
            ...{ id: saved.id, amount, customer, expiresAt },
            returnUrl: returnUrl(uuidToId(PAYMENT_PREFIX, saved.id)),
          }),
        away({ payment: saved.id }, 'the payment provider made no checkout'),
      );
      const { reference, url } = checkout;
      invariant(reference !== undefined, 'a checkout has a name');
      const nextLookUp = new Date(Date.now() + FIRST_LOOK_UP_MS);
      const payment = await saveCheckout(db, saved.id, { reference, url, nextLookUp });
      return { payment: payment ?? saved, replayed };
    },

    async get(workspace, id) {
      const payment = await selectPayment(db, workspace, id);
      if (payment?.state !== 'open' || !provider) return payment;
      // Its charge is under way.
      if (payment.method !== null && payment.checkout === null) return payment;
      return coalesce(id, () => lookUpOne(payment)).catch((error: unknown) => {
        log.warn({ err: error, payment: id }, 'a payment could not be looked up');
        return payment;
      });
    },

    async list(workspace, page) {
      const rows = await selectPayments(db, workspace, { ...page, limit: page.limit + 1 });
      const payments = rows.slice(0, page.limit);
      return { payments, next: rows.length > page.limit ? payments.at(-1)!.id : null };
    },

    debt: (workspace) => sumOfDebts(db, workspace),
    debtStopsRuns,

    async receive(body, signature) {
      const using = await offered();
      const subject = subjectOf(using, body, signature);
      if (!subject) return;
      const { reference, isSetup } = subject;
      const unread = away({ reference }, 'the record of an event could not be read');
      if (isSetup) return recharge.readSetup(reference).catch(unread);
      const checkout = await using.readCheckout(reference).catch(unread);
      if (checkout) await settle(checkout);
    },

    async lookUp() {
      // First: a provider that does not answer takes its time.
      await collectDebts();
      if (!provider) return;
      const due = await takeDue(db, { limit: LOOK_UPS_AT_ONCE, nextAfterMs: FIRST_LOOK_UP_MS });
      for (const payment of due) {
        await lookUpOne(payment).catch((error: unknown) =>
          log.warn({ err: error, payment: payment.id }, 'a payment could not be looked up'),
        );
      }
    },

    async find() {
      const ago = (ms: number) => new Date(Date.now() - ms);
      if (!provider || !(await hasPayments(db, ago(RETURNABLE_MS)))) return;
      const using = await provider();
      let cursor = await selectSearch(db);
      for (let page = 0; page < PAGES_AT_ONCE; page += 1) {
        const { checkouts, next } = await using.checkoutsSince(ago(LOOK_BACK_MS), cursor);
        for (const checkout of checkouts) {
          if (checkout.state !== 'paid') continue;
          await settle(checkout).catch((error: unknown) =>
            log.error({ err: error, payment: checkout.payment }, 'a payment could not be settled'),
          );
        }
        await saveSearch(db, next);
        if (next === undefined) return;
        cursor = next;
      }
    },
  };
}

/** What the comparison with the provider found, newest day first. */
export function comparedDays(db: Queryable): Promise<ComparedDay[]> {
  return selectDays(db, COMPARED_DAYS);
}

/** Whether a payment of the last days is not the same here and at the provider. */
export function paymentsDiffer(db: Queryable): Promise<boolean> {
  return isAnyDayDifferent(db, COMPARED_DAYS);
}

/** Whether nothing came or went since. */
function isSame(now: Payment, seen: Payment | undefined): boolean {
  return seen !== undefined && hasReturns(now, seen) && now.returns === seen.returns;
}

function hasReturns(payment: Returns, { returned, isDisputed, isChargedBack }: Returns): boolean {
  return (
    payment.returned === returned &&
    payment.isDisputed === isDisputed &&
    payment.isChargedBack === isChargedBack
  );
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const AWAY = 'The payment provider does not answer now. Send the request again.';
const PROVIDER_AWAY =
  'The payment provider does not answer now. Send the request again, with the same Idempotency-Key.';

function subjectOf(
  provider: PaymentProvider,
  body: Buffer,
  signature: string,
): EventSubject | undefined {
  try {
    return provider.readEvent(body, signature);
  } catch (error) {
    if (!(error instanceof ForgedEvent)) throw error;
    const detail = 'is not the signature of this body, or is too old';
    throw invalidRequest({ header: 'Stripe-Signature', detail, code: 'pattern' });
  }
}
