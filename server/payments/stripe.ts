/**
 * Stripe as a payment provider, by its own package: https://docs.stripe.com/api. The API version is that of the pinned
 * package. Stripe makes one checkout for each idempotency key, which begins with the id of the payment.
 */
import Stripe from 'stripe';
import type { Unit } from '../platform/lib/money.ts';
import {
  type Billing,
  type Charge,
  type Checkout,
  type Decline,
  ForgedEvent,
  ForgottenCustomer,
  type MovementKind,
  type PaymentProvider,
  type SetupPage,
} from './provider.ts';

interface StripeOptions {
  name: string;
  secretKey: string;
  webhookSecret: string;
  /** Stripe's own, or that of the sandbox. */
  baseUrl: URL;
  unit: Unit;
  /** Whether Stripe computes taxes, on top of each amount. */
  isTaxed: boolean;
}

/** A browser waits for it. */
const TIMEOUT_MS = 20_000;
const RETRIES = 2;
/** The minor units of the currency: cents. */
const MINOR_SCALE = 2;
/** With the invoice, which has the receipt, and the charge, which says what was refunded. */
const EXPAND = ['invoice', 'payment_intent.latest_charge'];
const EXPAND_SETUP = ['setup_intent.payment_method', 'customer'];
/** In other states of a dispute the money is gone: an inquiry takes none, and a dispute that is won gives it back. */
const KEPT = new Set<string>([
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'won',
]);
const DECIDED = new Set<string>(['warning_closed', 'won', 'lost', 'prevented']);

export function createStripeProvider(options: StripeOptions): PaymentProvider {
  const { name, secretKey, webhookSecret, baseUrl, unit, isTaxed } = options;
  const stripe = new Stripe(secretKey, {
    host: baseUrl.hostname,
    ...(baseUrl.port !== '' && { port: baseUrl.port }),
    protocol: baseUrl.protocol === 'http:' ? 'http' : 'https',
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
  });
  const unitsOfMinor = 10 ** (unit.scale - MINOR_SCALE);
  const taxed = isTaxed
    ? ({
        automatic_tax: { enabled: true },
        billing_address_collection: 'required',
      } as const)
    : undefined;

  async function toCheckout(session: Stripe.Checkout.Session): Promise<Checkout> {
    const { invoice } = session;
    const subtotal = session.amount_subtotal ?? 0;
    const { gone, ...dispute } = await returnsOf(session.payment_intent);
    // What is gone includes taxes, as the total does.
    const share = Math.ceil((gone * subtotal) / Math.max(1, session.amount_total ?? 0));
    return {
      reference: session.id,
      payment: session.metadata?.payment,
      state: stateOf(session),
      amount: subtotal * unitsOfMinor,
      tax: (session.total_details?.amount_tax ?? 0) * unitsOfMinor,
      currency: (session.currency ?? '').toUpperCase(),
      returned: Math.min(subtotal, share) * unitsOfMinor,
      ...dispute,
      url: session.url ?? undefined,
      ...linksOf(typeof invoice === 'object' ? invoice : null),
    };
  }

  /** What was refunded and what is contested, in minor units, and of which card. */
  async function returnsOf(intent: string | Stripe.PaymentIntent | null) {
    const charge = typeof intent === 'object' ? intent?.latest_charge : undefined;
    if (!charge || typeof charge === 'string')
      return { gone: 0, isDisputed: false, isChargedBack: false, fingerprint: undefined };
    const disputes = charge.disputed
      ? (await stripe.disputes.list({ charge: charge.id, limit: 100 })).data
      : [];
    const taken = disputes.filter(({ status }) => !KEPT.has(status));
    return {
      gone: taken.reduce((sum, { amount }) => sum + amount, charge.amount_refunded),
      isDisputed: disputes.some(({ status }) => !DECIDED.has(status)),
      isChargedBack: taken.length > 0,
      fingerprint: charge.payment_method_details?.card?.fingerprint ?? undefined,
    };
  }

  /** Of a page, or of a saved card. */
  async function ofIntent(id: string): Promise<Checkout | undefined> {
    const expand = EXPAND.map((member) => `data.${member}`);
    const found = await stripe.checkout.sessions.list({ payment_intent: id, limit: 1, expand });
    if (found.data[0]) return toCheckout(found.data[0]);
    return ofCharge(await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }));
  }

  /** With its invoice, which has the taxes apart. */
  async function ofCharge(intent: Stripe.PaymentIntent): Promise<Checkout> {
    const { invoice } = intent.metadata;
    return toCharge(intent, invoice ? await stripe.invoices.retrieve(invoice) : null);
  }

  async function toCharge(
    intent: Stripe.PaymentIntent,
    invoice: Stripe.Invoice | null,
  ): Promise<Checkout> {
    const { id, metadata, amount: total, currency } = intent;
    const { gone, ...dispute } = await returnsOf(intent);
    const state = stateOfCharge(intent);
    const amount = invoice ? (invoice.total_excluding_tax ?? invoice.subtotal) : total;
    const returned = Math.min(amount, Math.ceil((gone * amount) / Math.max(1, total)));
    return {
      ...{ reference: id, payment: metadata.payment, state, amount: amount * unitsOfMinor },
      ...{ tax: (total - amount) * unitsOfMinor, currency: currency.toUpperCase() },
      ...{ returned: returned * unitsOfMinor, ...dispute, url: undefined, ...linksOf(invoice) },
      ...(state === 'declined' && { decline: declineOf(intent.last_payment_error ?? ASKED) }),
    };
  }

  /** An invoice that nothing but `charge` pays. Returns the name of its payment intent. */
  async function makeInvoice({ id, amount, customer, method }: Charge) {
    const [currency, key] = [unit.currency.toLowerCase(), (of: string) => `${id}/${of}`];
    const draft = await stripe.invoices.create(
      {
        ...{ customer, currency, default_payment_method: method, metadata: { payment: id } },
        ...{ auto_advance: false, collection_method: 'charge_automatically' },
        ...{ pending_invoice_items_behavior: 'exclude' },
        payment_settings: { payment_method_types: ['card'] },
        ...(isTaxed && { automatic_tax: { enabled: true } }),
      },
      { idempotencyKey: key('invoice') },
    );
    const item = { customer, invoice: draft.id, currency, amount: amount / unitsOfMinor };
    await stripe.invoiceItems.create(
      { ...item, description: 'Credit', ...(isTaxed && { tax_behavior: 'exclusive' }) },
      { idempotencyKey: key('item') },
    );
    const invoice = await stripe.invoices.finalizeInvoice(
      draft.id,
      { auto_advance: false, expand: ['payments'] },
      { idempotencyKey: key('final') },
    );
    const intent = invoice.payments?.data[0]?.payment.payment_intent;
    if (!intent) throw new Error('an invoice that is final has a payment intent');
    // Lists have the intent, and not its invoice.
    await stripe.paymentIntents.update(
      idOf(intent),
      { metadata: { payment: id, invoice: invoice.id } },
      { idempotencyKey: key('intent') },
    );
    return { invoice: invoice.id, intent: idOf(intent) };
  }

  function toSetupPage(session: Stripe.Checkout.Session): SetupPage {
    const { id: reference, metadata, url, setup_intent: intent, customer, status } = session;
    const method = typeof intent === 'object' ? intent?.payment_method : undefined;
    const isSaved = status === 'complete' && typeof method === 'object' && method && customer;
    const saved = isSaved && method.card ? { method, customer, ...method.card } : undefined;
    return {
      ...{ reference, setup: metadata?.card, url: url ?? undefined },
      fingerprint: saved?.fingerprint ?? undefined,
      card: saved && {
        ...{ customer: idOf(saved.customer), method: saved.method.id },
        ...{ brand: saved.brand, last4: saved.last4 ?? '' },
        expiresIn: `${saved.exp_year}-${String(saved.exp_month).padStart(2, '0')}`,
      },
    };
  }

  /** Taxes of recharges need the address of the customer: without one, that of the card. */
  async function keepAddress({ customer, setup_intent: intent }: Stripe.Checkout.Session) {
    const method = typeof intent === 'object' ? intent?.payment_method : undefined;
    if (typeof customer !== 'object' || !customer || customer.deleted || customer.address) return;
    const address = typeof method === 'object' ? method?.billing_details?.address : undefined;
    if (!address?.country) return;
    const given = Object.entries(address).filter(([, part]) => part !== null);
    await stripe.customers.update(customer.id, { address: Object.fromEntries(given) });
  }

  return {
    name,
    async createCustomer(workspace) {
      const customer = await stripe.customers.create(
        { metadata: { workspace } },
        { idempotencyKey: `${workspace}/customer` },
      );
      return customer.id;
    },
    async readBilling(customer) {
      const found = await unlessMissing(() =>
        stripe.customers.retrieve(customer, { expand: ['tax_ids'] }),
      );
      return !found || found.deleted ? NO_BILLING : toBilling(found);
    },
    async createBillingPage({ customer, returnUrl }) {
      const page = { customer, return_url: returnUrl };
      return (await unlessForgotten(() => stripe.billingPortal.sessions.create(page))).url;
    },
    async createCheckout({ id, amount, customer, expiresAt, returnUrl }) {
      const session = await unlessForgotten(() =>
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            // No reference of the client: whoever opens a payment link of the same account chooses that.
            metadata: { payment: id },
            customer,
            customer_update: { name: 'auto', address: 'auto' },
            tax_id_collection: { enabled: true },
            ...taxed,
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: unit.currency.toLowerCase(),
                  unit_amount: amount / unitsOfMinor,
                  product_data: { name: 'Credit' },
                  ...(isTaxed && { tax_behavior: 'exclusive' }),
                },
              },
            ],
            invoice_creation: { enabled: true },
            payment_intent_data: { metadata: { payment: id } },
            expires_at: Math.floor(expiresAt.getTime() / 1_000),
            success_url: returnUrl,
            cancel_url: returnUrl,
            expand: EXPAND,
          },
          { idempotencyKey: `${id}/${customer}` },
        ),
      );
      return toCheckout(session);
    },
    readCheckout(reference) {
      return unlessMissing(async () =>
        reference.startsWith(INTENT)
          ? ofIntent(reference)
          : toCheckout(await stripe.checkout.sessions.retrieve(reference, { expand: EXPAND })),
      );
    },
    async checkoutsSince(from, cursor) {
      const [list = 'sessions', after] = cursor?.split(' ') ?? [];
      const page = {
        created: { gte: Math.floor(from.getTime() / 1_000) },
        ...(after !== undefined && { starting_after: after }),
      };
      const following = LISTS[LISTS.indexOf(list as (typeof LISTS)[number]) + 1];
      const next = ({ data, has_more }: Stripe.ApiList<{ id: string }>) =>
        has_more && data.length > 0 ? `${list} ${data.at(-1)!.id}` : following;
      try {
        if (list === 'sessions') {
          const expand = EXPAND.map((member) => `data.${member}`);
          const found = await stripe.checkout.sessions.list({ ...page, limit: 100, expand });
          return { checkouts: await Promise.all(found.data.map(toCheckout)), next: next(found) };
        }
        const found = await stripe[list === 'refunds' ? 'refunds' : 'disputes'].list({
          ...{ ...page, limit: RETURNS_ON_A_PAGE },
        });
        const intents = new Set<string>();
        for (const { payment_intent: intent } of found.data)
          if (intent !== null) intents.add(idOf(intent));
        const checkouts: Checkout[] = [];
        for (const intent of intents) {
          const checkout = await ofIntent(intent);
          if (checkout) checkouts.push(checkout);
        }
        return { checkouts, next: next(found) };
      } catch (error) {
        if (after !== undefined && isMissing(error)) return { checkouts: [], next: undefined };
        throw error;
      }
    },
    async paymentsBetween(span, cursor) {
      const found = await stripe.paymentIntents.list({
        ...pageOf(span, cursor),
        expand: ['data.latest_charge'],
      });
      const checkouts: Checkout[] = [];
      for (const intent of found.data) checkouts.push(await toCharge(intent, null));
      return { checkouts, next: found.has_more ? found.data.at(-1)?.id : undefined };
    },
    async readBalances() {
      const { available, pending } = await stripe.balance.retrieve();
      const sumOf = (sums: readonly { currency: string; amount: number }[], of: string) =>
        sums.reduce((sum, { currency, amount }) => (currency === of ? sum + amount : sum), 0);
      const currencies = new Set([...available, ...pending].map(({ currency }) => currency));
      return [...currencies].map((currency) => ({
        ...scaled(currency),
        available: sumOf(available, currency),
        pending: sumOf(pending, currency),
      }));
    },
    async movementsBetween(span, cursor) {
      const found = await stripe.balanceTransactions.list(pageOf(span, cursor));
      const movements = found.data.flatMap(({ amount, fee, currency, reporting_category: of }) => [
        { kind: KINDS[of] ?? 'other', ...scaled(currency), amount },
        ...(fee === 0 ? [] : [{ kind: 'fee' as const, ...scaled(currency), amount: -fee }]),
      ]);
      return { movements, next: found.has_more ? found.data.at(-1)?.id : undefined };
    },
    async createSetup({ id, customer, expiresAt, returnUrl }) {
      const session = await unlessForgotten(() =>
        stripe.checkout.sessions.create(
          {
            ...{ mode: 'setup', customer, payment_method_types: ['card'] },
            ...(isTaxed && { billing_address_collection: 'required' }),
            metadata: { card: id },
            expires_at: Math.floor(expiresAt.getTime() / 1_000),
            ...{ success_url: returnUrl, cancel_url: returnUrl, expand: EXPAND_SETUP },
          },
          { idempotencyKey: `${id}/${customer}` },
        ),
      );
      return toSetupPage(session);
    },
    readSetup(reference) {
      return unlessMissing(async () => {
        const expand = EXPAND_SETUP;
        const session = await stripe.checkout.sessions.retrieve(reference, { expand });
        if (isTaxed) await keepAddress(session);
        return toSetupPage(session);
      });
    },
    async charge(charge) {
      const { id, amount, method } = charge;
      let made: Awaited<ReturnType<typeof makeInvoice>> | undefined;
      try {
        made = await makeInvoice(charge);
        const { invoice, intent } = made;
        const payment = { payment_method: method, off_session: true };
        await stripe.invoices.pay(invoice, payment, { idempotencyKey: id });
        return await ofCharge(
          await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] }),
        );
      } catch (error) {
        const decline = refusalOf(error);
        if (!decline) throw error;
        // Otherwise its page could still be paid on.
        if (made)
          await stripe.invoices.voidInvoice(made.invoice, {}, { idempotencyKey: `${id}/void` });
        return {
          ...{ reference: made?.intent, payment: id, state: 'declined', decline },
          ...{ amount, tax: 0, currency: unit.currency, returned: 0 },
          ...{ isDisputed: false, isChargedBack: false },
          ...{ url: undefined, receiptUrl: undefined, invoiceUrl: undefined },
          ...(decline === 'refused' && { cause: error }),
        };
      }
    },
    async readCharge({ id, customer }, since) {
      // The clocks may differ.
      const created = { gte: Math.floor(since.getTime() / 1_000) - 3_600 };
      const list = { customer, created, limit: 100, expand: ['data.latest_charge'] };
      const found = await unlessMissing(() => stripe.paymentIntents.list(list));
      const intent = found?.data.find(({ metadata }) => metadata.payment === id);
      return intent && ofCharge(intent);
    },
    async forgetCard(method) {
      await stripe.paymentMethods.detach(method).catch((error: unknown) => {
        // It is gone already.
        if (!isRefusal(error)) throw error;
      });
    },
    readEvent(body, signature) {
      const { type, data } = constructEvent(body, signature);
      const { id, payment_intent: intent, mode } = data.object as EventObject;
      const of = (reference: string, isSetup = false) => ({ reference, isSetup });
      if (type.startsWith('checkout.session.')) return of(id, mode === 'setup');
      if (type.startsWith('payment_intent.')) return of(id);
      return RETURN.test(type) && intent ? of(idOf(intent)) : undefined;
    },
  };

  function constructEvent(body: Buffer, signature: string): Stripe.Event {
    try {
      return stripe.webhooks.constructEvent(body, signature, webhookSecret);
    } catch (cause) {
      throw new ForgedEvent('The signature is not of this body, or too old.', { cause });
    }
  }
}

/** Of one of Stripe's lists. */
function pageOf({ from, to }: { from: Date; to: Date }, cursor: string | undefined) {
  const created = {
    gte: Math.floor(from.getTime() / 1_000),
    lt: Math.floor(to.getTime() / 1_000),
  };
  return { created, limit: 100, ...(cursor !== undefined && { starting_after: cursor }) };
}

/** Stripe counts in the smallest amount of each currency. */
function scaled(code: string): { currency: string; scale: number } {
  const currency = code.toUpperCase();
  const { maximumFractionDigits: scale = MINOR_SCALE } = new Intl.NumberFormat('en', {
    ...{ style: 'currency', currency },
  }).resolvedOptions();
  return { currency, scale };
}

/** What a transaction of the balance is, by its `reporting_category`. Its fee is apart. */
const KINDS: Record<string, MovementKind> = {
  ...{ charge: 'payment', charge_failure: 'payment' },
  ...{ refund: 'return', refund_failure: 'return', partial_capture_reversal: 'return' },
  ...{ dispute: 'return', dispute_reversal: 'return' },
  ...{ fee: 'fee', network_cost: 'fee', tax: 'fee' },
  ...{ payout: 'payout', payout_reversal: 'payout' },
};

/** Events of charges that are refunded or contested, and of refunds that fail later. */
const RETURN = /^(charge\.refund|charge\.dispute\.|refund\.)/;
/** What is read for payments of which no event told, one after the other. */
const LISTS = ['sessions', 'refunds', 'disputes'] as const;
/** Each costs another request. */
const RETURNS_ON_A_PAGE = 20;
/** How the id of a payment intent begins. */
const INTENT = 'pi_';

interface EventObject {
  id: string;
  payment_intent?: string | { id: string } | null;
  mode?: string;
}

async function unlessMissing<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** An answer that says no, and will say so again: what the request names is gone, or it is not possible. */
function isRefusal(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    (error.statusCode === 400 || error.statusCode === 404)
  );
}

/** Why nothing was charged; undefined if that is not known. */
function refusalOf(error: unknown): Decline | undefined {
  if (error instanceof Stripe.errors.StripeError && error.code === TO_BE_CONFIRMED)
    return 'authentication_required';
  if (error instanceof Stripe.errors.StripeCardError) return declineOf(error);
  if (!isRefusal(error)) return undefined;
  return OF_CARD.has(error.param ?? '') ? 'card_removed' : 'refused';
}

/** Parameters that name the card. */
const OF_CARD = new Set(['payment_method', 'default_payment_method', 'customer']);

function declineOf(error: { code?: string; decline_code?: string }): Decline {
  const named = [error.code, error.decline_code].find((code) => DECLINES.has(code ?? ''));
  return (named as Decline | undefined) ?? 'card_declined';
}

/** Codes of Stripe that say what to do. */
const DECLINES = new Set(['insufficient_funds', 'expired_card', 'authentication_required']);

/** Of an invoice whose payment somebody would have to confirm. */
const TO_BE_CONFIRMED = 'invoice_payment_intent_requires_action';

/** The bank asked, and nobody was there to answer. */
const ASKED = { code: 'authentication_required' };

/** Nothing has happened to an intent that is new. One that is declined is canceled with its invoice. */
function stateOfCharge({ status, last_payment_error: error }: Stripe.PaymentIntent) {
  if (error && status === 'canceled') return 'declined';
  if (!error && status === 'requires_payment_method') return 'open';
  return CHARGE_STATES[status] ?? 'open';
}

/** Of a payment intent that was confirmed at once. */
const CHARGE_STATES: Record<string, Checkout['state'] | undefined> = {
  succeeded: 'paid',
  processing: 'pending',
  requires_payment_method: 'declined',
  requires_action: 'declined',
  canceled: 'expired',
};

async function unlessForgotten<T>(make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    const isForgotten = isRefusal(error) && isMissing(error) && error.param === 'customer';
    throw isForgotten
      ? new ForgottenCustomer('there is no such customer', { cause: error })
      : error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'resource_missing';
}

function idOf(named: string | { id: string }): string {
  return typeof named === 'string' ? named : named.id;
}

function linksOf(invoice: Stripe.Invoice | null): Pick<Checkout, 'receiptUrl' | 'invoiceUrl'> {
  return {
    receiptUrl: invoice?.hosted_invoice_url ?? undefined,
    invoiceUrl: invoice?.invoice_pdf ?? undefined,
  };
}

const NO_BILLING: Billing = { name: undefined, address: [], taxIds: [] };

function toBilling({ name, address, tax_ids: taxIds }: Stripe.Customer): Billing {
  const { line1, line2, postal_code: code, city, state, country } = address ?? {};
  const place = [code, city, state].filter(Boolean).join(' ');
  return {
    name: name ?? undefined,
    address: [line1, line2, place, country].filter(
      (each) => each != null && each !== '',
    ) as string[],
    taxIds: (taxIds?.data ?? []).map(({ type, value }) => ({ type, value })),
  };
}

function stateOf({ status, payment_status }: Stripe.Checkout.Session): Checkout['state'] {
  if (status === 'complete') return payment_status === 'unpaid' ? 'pending' : 'paid';
  return status === 'expired' ? 'expired' : 'open';
}
