/** The operations that manage keys and webhook endpoints for tests, on one database. */
import { createKeyEdge, createKeyHandlers } from '../../server/keys/http.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import { createPaging } from '../../server/platform/http/paging.ts';
import type { Cursors } from '../../server/platform/lib/cursor.ts';
import { createEndpointHandlers } from '../../server/webhooks/http.ts';
import { createWebhooks } from '../../server/webhooks/index.ts';

export const KEYS = '/v1/developer/keys';

export const ENDPOINTS = '/v1/developer/webhook-endpoints';

export function managementHandlers(db: Db, cursors: Cursors) {
  const runs = { failUnsentRunsOfKey: async () => 0 };
  const paging = createPaging(cursors);
  const keys = createKeyEdge({
    ...{ db, reads: db, runs, paging, unit: { currency: 'USD', scale: 9 } },
    onKeyChanged: () => {},
  });
  const webhooks = createWebhooks({ db, allowsPrivate: false });
  return { ...createKeyHandlers(keys), ...createEndpointHandlers({ db, webhooks, paging }) };
}
