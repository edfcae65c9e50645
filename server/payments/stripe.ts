/**
 * Stripe as a payment provider, by its own package: https://docs.stripe.com/api. The API version is that of the pinned
 * package. Stripe makes one checkout for each idempotency key, which is the id of the payment.
 */
import Stripe from 'stripe';
import type { Unit } from '../platform/lib/money.ts';
import { type Checkout, ForgedEvent, type PaymentProvider } from './index.ts';

export interface StripeOptions {
  name: string;
  secretKey: string;
  webhookSecret: string;
  /** Stripe's own, or that of the sandbox. */
  baseUrl: URL;
  unit: Unit;
}

/** A browser waits for it. */
const TIMEOUT_MS = 20_000;
const RETRIES = 2;
/** The minor units of the currency: cents. */
const MINOR_SCALE = 2;
/** With the invoice, which has the receipt, and the charge, which says what was refunded. */
const EXPAND = ['invoice', 'payment_intent.latest_charge'];
/** In other states of a dispute the money is gone: an inquiry takes none, and a dispute that is won gives it back. */
const KEPT = new Set<string>([
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'won',
]);
const DECIDED = new Set<string>(['warning_closed', 'won', 'lost', 'prevented']);

export function createStripeProvider(options: StripeOptions): PaymentProvider {
  const { name, secretKey, webhookSecret, baseUrl, unit } = options;
  const stripe = new Stripe(secretKey, {
    host: baseUrl.hostname,
    ...(baseUrl.port !== '' && { port: baseUrl.port }),
    protocol: baseUrl.protocol === 'http:' ? 'http' : 'https',
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
  });
  const unitsOfMinor = 10 ** (unit.scale - MINOR_SCALE);

  async function toCheckout(session: Stripe.Checkout.Session): Promise<Checkout> {
    const { invoice } = session;
    const subtotal = session.amount_subtotal ?? 0;
    const { gone, isDisputed } = await returnsOf(session);
    // What is gone includes taxes, as the total does.
    const share = Math.ceil((gone * subtotal) / Math.max(1, session.amount_total ?? 0));
    return {
      reference: session.id,
      payment: session.metadata?.payment,
      state: stateOf(session),
      amount: subtotal * unitsOfMinor,
      currency: (session.currency ?? '').toUpperCase(),
      returned: Math.min(subtotal, share) * unitsOfMinor,
      isDisputed,
      url: session.url ?? undefined,
      receiptUrl:
        typeof invoice === 'object' && invoice !== null
          ? (invoice.hosted_invoice_url ?? undefined)
          : undefined,
    };
  }

  /** What was refunded and what is contested, in minor units. */
  async function returnsOf({ payment_intent: intent }: Stripe.Checkout.Session) {
    const charge = typeof intent === 'object' ? intent?.latest_charge : undefined;
    if (!charge || typeof charge === 'string') return { gone: 0, isDisputed: false };
    const disputes = charge.disputed
      ? (await stripe.disputes.list({ charge: charge.id, limit: 100 })).data
      : [];
    const taken = disputes.filter(({ status }) => !KEPT.has(status));
    return {
      gone: taken.reduce((sum, { amount }) => sum + amount, charge.amount_refunded),
      isDisputed: disputes.some(({ status }) => !DECIDED.has(status)),
    };
  }

  async function ofIntent(intent: string): Promise<Checkout | undefined> {
    const expand = EXPAND.map((member) => `data.${member}`);
    const found = await stripe.checkout.sessions.list({ payment_intent: intent, limit: 1, expand });
    return found.data[0] && toCheckout(found.data[0]);
  }

  return {
    name,
    async createCheckout({ id, amount, expiresAt, returnUrl }) {
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'payment',
          // No reference of the client: whoever opens a payment link of the same account chooses that.
          metadata: { payment: id },
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: unit.currency.toLowerCase(),
                unit_amount: amount / unitsOfMinor,
                product_data: { name: 'Credit' },
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
        { idempotencyKey: id },
      );
      return toCheckout(session);
    },
    async readCheckout(reference) {
      try {
        if (reference.startsWith(INTENT)) return await ofIntent(reference);
        return await toCheckout(
          await stripe.checkout.sessions.retrieve(reference, { expand: EXPAND }),
        );
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
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
    readEvent(body, signature) {
      const { type, data } = constructEvent(body, signature);
      const { id, payment_intent: intent } = data.object as EventObject;
      if (type.startsWith('checkout.session.')) return id;
      return RETURN.test(type) && intent ? idOf(intent) : undefined;
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
}

function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'resource_missing';
}

function idOf(named: string | { id: string }): string {
  return typeof named === 'string' ? named : named.id;
}

function stateOf({ status, payment_status }: Stripe.Checkout.Session): Checkout['state'] {
  if (status === 'complete') return payment_status === 'unpaid' ? 'pending' : 'paid';
  return status === 'expired' ? 'expired' : 'open';
}
