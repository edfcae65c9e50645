/**
 * One owner per data folder: an advisory lock on a connection of its own while the owner lives. The lock ends with the
 * connection, so a killed owner blocks nobody.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export interface Ownership {
  release(): Promise<void>;
}

export const OWNER_LOCK = 5_201_604_118;
/** The server may take a moment to notice that a killed owner's connection is gone. */
const PATIENCE_MS = 2_000;
const PAUSE_MS = 50;

/** Undefined if another process owns the folder. Calls `onLost` if the connection ends by itself. */
export async function claimOwnership(
  url: string,
  onLost: () => void,
): Promise<Ownership | undefined> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'model-run owner',
    keepAlive: true,
  });
  let owned = false;
  const lost = (): void => {
    if (owned) onLost();
    owned = false;
  };
  client.on('error', lost);
  client.on('end', lost);
  const release = async (): Promise<void> => {
    owned = false;
    await client.end().catch(() => {});
  };
  await client.connect();
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const { rows } = await client.query<{ got: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS got',
      [OWNER_LOCK],
    );
    if (rows[0]?.got === true) break;
    if (performance.now() > giveUpAt) {
      await release();
      return undefined;
    }
    await sleep(PAUSE_MS);
  }
  owned = true;
  return { release };
}
