/**
 * The embedded PostgreSQL for a visitor: where a living owner runs it, it is used beside that owner and left
 * alone afterwards; where nobody does, this process is the owner for as long as it takes. Visitors hold a
 * shared lock: an owner of this kind waits for them before it stops the server, and none comes after that.
 */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { clusterPath, type KeptPasswords, passwordsPath } from './cluster.ts';
import { type EmbeddedPostgresOptions, startEmbeddedPostgres, type Urls, urlsAt } from './index.ts';
import { findServer } from './pid-file.ts';

export interface BorrowedPostgres extends Pick<Urls, 'url' | 'ownerUrl'> {
  /** False beside a living owner. */
  owner: boolean;
  stop(): Promise<void>;
}

const VISITORS_LOCK = 5_201_604_119;
const VISITORS_PATIENCE = '30s';
/** An owner that no longer takes visitors stops in a moment. */
const PATIENCE_MS = 10_000;
const PAUSE_MS = 50;

export async function useEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<BorrowedPostgres> {
  const folder = join(resolve(options.dataDir), 'postgresql');
  const visited = await visit(folder);
  if (visited !== undefined) return visited;
  try {
    const postgres = await startEmbeddedPostgres(options);
    return { ...postgres, owner: true, stop: () => stopBehindVisitors(postgres) };
  } catch (error) {
    // Another process may have become the owner meanwhile.
    const late = await visit(folder);
    if (late === undefined) throw error;
    return late;
  }
}

/** Undefined where no server runs, or one that a killed process left. */
async function visit(folder: string): Promise<BorrowedPostgres | undefined> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  while (performance.now() < giveUpAt) {
    const urls = await urlsOf(folder);
    if (urls === undefined) return undefined;
    const client = await connect(urls.superuserUrl).catch(() => undefined);
    const state = client && (await enter(client).catch(() => 'closing' as const));
    if (client !== undefined && state === 'entered') {
      return { ...urls, owner: false, stop: () => client.end() };
    }
    await client?.end().catch(() => {});
    if (state === 'not owned') return undefined;
    await sleep(PAUSE_MS);
  }
  return undefined;
}

/** `closing`: there is an owner, who is about to stop the server. */
async function enter(client: pg.Client): Promise<'entered' | 'closing' | 'not owned'> {
  const { rows } = await client.query<{ owned: boolean; entered: boolean }>(
    `SELECT pg_try_advisory_lock_shared($1) AS entered, EXISTS (
       SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid)
        WHERE l.locktype = 'advisory' AND l.granted AND a.application_name = 'model-run owner'
     ) AS owned`,
    [VISITORS_LOCK],
  );
  if (rows[0]?.owned !== true) return 'not owned';
  return rows[0].entered ? 'entered' : 'closing';
}

async function stopBehindVisitors(postgres: {
  superuserUrl: string;
  stop(): Promise<void>;
}): Promise<void> {
  const client = await connect(postgres.superuserUrl).catch(() => undefined);
  // Where visitors stay too long, or the server is gone, there is nothing to wait for.
  await client
    ?.query(`SET lock_timeout = '${VISITORS_PATIENCE}'; SELECT pg_advisory_lock(${VISITORS_LOCK})`)
    .catch(() => {});
  await postgres.stop();
  await client?.end().catch(() => {});
}

async function urlsOf(folder: string): Promise<Urls | undefined> {
  const server = await findServer(clusterPath(folder));
  const text = await readFile(passwordsPath(folder), 'utf8').catch(() => undefined);
  if (server?.ready !== true || text === undefined) return undefined;
  const passwords = JSON.parse(text) as KeptPasswords;
  const { owner } = passwords;
  // The owner of the folder is a version that has no such role, or is about to make it.
  return owner === undefined ? undefined : urlsAt(server.address, { ...passwords, owner });
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'model-run visitor',
    keepAlive: true,
  });
  // A server that stops under a visitor is met by the visitor's own calls.
  client.on('error', () => {});
  await client.connect();
  return client;
}
