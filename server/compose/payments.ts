/** The payment provider of the configuration, which the first payment loads: Stripe, or the sandbox. */

import { createPayments, type PaymentProvider, type Payments } from '../payments/index.ts';
import type { Config } from '../platform/config/index.ts';
import type { Db } from '../platform/db/pool.ts';
import type { Log } from '../platform/telemetry/log.ts';

/** The sandbox is on loopback and has one caller. */
const SANDBOX_SECRETS = { secretKey: 'sk_test_sandbox', webhookSecret: 'whsec_sandbox' };

export function openPayments(
  { payments: config, unit }: Config,
  { db, log }: { db: Db; log: Log },
): Payments & { close(): Promise<void> } {
  let opened: Promise<{ provider: PaymentProvider; close?(): Promise<void> }> | undefined;
  function open() {
    opened ??= load(config, unit).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  }
  const inUnits = 10 ** unit.scale;
  const bounds = {
    least: config.minimum * inUnits,
    most: config.maximum * inUnits,
    step: inUnits / 100,
    isTaxed: config.isTaxed,
  };
  return {
    ...createPayments({
      ...{ db, log, unit, bounds },
      ...{ suspendAt: config.suspendAt, debtStopsRuns: config.debtStopsRuns },
      provider: config.stripe || config.sandbox ? async () => (await open()).provider : undefined,
    }),
    async close() {
      await (await opened)?.close?.();
    },
  };
}

async function load({ stripe, sandbox, isTaxed }: Config['payments'], unit: Config['unit']) {
  const { createStripeProvider } = await import('../payments/stripe.ts');
  if (stripe)
    return { provider: createStripeProvider({ ...stripe, name: 'Stripe', unit, isTaxed }) };
  const { startPaymentSandbox } = await import('../sandbox/payments.ts');
  const started = await startPaymentSandbox({ port: 0, folder: sandbox!, ...SANDBOX_SECRETS });
  const baseUrl = new URL(started.url);
  const provider = createStripeProvider({
    ...{ ...SANDBOX_SECRETS, name: 'the sandbox', baseUrl, unit, isTaxed },
  });
  return { provider, close: started.close };
}
