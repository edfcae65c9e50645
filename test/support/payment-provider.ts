/** A payment provider that does only what a test says. */
import type { PaymentProvider } from '../../server/payments/index.ts';

export function paymentProviderOf(does: Partial<PaymentProvider>): PaymentProvider {
  const notHere = () => Promise.reject(new Error('not here'));
  return {
    name: 'a test',
    createCustomer: notHere,
    readBilling: notHere,
    createBillingPage: notHere,
    createCheckout: notHere,
    readCheckout: () => Promise.resolve(undefined),
    checkoutsSince: () => Promise.resolve({ checkouts: [], next: undefined }),
    paymentsBetween: () => Promise.resolve({ checkouts: [], next: undefined }),
    readBalances: notHere,
    movementsBetween: () => Promise.resolve({ movements: [], next: undefined }),
    createSetup: notHere,
    readSetup: () => Promise.resolve(undefined),
    charge: notHere,
    readCharge: () => Promise.resolve(undefined),
    forgetCard: () => Promise.resolve(),
    readEvent: () => undefined,
    ...does,
  };
}
