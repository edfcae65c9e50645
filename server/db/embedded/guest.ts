/**
 * The embedded PostgreSQL for a visitor: where a living owner runs it, it is used beside that owner and left
 * alone afterwards; where nobody does, this process is the owner for as long as it takes. Never stops a
 * server that it does not own, nor one that other visitors still use.
 */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDb, type Db } from '../pool.ts';
import { clusterPath, type Passwords, SUPERUSER } from './cluster.ts';
import { APPLICATION } from './database.ts';
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from './index.ts';
import { findServer } from './pid-file.ts';

export interface BorrowedPostgres {
  url: string;
  /** False beside a living owner. */
  owner: boolean;
  stop(): Promise<void>;
}

const OTHERS_PATIENCE_MS = 10_000;
const PAUSE_MS = 50;

export async function useEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<BorrowedPostgres> {
  const dataDir = resolve(options.dataDir);
  const url = await urlBesideOwner(join(dataDir, 'postgresql'));
  if (url !== undefined) return { url, owner: false, stop: async () => {} };
  const postgres = await startEmbeddedPostgres(options);
  return {
    url: postgres.url,
    owner: true,
    async stop() {
      await asSuperuser(postgres.superuserUrl, untilAlone);
      await postgres.stop();
    },
  };
}

/** Undefined where no server runs, or one that a killed process left. */
async function urlBesideOwner(folder: string): Promise<string | undefined> {
  const server = await findServer(clusterPath(folder));
  if (server?.ready !== true) return undefined;
  const text = await readFile(join(folder, 'passwords.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { superuser, application } = JSON.parse(text) as Passwords;
  const at = (user: string, password: string, database: string) =>
    `postgres://${user}:${password}@127.0.0.1:${server.port}/${database}`;
  const owned = await asSuperuser(at(SUPERUSER, superuser, 'postgres'), hasOwner).catch(
    () => false,
  );
  return owned ? at(APPLICATION, application, APPLICATION) : undefined;
}

async function hasOwner(db: Db): Promise<boolean> {
  const rows = await db.query(
    `SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid)
      WHERE l.locktype = 'advisory' AND l.granted AND a.application_name = 'model-run owner'`,
  );
  return rows.length > 0;
}

async function untilAlone(db: Db): Promise<void> {
  for (const giveUpAt = performance.now() + OTHERS_PATIENCE_MS; performance.now() < giveUpAt; ) {
    const others = await db.query('SELECT FROM pg_stat_activity WHERE datname = $1', [APPLICATION]);
    if (others.length === 0) return;
    await sleep(PAUSE_MS);
  }
}

async function asSuperuser<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = createDb({ url, max: 1, applicationName: 'model-run visitor' });
  return work(db).finally(() => db.close());
}
