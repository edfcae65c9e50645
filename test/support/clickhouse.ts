/** ClickHouse for tests: its engine as chDB, from the folder that CHDB_FOLDER names. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openClickHouse } from '../../server/clickhouse/index.ts';
import { statement } from '../../server/platform/db/clickhouse/connection.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import { createLog } from '../../server/platform/telemetry/log.ts';

export const CHDB_FOLDER = process.env.CHDB_FOLDER || undefined;
/** Where the tests' service keeps the spans of programs, if not in PostgreSQL. */
export const TEST_CLICKHOUSE_URL = process.env.TEST_CLICKHOUSE_URL || undefined;
const SERVER = fileURLToPath(new URL('../clickhouse/server.ts', import.meta.url));

export interface TestClickHouse {
  url: string;
  /** Ends it at once; it can start again with its data. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

export async function startClickHouse(chdb: string): Promise<TestClickHouse> {
  const folder = await mkdtemp(join(tmpdir(), 'clickhouse-'));
  let port = 0;
  let running: ChildProcess | undefined;

  async function start(): Promise<void> {
    const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit'];
    const started = spawn(process.execPath, [SERVER, chdb, folder, String(port)], { stdio });
    running = started;
    const [printed] = await Promise.race([
      once(started.stdout, 'data'),
      once(started, 'exit').then(() => Promise.reject(new Error('chDB does not start'))),
    ]);
    port = Number(String(printed));
  }

  async function kill(): Promise<void> {
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
  }

  await start();
  return {
    url: `http://spans:p%40ss@127.0.0.1:${port}/spans`,
    ...{ kill, start },
    async close() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Counts the spans of a test's service, wherever it keeps them. */
export async function countSpans(db: Db, workspace: string): Promise<number> {
  if (TEST_CLICKHOUSE_URL === undefined) {
    const text = 'select count(*)::integer as count from client_span where workspace = $1';
    const [row] = await db.query<{ count: number }>(text, [workspace]);
    return row!.count;
  }
  const log = createLog({ level: 'silent' });
  const clickHouse = openClickHouse({ url: TEST_CLICKHOUSE_URL, log });
  const text = 'select count() as count from client_span final where workspace = {workspace:UUID}';
  const [row] = await clickHouse.query<{ count: string }>(statement(text, { workspace }));
  await clickHouse.close();
  return Number(row!.count);
}
