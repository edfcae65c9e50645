/**
 * The database as the rest of the server sees it: parameterised statements, transactions that commit
 * or throw, and a bounded number of connections. A connection that breaks while idle is replaced
 * silently; one that breaks in use fails that call only. Knows no table.
 */

import { finished } from 'node:stream/promises';
import pg from 'pg';
import { to } from 'pg-copy-streams';
import { connectionConfig, type DatabaseAddress } from './address.ts';
import { type ContentCipher, NO_ENCRYPTION } from './encryption/cipher.ts';
import { isSignInRefused, leavesConnectionUsable, READ_TIMEOUT } from './errors.ts';

export interface Queryable {
  /** How the database stores content. */
  readonly cipher: ContentCipher;
  /** The rows of one statement. A `name` keeps it prepared on each connection: one name, one text. */
  query<Row>(text: string, values?: unknown[], name?: string): Promise<Row[]>;
}

/** What a transaction works with. */
export interface Transaction extends Queryable {
  /** The bytes of one value, which may be many. */
  readBytes(query: BytesQuery): Promise<Buffer | undefined>;
}

export interface Db extends Transaction {
  /** All or nothing. Ends with a commit that the database has confirmed, or throws. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Waits for calls in progress, then closes every connection. */
  close(): Promise<void>;
}

/** A database with its own connections. */
export interface PooledDb extends Db {
  connections(): { used: number; idle: number; waiting: number };
  /** How long the oldest of the calls that wait for a connection has waited; 0 if none waits. */
  longestWaitMs(): number;
}

interface DbOptions extends DatabaseAddress {
  /** Maximum number of connections; further callers wait. */
  max: number;
  applicationName: string;
  statementTimeoutMs?: number;
  lockTimeoutMs?: number;
  /** `off` only for data that may be lost in a crash. Default: the database's own setting. */
  synchronousCommit?: 'on' | 'off';
  /** If absent, content is plain text, and encrypted content is not read. */
  cipher?: ContentCipher;
  /** Default: 10 s. */
  connectTimeoutMs?: number;
}

/** The time limit for a connection, or for a free slot in the pool. */
export const CONNECT_TIMEOUT_MS = 10_000;
/** Added to the server's own limit: after this, the network is at fault and not the statement. */
const READ_TIMEOUT_MARGIN_MS = 5_000;
const IDLE_TIMEOUT_MS = 300_000;

export function createDb(options: DbOptions): PooledDb {
  const execute = createExecute(options);
  const pool = new pg.Pool(poolConfig(options, execute));
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  const { begin, isAlways } = beginningOf(options);

  /** After a refused password, the process gets a new one and tries again, once. */
  async function connect(): Promise<pg.PoolClient> {
    try {
      return await pool.connect();
    } catch (error) {
      if (options.renew === undefined || !isSignInRefused(error)) throw error;
      options.renew();
      return pool.connect();
    }
  }

  const waits = createWaits(connect);

  async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await waits.take();
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

  const transaction = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    withClient(async (client) => {
      await execute(client, { text: begin });
      try {
        const result = await work(within(client, options, execute));
        await commit(execute, client);
        return result;
      } catch (error) {
        // Fails only together with its connection, which withClient then discards.
        await execute(client, { text: 'ROLLBACK' }).catch(ignore);
        throw error;
      }
    });

  return {
    cipher: cipherOf(options),

    query: (text, values, name) =>
      isAlways
        ? transaction((tx) => tx.query(text, values))
        : withClient((client) => run(execute, client, text, values, nameFor(options, name))),
    readBytes: (query) =>
      isAlways
        ? transaction((tx) => tx.readBytes(query))
        : withClient((client) => readBytes(client, query, readLimitMs(options))),

    transaction,

    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    longestWaitMs: waits.longestMs,
    close: () => pool.end(),
  };
}

function cipherOf({ cipher = NO_ENCRYPTION }: DbOptions): ContentCipher {
  return cipher;
}

function within(client: pg.PoolClient, options: DbOptions, execute: Execute): Transaction {
  return {
    cipher: cipherOf(options),
    query: (text, values, name) => run(execute, client, text, values, nameFor(options, name)),
    readBytes: (query) => readBytes(client, query, readLimitMs(options)),
  };
}

/** How long calls that take a connection wait. */
function createWaits<Given>(give: () => Promise<Given>) {
  /** When each call began to wait, in order. */
  const waits = new Set<{ since: number }>();
  return {
    async take(): Promise<Given> {
      const wait = { since: performance.now() };
      waits.add(wait);
      try {
        return await give();
      } finally {
        waits.delete(wait);
      }
    },
    longestMs(): number {
      const [oldest] = waits;
      return oldest ? performance.now() - oldest.since : 0;
    },
  };
}

/** Each transaction sets the settings that a session cannot have because a pooler shares it. */
function beginningOf(options: DbOptions): { begin: string; isAlways: boolean } {
  if (options.isPooled !== true) return { begin: 'BEGIN', isAlways: false };
  const settings = Object.entries({
    statement_timeout: options.statementTimeoutMs,
    lock_timeout: options.lockTimeoutMs,
    synchronous_commit: options.synchronousCommit,
  }).filter(([, value]) => value !== undefined);
  const statements = settings.map(([name, value]) => `; SET LOCAL ${name} = ${value}`);
  return {
    begin: `BEGIN; SET LOCAL jit = ${JIT}${statements.join('')}`,
    isAlways: statements.length > 0,
  };
}

/** A statement is prepared in a session, and a pooler may use another session next time. */
function nameFor({ isPooled }: DatabaseAddress, name: string | undefined): string | undefined {
  return isPooled === true ? undefined : name;
}

/** Resolves when the database answers. */
export async function ping(db: Queryable): Promise<void> {
  await db.query('select 1', [], 'ping');
}

/** PostgreSQL answers COMMIT of a failed transaction with a silent rollback. */
async function commit(execute: Execute, client: pg.PoolClient): Promise<void> {
  const { command } = await execute(client, { text: 'COMMIT' });
  if (command !== 'COMMIT')
    throw new Error('transaction rolled back: a statement in it had failed');
}

/** Resolves with the result of a statement. */
type Execute = (client: pg.ClientBase, statement: pg.QueryConfig) => Promise<pg.QueryResult>;

/**
 * With a callback and a timer of its own: for its promise and for its time limit, the library assigns a function to a
 * member of the query. V8 creates such a function in the old space, where it keeps all that it refers to, down to the
 * requests that wait for the statement, until V8 collects the whole heap.
 */
function createExecute(options: DbOptions): Execute {
  const limitMs = readLimitMs(options);
  return (client, statement) =>
    new Promise((resolve, reject) => {
      const timer =
        limitMs === undefined
          ? undefined
          : setTimeout(() => reject(new Error(READ_TIMEOUT)), limitMs);
      client.query(statement, (error, result) => {
        clearTimeout(timer);
        if (error) reject(error);
        else resolve(result);
      });
    });
}

function readLimitMs({ statementTimeoutMs }: DbOptions): number | undefined {
  return statementTimeoutMs === undefined ? undefined : statementTimeoutMs + READ_TIMEOUT_MARGIN_MS;
}

async function run<Row>(
  execute: Execute,
  client: pg.ClientBase,
  text: string,
  values: unknown[] = [],
  name?: string,
): Promise<Row[]> {
  try {
    const { rows } = await execute(
      client,
      name === undefined ? { text, values } : { text, values, name },
    );
    return rows as Row[];
  } catch (error) {
    // The stack of the caller, instead of that of the socket that the error came from.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

function poolConfig(options: DbOptions, execute: Execute): pg.PoolConfig {
  return {
    ...(options.isPooled === true ? {} : sessionConfig(options, execute)),
    Client: clientAt(options),
    max: options.max,
    types: valueTypes,
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    keepAlive: true,
  };
}

/**
 * PostgreSQL compiles plans with a high estimated cost. Up to version 17 it adds a huge cost to a step that a function
 * disabled and still needs, so it compiled short statements at each call: 30 to 80 ms for a claim that takes one.
 */
const JIT = 'off';

/** The settings of a new session. */
function sessionConfig(options: DbOptions, execute: Execute): pg.PoolConfig {
  const { applicationName, statementTimeoutMs, lockTimeoutMs, synchronousCommit } = options;
  const statements = [`SET jit = ${JIT}`];
  if (synchronousCommit !== undefined)
    statements.push(`SET synchronous_commit = ${synchronousCommit}`);
  return {
    application_name: applicationName,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    onConnect: async (client) => void (await execute(client, { text: statements.join('; ') })),
  };
}

/** Each connection reads its settings again. */
function clientAt(address: DatabaseAddress): typeof pg.Client {
  const now = connectionConfig(address);
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super({ ...(typeof config === 'object' && config), ...now() });
    }
  };
}

/** The call that used the connection gets the error itself. */
function ignore(): void {}

/*
 * How PostgreSQL's types become JavaScript values: int8 is a number, and refused if a number cannot represent it;
 * timestamptz is a Date that nobody may change, bytea a Buffer; numeric and date stay text, since no JavaScript type
 * represents them without loss. Arrays follow their elements.
 */

type Parse = (text: string) => unknown;

const OID = {
  int8: 20,
  int8Array: 1016,
  date: 1082,
  timestamptz: 1184,
  dateArray: 1182,
  numericArray: 1231,
  textArray: 1009,
} as const;

/** The types of the library list only the element types. */
const libraryParser = pg.types.getTypeParser as (oid: number, format?: 'text' | 'binary') => Parse;
const parseTextArray = libraryParser(OID.textArray);

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`int8 value ${text} is not a safe integer`);
  return value;
}

/** Remembers the last value: all rows that one transaction saved have the same time. */
function parseTimestamps(parse: Parse): Parse {
  let last: { text: string; value: unknown } = { text: '', value: undefined };
  return (text) => {
    if (text !== last.text) last = { text, value: parse(text) };
    return last.value;
  };
}

function mapArray(value: unknown, parse: Parse): unknown {
  if (Array.isArray(value)) return value.map((item) => mapArray(item, parse));
  return typeof value === 'string' ? parse(value) : value;
}

const OWN: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  [OID.int8, parseInt8],
  [OID.int8Array, (text) => mapArray(parseTextArray(text), parseInt8)],
  [OID.numericArray, parseTextArray],
  [OID.date, (text) => text],
  [OID.timestamptz, parseTimestamps(libraryParser(OID.timestamptz))],
  [OID.dateArray, parseTextArray],
]);

/** Set on each connection, not globally: other users of the library keep its defaults. */
const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    OWN.get(oid) ?? libraryParser(oid, format)) as typeof pg.types.getTypeParser,
};

/*
 * A value of type bytea as the bytes that the database sends. The library turns the results of other statements into
 * text, and then into bytes again, which takes several times as long.
 */

export interface BytesQuery {
  /** Returns one row with one column. */
  text: string;
  values: readonly (string | number)[];
  /** Has room for the bytes, or else they get their own. */
  into?: Buffer | undefined;
}

/** Undefined for null. */
async function readBytes(
  client: pg.ClientBase,
  { text, values, into }: BytesQuery,
  limitMs: number | undefined,
): Promise<Buffer | undefined> {
  // COPY takes no parameters.
  const statement = text.replace(/\$(\d+)/g, (_, n) => pg.escapeLiteral(String(values[n - 1])));
  const stream = client.query(to(`copy (${statement}) to stdout (format binary)`));
  const value = createValueReader(into);
  stream.on('data', value.feed);
  const late = () => stream.destroy(new Error(READ_TIMEOUT));
  const timer = limitMs === undefined ? undefined : setTimeout(late, limitMs);
  try {
    await finished(stream);
  } finally {
    clearTimeout(timer);
  }
  return value.read();
}

/** The signature, the flags, the extension, the number of columns, and the length of the first one. */
const HEAD_BYTES = 25;

function createValueReader(into: Buffer | undefined) {
  const head = Buffer.alloc(HEAD_BYTES);
  let value: Buffer | undefined;
  let received = 0;

  function begin(): void {
    const size = head.readInt32BE(HEAD_BYTES - 4);
    if (size >= 0)
      value = into && into.length >= size ? into.subarray(0, size) : Buffer.allocUnsafe(size);
  }

  return {
    feed(chunk: Buffer): void {
      const ofHead = received < HEAD_BYTES ? chunk.copy(head, received) : 0;
      const isWhole = received < HEAD_BYTES && received + ofHead === HEAD_BYTES;
      if (isWhole) begin();
      // What follows the value does not fit into it.
      if (value) chunk.copy(value, received + ofHead - HEAD_BYTES, ofHead);
      received += chunk.length;
      free(chunk);
    },
    read: () => value,
  };
}

/**
 * Frees the memory of a chunk that is all of its memory, so that nobody else has a part of it. Otherwise V8 collects the
 * whole heap for every 30 MB of chunks, which takes most of the time of a read.
 */
function free(chunk: Buffer): void {
  const { buffer } = chunk;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === chunk.byteLength) buffer.transfer(0);
}

/*
 * A parameter of the type text[], as PostgreSQL's protocol has it in binary form. In text form, both sides would look
 * at each character of the texts, and copy them once more: a prompt may have megabytes.
 */

/** The type of the elements. */
const TEXT_OID = 25;
const ARRAY_HEAD_BYTES = 20;
const LENGTH_BYTES = 4;
/** The length of an element that is null. */
const NULL = -1;

export function textArray(texts: readonly (string | null)[]): Buffer {
  const lengths = texts.map((text) => (text === null ? NULL : Buffer.byteLength(text)));
  const size = lengths.reduce((sum, length) => sum + LENGTH_BYTES + Math.max(length, 0), 0);
  const bytes = Buffer.allocUnsafe(ARRAY_HEAD_BYTES + size);
  // One dimension, whether an element is null, the type, how many elements, and the index of the first.
  const head = [1, texts.includes(null) ? 1 : 0, TEXT_OID, texts.length, 1];
  let at = 0;
  for (const number of head) at = bytes.writeInt32BE(number, at);
  texts.forEach((text, i) => {
    at = bytes.writeInt32BE(lengths[i]!, at);
    if (text !== null) at += bytes.write(text, at);
  });
  return bytes;
}
