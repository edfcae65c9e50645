/**
 * ClickHouse over HTTP, with its official client. The process updates the schema before the first use, and tries an
 * unreachable server again at the next use: the service starts and works without it, except for the spans of programs.
 */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type ClickHouseClient,
  ClickHouseError,
  ClickHouseLogLevel,
  createClient,
} from '@clickhouse/client';
import { Problem } from '../../lib/problem.ts';
import type { Log } from '../../telemetry/log.ts';

type What = 'reads' | 'writes';

interface ClickHouseOptions {
  url: string;
  log: Pick<Log, 'info' | 'warn'>;
  requestTimeoutMs?: number;
}

const CONNECTIONS = 16;
const REQUEST_TIMEOUT_MS = 30_000;
/** The server gives up before the client does. */
const EXECUTION_SECONDS = 25;
const RETRY_AFTER_SECONDS = 5;
/** For callers; the log has the cause. */
const SPANS_AWAY = 'The store of the spans that programs sent is away, full or busy at the moment.';

const SETTINGS = {
  async_insert: 0,
  // Even if the URL turns `async_insert` on, an answer waits for the insert.
  wait_for_async_insert: 1,
  max_execution_time: EXECUTION_SECONDS,
  // A partition is a day, and one insert of a copy can have more days than the default allows.
  max_partitions_per_insert_block: '400',
  date_time_input_format: 'best_effort',
  // JavaScript has no exact numbers of this size.
  output_format_json_quote_64bit_integers: 1,
  // All spans with one key are of one day.
  do_not_merge_across_partitions_select_final: 1,
  use_skip_indexes_if_final: 1,
} as const;

export function openClickHouse({ url, log, ...options }: ClickHouseOptions): ClickHouse {
  const client = createClient({
    url,
    application: 'model-run service',
    request_timeout: options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
    max_open_connections: CONNECTIONS,
    clickhouse_settings: SETTINGS,
    // The ids of a whole body are too long for a URL.
    use_multipart_params_auto: true,
    log: { level: ClickHouseLogLevel.OFF },
  });
  const plain = plainOver(client);
  let schema: Promise<string[]> | undefined;
  // Reads can work while inserts fail.
  const failing = new Set<What>();

  async function upToDate(): Promise<void> {
    schema ??= bringUpToDate(plain).then((applied) => {
      if (applied.length > 0) log.info({ applied }, 'migrated ClickHouse');
      return applied;
    });
    const pending = schema;
    await pending.catch((error: unknown) => {
      if (schema === pending) schema = undefined;
      throw error;
    });
  }

  async function guarded<T>(what: What, work: () => Promise<T>): Promise<T> {
    try {
      await upToDate();
      const result = await work();
      if (failing.delete(what)) log.info(`ClickHouse answers ${what} again`);
      return result;
    } catch (error) {
      const cause = withoutContent(error);
      if (!failing.has(what)) log.warn({ err: cause }, `ClickHouse fails in ${what}`);
      failing.add(what);
      throw new Problem('overloaded', SPANS_AWAY, {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
        cause,
      });
    }
  }

  return {
    query: (statement) => guarded('reads', () => plain.query(statement)),
    insert: (table, rows) => guarded('writes', () => plain.insert(table, rows)),
    command: (statement) => guarded('writes', () => plain.command(statement)),
    close: () => client.close(),
  };
}

/** A message of the server can contain part of the statement, or of the inserted rows. */
function withoutContent(error: unknown): unknown {
  if (!(error instanceof ClickHouseError)) return error;
  return new Error(`ClickHouse answered ${error.type ?? 'an error'} (code ${error.code})`);
}

/** By the server's answer: its errors, and a schema that may be old. */
function plainOver(client: ClickHouseClient): Omit<ClickHouse, 'close'> {
  return {
    async query<Row>({ text: query, values }: Statement) {
      const found = await client.query({ query, query_params: values, format: 'JSONEachRow' });
      return found.json<Row>();
    },
    async insert(table, rows) {
      await client.insert({ table, values: [...rows], format: 'JSONEachRow' });
    },
    async command({ text: query, values }) {
      await client.command({ query, query_params: values });
    },
  };
}

/*
 * The schema of ClickHouse: versioned files, applied in numeric order. ClickHouse has no transactions for them, so each
 * statement can be repeated, and any number of processes may apply them at once.
 */

const FOLDER = fileURLToPath(new URL('./migrations/', import.meta.url));
const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/;

const APPLIED = `create table if not exists span_schema (name String, applied_at DateTime('UTC') default now())
  engine = MergeTree order by name`;
const NAMES = 'select distinct name from span_schema';

/** Names of the applied files. */
async function bringUpToDate(
  clickHouse: Pick<ClickHouse, 'query' | 'command' | 'insert'>,
): Promise<string[]> {
  await clickHouse.command(statement(APPLIED));
  const rows = await clickHouse.query<{ name: string }>(statement(NAMES));
  const known = new Set(rows.map(({ name }) => name));
  const names = (await readdir(FOLDER)).filter((name) => FILE_NAME.test(name)).sort();
  const missing = names.filter((name) => !known.has(name));
  for (const name of missing) {
    for (const text of statementsOf(await readFile(join(FOLDER, name), 'utf8'))) {
      await clickHouse.command(statement(text));
    }
    await clickHouse.insert('span_schema', [{ name }]);
  }
  return missing;
}

/** Each statement ends with a semicolon at the end of a line. */
function statementsOf(text: string): string[] {
  return text.split(/;\s*\n/).filter((text) => text.trim() !== '');
}

/** Its text consists only of constants; it binds the values as `{name:Type}`. */
export interface Statement {
  text: string;
  values: Record<string, unknown>;
}

export interface ClickHouse {
  query<Row>(statement: Statement): Promise<Row[]>;
  /** Resolves when the rows are durable and every later query reads them. */
  insert(table: string, rows: readonly object[]): Promise<void>;
  command(statement: Statement): Promise<void>;
  close(): Promise<void>;
}

export function statement(text: string, values: Record<string, unknown> = {}): Statement {
  return { text, values };
}

/** One after another. */
export function joined(...parts: readonly (string | Statement | undefined)[]): Statement {
  return together(parts, ' ');
}

/** Conditions joined by `and`. */
export function allOf(...conditions: readonly (Statement | undefined)[]): Statement {
  return together(conditions, ' and ');
}

function together(parts: readonly (string | Statement | undefined)[], between: string): Statement {
  const given = parts
    .filter((part) => part !== undefined)
    .map((part) => (typeof part === 'string' ? statement(part) : part));
  return {
    text: given.map(({ text }) => text).join(between),
    values: Object.assign({}, ...given.map(({ values }) => values)),
  };
}
