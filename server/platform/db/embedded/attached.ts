/**
 * The embedded PostgreSQL for a short command: if an owner already runs the server, the process attaches to it and
 * leaves it running; otherwise the process is the owner while it works. Attached processes hold a shared lock: an owner
 * waits for them before it stops the server, and none attaches after that.
 */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { clusterPath, type Passwords, passwordsPath } from './cluster.ts';
import { findServer } from './control.ts';
import { type EmbeddedPostgresOptions, startEmbeddedPostgres, type Urls, urlsAt } from './index.ts';
import { FolderInUse } from './owned-server.ts';

interface AttachedPostgres extends Pick<Urls, 'url' | 'ownerUrl'> {
  /** False if another process is the owner. */
  owner: boolean;
  stop(): Promise<void>;
}

export const ATTACHED_LOCK = 5_201_604_119;
const ATTACHED_PATIENCE = '30s';
/** An owner that lets nobody attach any more stops soon. */
const PATIENCE_MS = 10_000;
const PAUSE_MS = 50;
const ATTEMPTS = 3;

export async function useEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<AttachedPostgres> {
  const folder = join(resolve(options.dataDir), 'postgresql');
  for (let attempt = 1; ; attempt += 1) {
    const attached = await attach(folder);
    if (attached !== undefined) return attached;
    try {
      const postgres = await startEmbeddedPostgres(options);
      return { ...postgres, owner: true, stop: () => stopAfterAttached(postgres) };
    } catch (error) {
      // The owner may be about to stop, or have stopped by now.
      if (error instanceof FolderInUse && attempt < ATTEMPTS) continue;
      // Another process may have become the owner meanwhile.
      const late = await attach(folder);
      if (late === undefined) throw error;
      return late;
    }
  }
}

/** Undefined if no server runs, or if a killed process left it. */
async function attach(folder: string): Promise<AttachedPostgres | undefined> {
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

/** `closing`: there is an owner, which is about to stop the server. */
async function enter(client: pg.Client): Promise<'entered' | 'closing' | 'not owned'> {
  const { rows } = await client.query<{ owned: boolean; entered: boolean }>(
    `SELECT pg_try_advisory_lock_shared($1) AS entered, EXISTS (
       SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid)
        WHERE l.locktype = 'advisory' AND l.granted AND a.application_name = 'model-run owner'
     ) AS owned`,
    [ATTACHED_LOCK],
  );
  if (rows[0]?.owned !== true) return 'not owned';
  return rows[0].entered ? 'entered' : 'closing';
}

async function stopAfterAttached(postgres: {
  superuserUrl: string;
  stop(): Promise<void>;
}): Promise<void> {
  const client = await connect(postgres.superuserUrl).catch(() => undefined);
  // If attached processes stay too long, or the server is gone, there is nothing to wait for.
  await client
    ?.query(`SET lock_timeout = '${ATTACHED_PATIENCE}'; SELECT pg_advisory_lock(${ATTACHED_LOCK})`)
    .catch(() => {});
  await postgres.stop();
  await client?.end().catch(() => {});
}

async function urlsOf(folder: string): Promise<Urls | undefined> {
  const server = await findServer(clusterPath(folder));
  const text = await readFile(passwordsPath(folder), 'utf8').catch(() => undefined);
  if (server?.ready !== true || text === undefined) return undefined;
  return urlsAt(server.address, JSON.parse(text) as Passwords);
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'model-run visitor',
    keepAlive: true,
  });
  // If the server stops, the calls of the attached process fail by themselves.
  client.on('error', () => {});
  await client.connect();
  return client;
}
