/** Starts processes that own an embedded PostgreSQL, and ends them gracefully or not. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createDb, type Db } from '../../server/platform/db/pool.ts';

const SCRIPT = fileURLToPath(new URL('./own-postgres.ts', import.meta.url));

export interface Owner {
  /** The service's address; undefined if the start was refused. */
  url: string | undefined;
  /** The migrations' address. */
  ownerUrl: string | undefined;
  superuserUrl: string | undefined;
  refusal: string | undefined;
  process: ChildProcess;
  /** Stops PostgreSQL and ends. */
  stop(): Promise<void>;
  /** Ends at once and leaves everything as it is. */
  kill(): Promise<void>;
}

/** As in the service's own options. */
interface OwnerOptions {
  uid?: number;
  port?: number;
}

/** In a separate process group, as a shell starts a command. */
export function spawnOwner(dataDir: string, options: OwnerOptions = {}): ChildProcess {
  return spawn(process.execPath, [SCRIPT, dataDir, JSON.stringify(options)], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

export async function startOwner(dataDir: string, options?: OwnerOptions): Promise<Owner> {
  const child = spawnOwner(dataDir, options);
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout ?? process.stdin });
  const [line] = (await once(lines, 'line')) as [string];
  const { url, ownerUrl, superuserUrl, refusal } = JSON.parse(line) as Partial<
    Record<string, string>
  >;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await exited;
  };
  return {
    url,
    ownerUrl,
    superuserUrl,
    refusal,
    process: child,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

/** As the role that owns the database. */
export async function query<Row>(
  { ownerUrl }: Pick<Owner, 'ownerUrl'>,
  text: string,
): Promise<Row[]> {
  const db: Db = createDb({ url: ownerUrl ?? '', max: 1, applicationName: 'test' });
  return db.query<Row>(text).finally(() => db.close());
}

export function clusterOf(dataDir: string): string {
  return join(dataDir, 'postgresql', 'cluster');
}

/** The process of the server itself, as it reports it. */
export async function serverPid(dataDir: string): Promise<number> {
  const text = await readFile(join(clusterOf(dataDir), 'postmaster.pid'), 'utf8');
  return Number(text.split('\n')[0]);
}
