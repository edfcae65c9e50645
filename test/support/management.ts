/** The operations that manage keys, webhook endpoints, alerts and billing for tests, on one database. */
import { createAlertEdge, createAlertHandlers } from '../../server/alerts/http.ts';
import { createKeyEdge, createKeyHandlers } from '../../server/keys/http.ts';
import { createWalletEdge, createWalletHandlers } from '../../server/money/http.ts';
import { createLedger } from '../../server/money/index.ts';
import { createPaymentEdge, createPaymentHandlers } from '../../server/payments/http.ts';
import { createPayments, type PaymentProvider } from '../../server/payments/index.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import type { Cursors } from '../../server/platform/lib/cursor.ts';
import { createPaging } from '../../server/platform/lib/cursor.ts';
import { createLog } from '../../server/platform/telemetry/log.ts';
import { createEndpointHandlers } from '../../server/webhooks/http.ts';
import { createWebhooks } from '../../server/webhooks/index.ts';

export const KEYS = '/v1/developer/keys';

export const ENDPOINTS = '/v1/developer/webhook-endpoints';

export const BILLING = '/v1/developer/billing';

/** With payments, there is a provider, which does nothing. */
export function managementHandlers(db: Db, cursors: Cursors, hasPayments = true) {
  const runs = { failUnsentRunsOfKeys: async () => 0 };
  const paging = createPaging(cursors);
  const unit = { currency: 'USD', scale: 9 };
  const keys = createKeyEdge({
    ...{ db, reads: db, runs, paging, unit },
    onKeyChanged: () => {},
  });
  const webhooks = createWebhooks({ db, allowsPrivate: false });
  const payments = createPayments({
    ...{ db, unit, bounds: { least: 1, most: Number.MAX_SAFE_INTEGER, step: 1 }, suspendAt: 0 },
    provider: hasPayments ? async () => ({}) as PaymentProvider : undefined,
    log: createLog({ level: 'silent' }),
  });
  const publicUrl = () => 'http://localhost';
  return {
    ...createKeyHandlers(keys),
    ...createEndpointHandlers({ db, webhooks, paging }),
    ...createAlertHandlers(createAlertEdge({ db, paging, unit, sendsMail: true })),
    ...createWalletHandlers(
      createWalletEdge({ db, ledger: createLedger({ db }), unit, paging, payments }),
    ),
    ...createPaymentHandlers(createPaymentEdge({ payments, paging, unit, publicUrl })),
  };
}
