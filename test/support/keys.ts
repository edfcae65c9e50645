/** The operations of keys for tests, on one database. */
import { createKeyEdge, createKeyHandlers } from '../../server/keys/http.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import { createPaging } from '../../server/platform/http/paging.ts';
import type { Cursors } from '../../server/platform/lib/cursor.ts';

export const KEYS = '/v1/developer/keys';

export function keyHandlers(db: Db, cursors: Cursors) {
  const runs = { failUnsentRunsOfKey: async () => 0 };
  return createKeyHandlers(
    createKeyEdge({
      ...{ db, reads: db, runs, unit: { currency: 'USD', scale: 9 } },
      ...{ paging: createPaging(cursors), onKeyChanged: () => {} },
    }),
  );
}
