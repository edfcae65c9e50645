/** The port of payment providers. Amounts are in units of the deployment. */

import { decimalOf, type Unit } from '../platform/lib/money.ts';
import { type FaultCode, invalidRequest, type Problem } from '../platform/lib/problem.ts';

/** One payment, on a page of the provider or with a saved card, as the provider has it at this moment. */
export interface Checkout {
  /** The provider's name for it; undefined for a charge that it refused without keeping a record. */
  reference: string | undefined;
  /** The UUID of the payment that it was made for; undefined for a checkout that is not of this service. */
  payment: string | undefined;
  /** `pending`: somebody has paid by a method that takes days, and the money has not arrived. */
  state: 'open' | 'pending' | 'paid' | 'expired' | 'declined';
  /** Without taxes. */
  amount: number;
  /** What is paid on top of it. */
  tax: number;
  /** ISO 4217 code. */
  currency: string;
  /** What the payer has got back or contests, of `amount`. It falls when a dispute is decided for the service. */
  returned: number;
  /** Whether the payer's bank has yet to decide. */
  isDisputed: boolean;
  /** Whether the payer's bank has taken the money back, and has not decided for the service. */
  isChargedBack: boolean;
  /** Where to pay, while it is open. */
  url: string | undefined;
  /** The provider's page with the receipt and the invoice, once it is paid. */
  receiptUrl: string | undefined;
  /** The invoice as a file. */
  invoiceUrl: string | undefined;
  /** Of the card that paid: the same for whoever has it. */
  fingerprint?: string | undefined;
  /** Why a saved card was declined. */
  decline?: Decline;
  /** What the provider said if an operator has to look into it. */
  cause?: unknown;
}

export type Decline =
  | 'card_declined'
  | 'insufficient_funds'
  | 'expired_card'
  | 'authentication_required'
  | 'card_removed'
  | 'refused';

export interface CheckoutPage {
  checkouts: Checkout[];
  next: string | undefined;
}

/** What the provider holds for the account in one currency, in the smallest amount of that: 10^-`scale`. */
export interface Balance {
  currency: string;
  scale: number;
  available: number;
  /** What arrives within days. */
  pending: number;
}

/**
 * - `payment`: was paid, taxes included.
 * - `return`: went back by a refund or a dispute; it is more again if that failed, or was decided for the service.
 * - `fee`, `payout`: what the provider kept, and what it has paid out.
 * - `other`: anything else.
 */
export type MovementKind = 'payment' | 'return' | 'fee' | 'payout' | 'other';

/** What changed a balance, by one amount: positive if there is more since. */
export interface Movement extends Pick<Balance, 'currency' | 'scale'> {
  kind: MovementKind;
  amount: number;
}

export interface MovementPage {
  movements: Movement[];
  next: string | undefined;
}

/** A page of the provider on which somebody saves a card, as the provider has it at this moment. */
export interface SetupPage {
  reference: string;
  /** The UUID of the card that it was made for; undefined for a page that is not of this service. */
  setup: string | undefined;
  /** Where to save the card, while it is open. */
  url: string | undefined;
  /** Once it is saved. */
  card: SavedCard | undefined;
  fingerprint?: string | undefined;
}

/** Of a card, what people know it by. */
export interface SavedCard {
  /** The provider's names for whom it charges, and for the card. */
  customer: string;
  method: string;
  brand: string;
  last4: string;
  /** `2028-12` */
  expiresIn: string;
}

/** What invoices of a customer have at their top, as far as somebody has entered it. */
export interface Billing {
  name: string | undefined;
  /** The lines of a letter, from the street to the country. */
  address: string[];
  taxIds: { type: string; value: string }[];
}

/** A payment with a saved card, while nobody is present. */
export interface Charge {
  id: string;
  amount: number;
  customer: string;
  method: string;
}

/** What an event is about, for `readCheckout` or `readSetup`. */
export interface EventSubject {
  reference: string;
  isSetup: boolean;
}

/** Each call rejects if the provider does not answer, or cannot answer now. */
export interface PaymentProvider {
  /** Its name for people. */
  name: string;
  /** Its name for a workspace: one, however often it is called within a day. */
  createCustomer(workspace: string): Promise<string>;
  readBilling(customer: string): Promise<Billing>;
  /** A page on which somebody changes that, and sees all invoices. Like the pages below, it may reject with a `ForgottenCustomer`. */
  createBillingPage(page: { customer: string; returnUrl: string }): Promise<string>;
  /** Makes one checkout for a payment, however often it is called. */
  createCheckout(payment: {
    id: string;
    amount: number;
    customer: string;
    expiresAt: Date;
    /** Where the browser goes afterwards, paid or not. */
    returnUrl: string;
  }): Promise<Checkout>;
  /** Undefined if the provider has no such checkout. */
  readCheckout(reference: string): Promise<Checkout | undefined>;
  /**
   * A page of the checkouts that were made, refunded or contested since then, and where the next page begins; undefined
   * after the last one. A cursor of a page that is gone begins anew.
   */
  checkoutsSince(from: Date, cursor: string | null): Promise<CheckoutPage>;
  /**
   * A page of the payments that were begun in the span, those of others on the account as well, and where the next page
   * begins. The amount includes taxes: `readCheckout` has them apart.
   */
  paymentsBetween(
    span: { from: Date; to: Date },
    cursor: string | undefined,
  ): Promise<CheckoutPage>;
  /** In each currency of the account: all that was ever moved in it. */
  readBalances(): Promise<Balance[]>;
  /** A page of what changed balances in the span, by payments of others as well, and where the next page begins. */
  movementsBetween(
    span: { from: Date; to: Date },
    cursor: string | undefined,
  ): Promise<MovementPage>;
  /** Makes one page, however often it is called. */
  createSetup(setup: {
    id: string;
    customer: string;
    expiresAt: Date;
    returnUrl: string;
  }): Promise<SetupPage>;
  /** Undefined if the provider has no such page. */
  readSetup(reference: string): Promise<SetupPage | undefined>;
  /** Charges once, however often it is called within a day. */
  charge(charge: Charge): Promise<Checkout>;
  /** What became of a charge whose answer was lost; undefined if it never arrived. */
  readCharge(charge: Charge, since: Date): Promise<Checkout | undefined>;
  /** Nothing can charge the card afterwards. */
  forgetCard(method: string): Promise<void>;
  /**
   * Undefined if an event is about something else. Throws a `ForgedEvent` if the provider has not signed it, or too
   * long ago.
   */
  readEvent(body: Buffer, signature: string): EventSubject | undefined;
}

export class ForgedEvent extends Error {}

/** The provider has no such customer: it was deleted there, or belongs to another account. */
export class ForgottenCustomer extends Error {}

/** What one payment may be, whoever makes it. In units. */
export interface Bounds {
  least: number;
  most: number;
  /** Each amount is a multiple of it. */
  step: number;
  /** Whether taxes are paid on top of it. */
  isTaxed?: boolean;
}

/** `member` is the one of the request body that has the amount. */
export function checkAmount(
  amount: number,
  { least, most, step }: Bounds,
  { unit, member }: { unit: Unit; member: string },
): void {
  const inWords = (units: number) => `${decimalOf(units, unit)} ${unit.currency}`;
  if (amount < least) throw wrongAmount(member, 'minimum', `must be at least ${inWords(least)}`);
  if (amount > most) throw wrongAmount(member, 'maximum', `must be at most ${inWords(most)}`);
  if (amount % step !== 0) throw wrongAmount(member, 'unsupported', 'must be whole cents');
}

export function wrongAmount(member: string, code: FaultCode, detail: string): Problem {
  return invalidRequest({ pointer: `#/${member}`, detail, code }, 'The amount');
}
