/**
 * What an administrative command uses: the configuration and the database, with or without a running service. The
 * session opens for one command and closes after it, also after Ctrl-C.
 */
import { type Database, openDatabase } from '../compose/database.ts';
import type { Spans } from '../compose/observability.ts';
import type { Parts } from '../compose/parts.ts';
import { type Config, readConfig } from '../platform/config/index.ts';
import type { Db } from '../platform/db/pool.ts';
import { inMoney, type Unit } from '../platform/lib/money.ts';
import { type Log, openLog } from '../platform/telemetry/log.ts';

export interface Session {
  config: Config;
  database: Database;
  db: Db;
  unit: Unit;
  log: Log;
}

/** The log of a command holds warnings only: its output is what it prints. */
export async function withDatabase<T>(
  work: (session: Session) => Promise<T>,
  schema: 'migrate' | 'check' = 'check',
): Promise<T> {
  const config = readConfig();
  const isVerbose = ['trace', 'debug', 'silent'].includes(config.logLevel);
  const level = isVerbose ? config.logLevel : 'warn';
  const log = await openLog(level, config.production);
  const database = await openDatabase({
    ...{ config, applicationName: 'model-run cli', as: 'attached', schema },
    // Managing the schema needs no content.
    ...(schema === 'migrate' && { needsKeys: false }),
    log: (message) => log.info(message),
  });
  const stopListening = onStopSignal(() => {
    void database.stopServer().finally(() => process.exit(130));
  });
  try {
    return await work({ config, database, db: database.db, unit: config.unit, log });
  } catch (error) {
    throw inMoney(error, config.unit);
  } finally {
    await database.close();
    stopListening();
  }
}

/** The same, with the spans that programs sent, wherever they are stored. */
export function withSpans<T>(
  work: (session: Session & { spans: Spans }) => Promise<T>,
): Promise<T> {
  return withDatabase(async (session) => {
    const { openSpans } = await import('../compose/observability.ts');
    const spans = await openSpans(session.config, session);
    try {
      return await work({ ...session, spans });
    } finally {
      await spans.close();
    }
  });
}

export interface PartsSession extends Session {
  parts: Parts;
}

/** The same, with the parts of the service, for commands that act on runs. */
export function withParts<T>(work: (session: PartsSession) => Promise<T>): Promise<T> {
  return withDatabase(async (session) => {
    // Loaded for those commands only: loading the adapters takes longer than most commands run.
    const { composeParts } = await import('../compose/parts.ts');
    const parts = await composeParts({ ...session, sandboxPort: 0 });
    try {
      return await work({ ...session, parts });
    } finally {
      await parts.close();
    }
  });
}

/**
 * Requests to stop, as the terminal and the system send them. npm may deliver one Ctrl-C twice, so repeats within a
 * second count as one; a later one is a second, more urgent request.
 */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const ONE_REQUEST_MS = 1_000;

/**
 * Requests to stop, as the terminal and the system send them. Calls with 1 at the first request, 2 at the second, and so
 * on. npm may deliver one Ctrl-C twice, so repeats within a second count as one. Returns a function that stops listening.
 */
export function onStopSignal(handle: (request: number) => void): () => void {
  let requests = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  const listener = () => {
    const isRepeat = performance.now() - lastAt < ONE_REQUEST_MS;
    if (isRepeat) return;
    lastAt = performance.now();
    requests += 1;
    handle(requests);
  };
  for (const signal of SIGNALS) process.on(signal, listener);
  return () => {
    for (const signal of SIGNALS) process.off(signal, listener);
  };
}
