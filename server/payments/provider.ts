/**
 * What a payment provider offers: a page on which somebody pays, and what became of it. A card number never reaches the
 * service. Amounts are in units of the deployment.
 */

/** The provider's page for one payment, as the provider has it at this moment. */
export interface Checkout {
  /** The provider's name for it. */
  reference: string;
  /** The UUID of the payment that it was made for; undefined for a checkout that is not of this service. */
  payment: string | undefined;
  /** `pending`: somebody has paid by a method that takes days, and the money has not arrived. */
  state: 'open' | 'pending' | 'paid' | 'expired';
  /** Without taxes. */
  amount: number;
  /** ISO 4217 code. */
  currency: string;
  /** Where to pay, while it is open. */
  url: string | undefined;
  /** The provider's page with the receipt and the invoice, once it is paid. */
  receiptUrl: string | undefined;
}

export interface PaymentProvider {
  /** Its name for people. */
  name: string;
  /** Makes one checkout for a payment, however often it is called. Rejects if the provider does not answer. */
  createCheckout(payment: {
    id: string;
    amount: number;
    expiresAt: Date;
    /** Where the browser goes afterwards, paid or not. */
    returnUrl: string;
  }): Promise<Checkout>;
  /** Undefined if the provider has no such checkout. Rejects if it does not answer. */
  readCheckout(reference: string): Promise<Checkout | undefined>;
  /** Every checkout that was made since then, newest first. */
  checkoutsSince(from: Date): AsyncIterable<Checkout>;
  /**
   * The reference of the checkout that an event is about; undefined if it is about something else. Throws a
   * `ForgedEvent` if the provider has not signed it, or too long ago.
   */
  readEvent(body: Buffer, signature: string): string | undefined;
}

export class ForgedEvent extends Error {}
