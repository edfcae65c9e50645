/**
 * Brings the schema up to what this version of the code expects: first the functions, which never change under their
 * names and so disturb nobody, then `schema.sql` and the files of `migrations/` in numeric order, each in a transaction
 * of its own that also records it, so that a crash leaves only whole steps. A file that begins with `-- in batches`
 * commits by itself and can be repeated, and so can one that begins with `-- concurrently`. Any
 * number of processes may migrate at once. A step that does not get its locks at once gives up and tries again later,
 * so that nobody waits behind it. Refuses a file that changed after it was applied. A database that is ahead stays
 * unchanged, and is refused if its range excludes this program. Needs a Db without statement timeouts.
 */

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { StartError } from '../lib/errors.ts';
import { isDeadlock, isLockTimeout } from './errors.ts';
import type { Db, Queryable } from './pool.ts';

export interface Migration {
  name: string;
  checksum: string;
  sql: string;
}

/** Any constant: all processes that migrate one database wait for this lock. */
const MIGRATION_LOCK = 5_201_604_117;
const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/;
const IN_BATCHES = '-- in batches\n';
/** PostgreSQL may choose a migration that takes many locks as the victim of a deadlock. */
const DEADLOCK_TRIES = 20;
/** Others that need the same lock wait as long behind it: a create gives up after 250 ms. */
const LOCK_TIMEOUT_MS = 100;
/** Between two attempts, plus up to as much again at random: those who waited go first. */
const PAUSE_MS = { first: 250, longest: 4_000 };
const GIVE_UP_AFTER_MS = 1_800_000;
/** Tries the lock and does not wait: a concurrent index build waits for every transaction that it meets. */
const ASK_FOR_TURN_MS = 100;
const FOLDER = fileURLToPath(new URL('./migrations/', import.meta.url));
/** The whole schema. The folder has it as it was released, so that it is the same for every database. */
const SCHEMA = {
  file: fileURLToPath(new URL('./schema.sql', import.meta.url)),
  name: '0001-schema',
};

interface Migrated {
  applied: string[];
  /** A newer program has migrated the database: this one must not change it. */
  isAhead: boolean;
}

export async function migrate(db: Db, migrations?: readonly Migration[]): Promise<Migrated> {
  const known = migrations ?? (await readMigrations());
  const applied: string[] = migrations ? [] : await inTurn(db, addMissingFunctions);
  for (;;) {
    const name = await inTurn(db, (tx) => applyNext(tx, known));
    if (name === undefined) {
      return { applied, isAhead: isAhead(await readApplied(db), known) };
    }
    applied.push(name);
  }
}

async function addMissingFunctions(tx: Queryable): Promise<string[]> {
  const [applied, known] = [await readApplied(tx), await readMigrations()];
  remaining(applied, known, await readOldest(tx));
  if (isAhead(applied, known)) {
    requireFunctions(await missingFunctions(tx));
    return [];
  }
  return addFunctions(tx);
}

/** A step in a transaction of its own, in one process at a time, repeated until it gets its locks. */
export async function inTurn<T>(db: Db, step: (tx: Queryable) => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + GIVE_UP_AFTER_MS;
  let deadlocks = 0;
  for (let pause = PAUSE_MS.first; ; pause = Math.min(pause * 2, PAUSE_MS.longest)) {
    try {
      return await db.transaction(async (tx) => {
        await beginStep(tx);
        return step(tx);
      });
    } catch (error) {
      if (error instanceof NotMyTurn) {
        await sleep(ASK_FOR_TURN_MS);
        continue;
      }
      const cause = error instanceof StartError ? error.cause : error;
      if (isDeadlock(cause)) deadlocks += 1;
      const mayPass = isDeadlock(cause)
        ? deadlocks < DEADLOCK_TRIES
        : isLockTimeout(cause) && performance.now() < giveUpAt;
      if (!mayPass) throw error;
    }
    await sleep(pause * (1 + Math.random()));
  }
}

/** Names of the functions and files not yet applied; refuses like `migrate`, and changes nothing. */
export async function pendingMigrations(
  db: Queryable,
  migrations?: readonly Migration[],
): Promise<string[]> {
  const known = migrations ?? (await readMigrations());
  const applied = await readApplied(db);
  const files = remaining(applied, known, await readOldest(db)).map(({ name }) => name);
  if (migrations) return files;
  const missing = await missingFunctions(db);
  if (isAhead(applied, known)) requireFunctions(missing);
  return [...files, ...missing.map(({ name }) => name)];
}

/** Until a release has put its schema into the folder, `schema.sql` is the only migration. */
export async function readMigrations(folder: string = FOLDER): Promise<Migration[]> {
  const found = existsSync(folder) ? await readdir(folder) : [];
  const names = found.filter((name) => FILE_NAME.test(name)).sort();
  if (names.length === 0) return [await readMigration(SCHEMA.file, SCHEMA.name)];
  return Promise.all(
    names.map((file) => readMigration(join(folder, file), file.replace(/\.sql$/, ''))),
  );
}

async function readMigration(file: string, name: string): Promise<Migration> {
  // A checkout with other line endings contains the same migration.
  const sql = (await readFile(file, 'utf8')).replaceAll('\r\n', '\n');
  return { name, checksum: createHash('sha256').update(sql).digest('hex'), sql };
}

/** Returns the name of the applied file; undefined if there is none to apply. */
async function applyNext(tx: Queryable, known: readonly Migration[]): Promise<string | undefined> {
  const [next] = remaining(await readApplied(tx), known, await readOldest(tx));
  if (next === undefined) return undefined;
  await tx.query(CREATE_TABLE);
  const apply = applyOf(next.sql);
  await apply(tx, next.sql).catch((error: Error) => {
    throw new StartError(`migration ${next.name} failed: ${error.message}`, { cause: error });
  });
  await tx.query('INSERT INTO schema_migration (name, checksum) VALUES ($1, $2)', [
    next.name,
    next.checksum,
  ]);
  return next.name;
}

function applyOf(sql: string): (tx: Queryable, sql: string) => Promise<void> {
  if (sql.startsWith(IN_BATCHES)) return outside(async (tx) => void (await tx.query(sql)));
  if (sql.startsWith(CONCURRENTLY)) return outside((tx) => applyConcurrently(tx, sql));
  return applyAtOnce;
}

async function applyAtOnce(tx: Queryable, sql: string): Promise<void> {
  await tx.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await tx.query(sql);
}

/** Outside a transaction, while the lock is held; the next transaction records it. */
function outside(work: (tx: Queryable) => Promise<void>) {
  return (tx: Queryable): Promise<void> => withoutTransaction(tx, () => work(tx));
}

async function withoutTransaction(tx: Queryable, work: () => Promise<void>): Promise<void> {
  await tx.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    await tx.query('COMMIT');
    await work();
    await tx.query('BEGIN');
  } finally {
    await tx.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  }
}

async function beginStep(tx: Queryable): Promise<void> {
  await tx.query('SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0');
  const [turn] = await tx.query<{ isMine: boolean }>(
    'SELECT pg_try_advisory_xact_lock($1) AS "isMine"',
    [MIGRATION_LOCK],
  );
  if (turn?.isMine !== true) throw new NotMyTurn();
}

class NotMyTurn extends Error {}

const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS schema_migration (
  name       text PRIMARY KEY,
  checksum   text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
)`;

interface Applied {
  name: string;
  checksum: string;
}

async function readApplied(db: Queryable): Promise<Applied[]> {
  if (!(await isThere(db, 'schema_migration'))) return [];
  return db.query<Applied>('SELECT name, checksum FROM schema_migration ORDER BY name');
}

/** The migration that a program has to know; undefined if the schema does not say. */
async function readOldest(db: Queryable): Promise<number | undefined> {
  if (!(await isThere(db, 'schema_range'))) return undefined;
  const [row] = await db.query<{ oldest: number }>('SELECT oldest FROM schema_range');
  return row?.oldest;
}

/** Read from the catalog itself: to_regclass may use a cache from before the wait for the lock. */
async function isThere(db: Queryable, table: string): Promise<boolean> {
  const [found] = await db.query<{ exists: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_class WHERE relname = $1
       AND relnamespace = current_schema()::regnamespace) AS exists`,
    [table],
  );
  return found?.exists === true;
}

const numberOf = (name = '0') => Number.parseInt(name, 10);

function isAhead(applied: readonly Applied[], known: readonly Migration[]): boolean {
  return numberOf(applied.at(-1)?.name) > numberOf(known.at(-1)?.name);
}

function requireFunctions(missing: readonly { name: string }[]): void {
  if (missing.length === 0) return;
  throw new StartError(
    `the database lacks ${missing.map(({ name }) => name).join(', ')}, which newer versions do not need: start a newer version`,
  );
}

/** The steps still to apply; each has to come after every applied one. */
function remaining(
  applied: readonly Applied[],
  known: readonly Migration[],
  oldest: number | undefined,
): Migration[] {
  const files = new Map(known.map((migration) => [migration.name, migration]));
  const newest = numberOf(known.at(-1)?.name);
  const isInRange = oldest !== undefined && newest >= oldest;
  for (const { name, checksum } of applied) {
    const file = files.get(name);
    if (file === undefined && isInRange && numberOf(name) > newest) continue;
    if (file === undefined) {
      throw new StartError(
        `the database has migration ${name}, which this version does not know: start a newer version`,
      );
    }
    if (file.checksum !== checksum) {
      throw new StartError(
        `migration ${name} was changed after it had been applied: restore the file and add a new one`,
      );
    }
  }
  const done = new Set(applied.map(({ name }) => name));
  const count = applied.filter(({ name }) => files.has(name)).length;
  const late = isAhead(applied, known)
    ? known.find(({ name }) => !done.has(name))
    : known.slice(0, count).find(({ name }) => !done.has(name));
  if (late !== undefined) {
    throw new StartError(
      `migration ${late.name} comes before one that has been applied: give it a later number`,
    );
  }
  return known.slice(count);
}

/*
 * The functions of the database: one file each in `functions/`, which has the name of its function. A function that has
 * been released never changes under its name: a new process adds functions next to those that older processes still
 * call, and overwrites none. A later migration drops functions that no process calls any more.
 */

interface SqlFunction {
  name: string;
  checksum: string;
  sql: string;
}

const FUNCTIONS = fileURLToPath(new URL('./functions/', import.meta.url));
const NAME = /^create function (\w+)\(/m;

/** Names of the added functions. The transaction holds the migration lock. */
async function addFunctions(tx: Queryable): Promise<string[]> {
  const missing = await missingFunctions(tx);
  if (missing.length === 0) return [];
  // A function may name tables that the schema or a migration creates later.
  await tx.query('SET LOCAL check_function_bodies = off');
  await tx.query(CREATE_FUNCTIONS_TABLE);
  for (const { name, checksum, sql } of missing) {
    await tx.query(sql).catch((error: Error) => {
      throw new StartError(`function ${name} could not be added: ${error.message}`, {
        cause: error,
      });
    });
    await tx.query('INSERT INTO schema_function (name, checksum) VALUES ($1, $2)', [
      name,
      checksum,
    ]);
  }
  return missing.map(({ name }) => name);
}

/** In the order in which to add them. */
async function missingFunctions(db: Queryable): Promise<SqlFunction[]> {
  const [known, added] = [await readFunctions(), await readAdded(db)];
  for (const { name, checksum } of known) {
    if ((added.get(name) ?? checksum) !== checksum) {
      throw new StartError(
        `function ${name} was changed after it had been added: restore the file, and add the changed function under a new name`,
      );
    }
  }
  return known.filter(({ name }) => !added.has(name));
}

export async function readFunctions(folder: string = FUNCTIONS): Promise<SqlFunction[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => {
      // A checkout with other line endings contains the same function.
      const sql = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n');
      const name = NAME.exec(sql)?.[1];
      if (name === undefined || `${name}.sql` !== file) {
        throw new Error(`${file} must create the function of its name`);
      }
      return { name, checksum: createHash('sha256').update(sql).digest('hex'), sql };
    }),
  );
}

const CREATE_FUNCTIONS_TABLE = `CREATE TABLE IF NOT EXISTS schema_function (
  name     text PRIMARY KEY,
  checksum text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT now()
)`;

async function readAdded(db: Queryable): Promise<ReadonlyMap<string, string>> {
  const [found] = await db.query<{ exists: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_class WHERE relname = 'schema_function'
       AND relnamespace = current_schema()::regnamespace) AS exists`,
  );
  if (found?.exists !== true) return new Map();
  const rows = await db.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM schema_function',
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

/*
 * A migration that begins with `-- concurrently`: each statement runs alone and outside a transaction, such as CREATE
 * INDEX CONCURRENTLY, which blocks nobody and takes as long as it takes. After an interruption, the process starts the
 * migration again: it keeps a valid index, and first drops an unfinished one.
 */

const CONCURRENTLY = '-- concurrently\n';

const CREATE = /^create (?:unique )?index concurrently (\w+)\s/i;

async function applyConcurrently(db: Queryable, sql: string): Promise<void> {
  for (const statement of statementsOf(sql)) {
    const index = CREATE.exec(statement)?.[1];
    if (index !== undefined && (await isWhole(db, index))) continue;
    await db.query(statement);
  }
}

/** Such a file has no string constants, no functions and no semicolons except those that end its statements. */
function statementsOf(sql: string): string[] {
  return sql
    .replaceAll(/^\s*--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

/** Drops what remains of an unfinished index. */
async function isWhole(db: Queryable, index: string): Promise<boolean> {
  const [found] = await db.query<{ isValid: boolean }>(
    `SELECT i.indisvalid AND i.indisready AS "isValid" FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE c.relname = $1 AND c.relnamespace = current_schema()::regnamespace`,
    [index],
  );
  if (found?.isValid === false) await db.query(`DROP INDEX CONCURRENTLY ${index}`);
  return found?.isValid === true;
}
