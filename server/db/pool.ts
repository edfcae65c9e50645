/**
 * The database as the rest of the server sees it: parameterised statements, transactions that commit
 * or throw, and a bounded number of connections. A connection that breaks while idle is replaced
 * silently; one that breaks in use fails that call only. Knows no table.
 */
import pg from 'pg';
import { leavesConnectionUsable } from './errors.ts';
import { valueTypes } from './value-types.ts';

export interface Queryable {
  /** Rows of one statement. A `name` keeps it prepared on each connection: one name, one text. */
  query<Row>(text: string, values?: unknown[], name?: string): Promise<Row[]>;
}

export interface Db extends Queryable {
  /** All of it or nothing. Ends with a commit that the database has confirmed, or throws. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Waits for calls under way, then closes every connection. */
  close(): Promise<void>;
}

/** A database by connections of its own. */
export interface PooledDb extends Db {
  connections(): { used: number; idle: number; waiting: number };
  /** For how long the oldest of the calls that wait for a connection has been waiting; 0 where none is. */
  longestWaitMs(): number;
}

export interface DbOptions {
  url: string;
  /** Connections at once; callers beyond it wait. */
  max: number;
  applicationName: string;
  statementTimeoutMs?: number;
  lockTimeoutMs?: number;
  /** `off` only for what may be lost with a crash. Left out: the database's own setting. */
  synchronousCommit?: 'on' | 'off';
}

/** For a connection, or for a free place in the pool. */
const CONNECT_TIMEOUT_MS = 10_000;
/** Beyond the server's own limit: after this the network, not the statement, is at fault. */
const READ_TIMEOUT_MARGIN_MS = 5_000;
const IDLE_TIMEOUT_MS = 300_000;

export function createDb(options: DbOptions): PooledDb {
  const pool = new pg.Pool(poolConfig(options));
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));

  /** When each call began to wait, in this order. */
  const waits = new Set<{ since: number }>();

  async function connect(): Promise<pg.PoolClient> {
    const wait = { since: performance.now() };
    waits.add(wait);
    try {
      return await pool.connect();
    } finally {
      waits.delete(wait);
    }
  }

  async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await connect();
    let reusable = false;
    try {
      const result = await work(client);
      reusable = true;
      return result;
    } catch (error) {
      reusable = leavesConnectionUsable(error);
      throw error;
    } finally {
      client.release(!reusable || client.getTransactionStatus() !== 'I');
    }
  }

  return {
    query: (text, values, name) => withClient((client) => run(client, text, values, name)),

    transaction: (work) =>
      withClient(async (client) => {
        await client.query('BEGIN');
        try {
          const result = await work({
            query: (text, values, name) => run(client, text, values, name),
          });
          await commit(client);
          return result;
        } catch (error) {
          // Fails only with its connection, which withClient then throws away.
          await client.query('ROLLBACK').catch(ignore);
          throw error;
        }
      }),

    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    longestWaitMs() {
      const [oldest] = waits;
      return oldest ? performance.now() - oldest.since : 0;
    },
    close: () => pool.end(),
  };
}

/** Resolves when the database answers. */
export async function ping(db: Queryable): Promise<void> {
  await db.query('select 1', [], 'ping');
}

/** PostgreSQL answers COMMIT of a failed transaction with a quiet rollback. */
async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('COMMIT');
  if (command !== 'COMMIT')
    throw new Error('transaction rolled back: a statement in it had failed');
}

async function run<Row>(
  client: pg.ClientBase,
  text: string,
  values: unknown[] = [],
  name?: string,
): Promise<Row[]> {
  const result = await client.query(name === undefined ? { text, values } : { text, values, name });
  return result.rows as Row[];
}

function poolConfig(options: DbOptions): pg.PoolConfig {
  const { statementTimeoutMs, lockTimeoutMs, synchronousCommit } = options;
  const config: pg.PoolConfig = {
    connectionString: options.url,
    max: options.max,
    application_name: options.applicationName,
    types: valueTypes,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
  };
  if (statementTimeoutMs !== undefined) {
    config.query_timeout = statementTimeoutMs + READ_TIMEOUT_MARGIN_MS;
  }
  if (synchronousCommit !== undefined) {
    config.onConnect = (client) => client.query(`SET synchronous_commit = ${synchronousCommit}`);
  }
  return config;
}

/** The call that used the connection gets the error itself. */
function ignore(): void {}
