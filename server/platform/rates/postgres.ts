/**
 * Windows in PostgreSQL, on separate connections: leases and runs do not wait for each other. A commit does not wait
 * for the disk: a crash of PostgreSQL loses the last fraction of a second, by which it writes late.
 */
import type { DatabaseAddress } from '../db/address.ts';
import { createDb, ping } from '../db/pool.ts';
import type { RateStore } from './port.ts';
import { addToWindows, deleteEndedWindows } from './store.ts';

const CONNECTIONS = 2;
const STATEMENT_TIMEOUT_MS = 2_000;
const CLEAN_EVERY_MS = 60_000;

export function createPostgresStore(address: DatabaseAddress): RateStore {
  const db = createDb({
    ...{ ...address, max: CONNECTIONS, statementTimeoutMs: STATEMENT_TIMEOUT_MS },
    applicationName: 'model-run rates',
    synchronousCommit: 'off',
  });
  // A later process finds less to delete.
  const cleaning = setInterval(() => void deleteEndedWindows(db).catch(() => {}), CLEAN_EVERY_MS);
  cleaning.unref();
  return {
    add: (additions) => addToWindows(db, additions),
    ping: () => ping(db),
    async close() {
      clearInterval(cleaning);
      await db.close();
    },
  };
}
