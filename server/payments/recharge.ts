/**
 * Auto-recharge: when a wallet has less available than its workspace wants, a worker charges a card that a person has
 * saved at the payment provider. It charges once at a time and once for each time: the payment is saved under a lock
 * before the provider is asked, and its id is the provider's idempotency key. An answer that was lost is asked for again,
 * or read from the provider's record. Its end is that of every payment. Nothing here is part of a request that spends.
 *
 * A decline makes it wait, and the third in a row turns it off.
 */
import { type Actor, recordEvent } from '../audit-trail/index.ts';
import { keepWelcomeOnce } from '../money/index.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { newUuid } from '../platform/lib/ids.ts';
import { decimalOf, type Unit } from '../platform/lib/money.ts';
import { Problem } from '../platform/lib/problem.ts';
import type { Coalesce } from '../platform/lib/shares.ts';
import type { Log } from '../platform/telemetry/log.ts';
import {
  type Bounds,
  type Charge,
  type Checkout,
  checkAmount,
  type PaymentProvider,
  type SavedCard,
  type SetupPage,
  wrongAmount,
} from './provider.ts';
import {
  type AutoRecharge,
  type CardSetup,
  deleteCard,
  deleteRecharge,
  insertDue,
  insertSetup,
  mayCharge,
  removeCards,
  saveCard,
  saveDecline,
  saveSetupPage,
  saveSuccess,
  selectCard,
  selectLow,
  selectMonth,
  selectRecharge,
  selectSetup,
  type Terms,
  takeDueCards,
  upsertRecharge,
} from './recharge-store.ts';
import { endPayment, lockPayment, type Payment, saveCheckout, sumOfDebts } from './store.ts';

export interface RechargeView {
  state: 'none' | 'needs_card' | 'on' | 'off';
  pausedBy: 'decline' | 'cap' | 'debt' | 'dispute' | 'suspension' | undefined;
  set: AutoRecharge | undefined;
  card: SavedCard | undefined;
  /** What the payments of this month, in UTC, have come to. */
  monthSum: number;
}

export interface Recharge {
  /** Asks the provider while a page to save a card is open. */
  get(workspace: string): Promise<RechargeView>;
  /** Turns it on. */
  set(input: { workspace: string; actor: Actor; terms: Terms }): Promise<RechargeView>;
  /** With the saved card. */
  remove(input: { workspace: string; actor: Actor }): Promise<void>;
  /** The page of the provider on which somebody saves a card. */
  setUpCard(input: {
    workspace: string;
    actor: Actor;
    returnUrl: string;
  }): Promise<{ url: string; expiresAt: Date }>;
  /** Charges the cards of wallets that are low, and looks after cards that are being saved or removed. */
  chargeDue(): Promise<void>;
}

/** What `createPayments` needs besides. */
interface RechargeKernel extends Recharge {
  /** Reads the record of a page that an event named. */
  readSetup(reference: string): Promise<void>;
  /** What became of an automatic payment that is open. */
  lookUp(payment: Payment): Promise<Payment>;
}

interface RechargeOptions {
  db: Db;
  provider: (() => Promise<PaymentProvider>) | undefined;
  unit: Unit;
  bounds: Bounds;
  log: Log;
  /** Makes a record of the provider the state of its payment. */
  settle(checkout: Checkout): Promise<Payment | undefined>;
  /** Bounds how often the requests of a workspace make the service ask the provider. */
  coalesce: Coalesce;
  /** With the provider's name for the workspace. `failed` gets what the provider did not do. */
  asCustomer<T>(
    workspace: string,
    use: (customer: string) => Promise<T>,
    failed: (error: unknown) => never,
  ): Promise<T>;
}

/** After a decline, in a row. The one after the last pause turns it off. */
const PAUSES_MS = [3_600_000, 21_600_000];
/** The provider forgets an idempotency key after a day: nothing is charged later than this. */
const CHARGE_WITHIN_MS = 23 * 3_600_000;
/** Longer than all attempts of one request. */
const LOOK_UP_AFTER_MS = 90_000;
const SETUP_OPEN_MS = 3_600_000;
/** A page of Stripe is open for at least half an hour. */
const LEAST_OPEN_MS = 1_860_000;
const LOOK_UP_CARDS_EVERY_MS = 120_000;
const CARDS_AT_ONCE = 50;
const WALLETS_AT_ONCE = 50;
const CHARGES_AT_ONCE = 10;

const NO_CARDS = 'This deployment takes no payments by card.';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function createRecharge(options: RechargeOptions): RechargeKernel {
  const { db, provider, unit, bounds, log, settle, asCustomer, coalesce } = options;

  async function offered(): Promise<PaymentProvider> {
    if (provider) return provider();
    throw new Problem('conflict', NO_CARDS);
  }

  async function view(workspace: string): Promise<RechargeView> {
    const [set, card, month, debt] = await Promise.all([
      selectRecharge(db, workspace),
      selectCard(db, workspace),
      selectMonth(db, workspace),
      sumOfDebts(db, workspace),
    ]);
    const monthSum = month.sum;
    if (!set) return { state: 'none', pausedBy: undefined, set, card: undefined, monthSum };
    const state = !set.isOn ? 'off' : card ? 'on' : 'needs_card';
    const pausedBy = state === 'on' ? pauseOf(set, { ...month, debt }) : undefined;
    return { state, pausedBy, set, card, monthSum };
  }

  async function settleSetup({ setup: id, card, fingerprint }: SetupPage): Promise<void> {
    if (id === undefined || !UUID.test(id) || !card) return;
    await db.transaction(async (tx) => {
      const saved = await saveCard(tx, id, card);
      if (!saved) return;
      const { workspace, actor } = saved;
      if (fingerprint !== undefined) await keepWelcomeOnce(tx, { workspace, fingerprint });
      const { brand, last4, expiresIn } = card;
      const detail = { brand, last4, expiresIn };
      await recordEvent(tx, workspace, 'card_saved', detail, actor);
    });
  }

  /** A page without a reference was never shown to anybody. */
  async function lookUpSetup({ id, checkout, expiresAt }: CardSetup): Promise<void> {
    if (checkout === null) {
      if (expiresAt.getTime() - Date.now() < LEAST_OPEN_MS) await deleteCard(db, id);
      return;
    }
    const page = await (await offered()).readSetup(checkout);
    if (page?.card) await settleSetup(page);
    else if (page?.url === undefined) await deleteCard(db, id);
  }

  async function chargeNow(payment: Payment): Promise<Payment> {
    const checkout = await (await offered()).charge(chargeOf(payment));
    const { state, reference, cause } = checkout;
    if (cause) log.error({ err: cause, payment: payment.id }, 'a saved card could not be charged');
    if (reference !== undefined && (state === 'open' || state === 'pending')) {
      const nextLookUp = new Date(Date.now() + LOOK_UP_AFTER_MS);
      return (
        (await saveCheckout(db, payment.id, { reference, url: undefined, nextLookUp })) ?? payment
      );
    }
    return (await settle(checkout)) ?? payment;
  }

  async function recharge(workspace: string): Promise<void> {
    const id = newUuid();
    const times = { openMs: CHARGE_WITHIN_MS, lookUpMs: LOOK_UP_AFTER_MS };
    const payment = await db.transaction((tx) => insertDue(tx, { workspace, id, ...times }));
    if (payment) await chargeNow(payment);
  }

  async function lookAfterCards(): Promise<void> {
    const take = { limit: CARDS_AT_ONCE, nextAfterMs: LOOK_UP_CARDS_EVERY_MS };
    await someAtOnce(await takeDueCards(db, take), async ({ method, ...setup }) => {
      if (method === null) return lookUpSetup(setup);
      await (await offered()).forgetCard(method);
      await deleteCard(db, setup.id);
    });
  }

  /** One that fails stops no other. */
  async function someAtOnce<T>(all: readonly T[], work: (one: T) => Promise<unknown>) {
    for (let i = 0; i < all.length; i += CHARGES_AT_ONCE) {
      const some = all.slice(i, i + CHARGES_AT_ONCE);
      const failed = (error: unknown) =>
        log.warn({ err: error }, 'the payment provider did not do what auto-recharge asked');
      await Promise.all(some.map((one) => work(one).catch(failed)));
    }
  }

  return {
    async get(workspace) {
      const setup = provider && (await selectSetup(db, workspace));
      if (setup) {
        await coalesce(setup.id, () => lookUpSetup(setup)).catch((error: unknown) =>
          log.warn({ err: error }, 'a page to save a card could not be looked up'),
        );
      }
      return view(workspace);
    },

    async set({ workspace, actor, terms }) {
      await offered();
      checkTerms(terms, bounds, unit);
      const { threshold, amount, monthCap } = terms;
      const detail = {
        ...{ thresholdAmount: threshold, rechargeAmount: amount, monthCapAmount: monthCap },
      };
      await db.transaction(async (tx) => {
        const isChanged = await upsertRecharge(tx, { ...terms, workspace });
        if (isChanged) await recordEvent(tx, workspace, 'auto_recharge_set', detail, actor);
      });
      return view(workspace);
    },

    async remove({ workspace, actor }) {
      await db.transaction(async (tx) => {
        if (!(await deleteRecharge(tx, workspace))) return;
        await removeCards(tx, workspace);
        await recordEvent(tx, workspace, 'auto_recharge_removed', {}, actor);
      });
    },

    async setUpCard({ workspace, actor, returnUrl }) {
      const using = await offered();
      if (!(await selectRecharge(db, workspace))) {
        throw new Problem('conflict', 'The auto-recharge is not set: set its amounts first.');
      }
      const begin = () => {
        const expiresAt = new Date(Date.now() + SETUP_OPEN_MS);
        const lookUpMs = LOOK_UP_CARDS_EVERY_MS;
        return insertSetup(db, { workspace, id: newUuid(), actor, expiresAt, lookUpMs });
      };
      const away = (error: unknown): never => {
        log.warn({ err: error }, 'the payment provider made no page to save a card');
        const detail = 'The payment provider does not answer now. Send the request again.';
        throw new Problem('overloaded', detail, { retryAfterSeconds: 5 });
      };
      // A page that was open may have ended.
      await lookUpSetup(await begin()).catch(away);
      const { id, checkoutUrl, expiresAt } = await begin();
      if (checkoutUrl !== null) return { url: checkoutUrl, expiresAt };
      const { reference, url } = await asCustomer(
        workspace,
        (customer) => using.createSetup({ id, customer, expiresAt, returnUrl }),
        away,
      );
      if (url === undefined) return away(new Error('the page has ended'));
      await saveSetupPage(db, id, { reference, url });
      return { url, expiresAt };
    },

    async chargeDue() {
      if (!provider) return;
      await lookAfterCards();
      await someAtOnce(await selectLow(db, WALLETS_AT_ONCE), recharge);
    },

    async readSetup(reference) {
      const page = await (await offered()).readSetup(reference);
      if (page) await settleSetup(page);
    },

    async lookUp(payment) {
      const { id, workspace, checkout, createdAt, expiresAt } = payment;
      const using = await offered();
      const charge = chargeOf(payment);
      if (checkout !== null) {
        const found = await using.readCheckout(checkout);
        return (found && (await settle(found))) ?? payment;
      }
      const isInTime = expiresAt.getTime() > Date.now();
      const { method } = charge;
      if (isInTime && (await mayCharge(db, { workspace, method }))) return chargeNow(payment);
      const found = await using.readCharge(charge, createdAt);
      if (found && found.state !== 'open') return (await settle(found)) ?? payment;
      return db.transaction(async (tx) => {
        const known = await lockPayment(tx, id);
        if (known?.state !== 'open') return known ?? payment;
        return endPayment(tx, id, { state: 'expired', checkout: null });
      });
    },
  };
}

/** In the transaction that ends an automatic payment. */
export async function countEnd(tx: Queryable, { workspace, decline }: Payment): Promise<void> {
  if (decline === null) return saveSuccess(tx, workspace);
  const now = await saveDecline(tx, { workspace, decline, pausesMs: PAUSES_MS });
  if (!now || now.isOn) return;
  const detail = { declines: now.declines, declineReason: decline };
  await recordEvent(tx, workspace, 'auto_recharge_turned_off', detail);
}

function chargeOf({ id, amount, customer, method }: Payment): Charge {
  return { id, amount, customer: customer!, method: method! };
}

function pauseOf(
  { amount, monthCap, declines, notBefore }: AutoRecharge,
  {
    debt,
    isDisputed,
    isSuspended,
    sum,
  }: { debt: number; isDisputed: boolean; isSuspended: boolean; sum: number },
): RechargeView['pausedBy'] {
  if (isSuspended) return 'suspension';
  if (debt > 0) return 'debt';
  if (isDisputed) return 'dispute';
  if (sum + amount > monthCap) return 'cap';
  return declines > 0 && notBefore.getTime() > Date.now() ? 'decline' : undefined;
}

/** One recharge is enough, and the cap has room for one. */
function checkTerms({ threshold, amount, monthCap }: Terms, bounds: Bounds, unit: Unit): void {
  checkAmount(amount, bounds, { unit, member: 'rechargeAmount' });
  const least = `${decimalOf(amount, unit)} ${unit.currency}, which is one recharge`;
  if (threshold > amount)
    throw wrongAmount('thresholdAmount', 'maximum', `must be at most ${least}`);
  if (monthCap < amount)
    throw wrongAmount('monthCapAmount', 'minimum', `must be at least ${least}`);
}
