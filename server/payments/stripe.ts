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
/** With the invoice, which has the receipt. */
const EXPAND = ['invoice'];

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

  function toCheckout(session: Stripe.Checkout.Session): Checkout {
    const { invoice } = session;
    return {
      reference: session.id,
      payment: session.client_reference_id ?? undefined,
      state: stateOf(session),
      amount: (session.amount_subtotal ?? 0) * unitsOfMinor,
      currency: (session.currency ?? '').toUpperCase(),
      url: session.url ?? undefined,
      receiptUrl:
        typeof invoice === 'object' && invoice !== null
          ? (invoice.hosted_invoice_url ?? undefined)
          : undefined,
    };
  }

  return {
    name,
    async createCheckout({ id, amount, expiresAt, returnUrl }) {
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'payment',
          client_reference_id: id,
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
        return toCheckout(await stripe.checkout.sessions.retrieve(reference, { expand: EXPAND }));
      } catch (error) {
        if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing')
          return undefined;
        throw error;
      }
    },
    async *checkoutsSince(from) {
      const created = { gte: Math.floor(from.getTime() / 1_000) };
      const expand = EXPAND.map((member) => `data.${member}`);
      for await (const session of stripe.checkout.sessions.list({ created, limit: 100, expand })) {
        yield toCheckout(session);
      }
    },
    readEvent(body, signature) {
      const { type, data } = constructEvent(body, signature);
      return type.startsWith('checkout.session.') ? (data.object as { id: string }).id : undefined;
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

function stateOf({ status, payment_status }: Stripe.Checkout.Session): Checkout['state'] {
  if (status === 'complete') return payment_status === 'unpaid' ? 'pending' : 'paid';
  return status === 'expired' ? 'expired' : 'open';
}
