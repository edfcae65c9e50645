/**
 * Brings the schema up to what this version of the code expects: first the functions, whose names carry a version
 * so that they disturb nobody, then the files of `migrations/` in the order of their numbers, each in a
 * transaction of its own that also records it, so that a crash leaves whole steps only. A file that begins with
 * `-- in batches` commits for itself and can be repeated. Any number of processes may do so at once. Refuses a file
 * that changed after it was applied, and a database that is ahead of the code. Wants a Db without statement timeouts.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartError } from '../kernel/start-error.ts';
import { isDeadlock } from './errors.ts';
import { addFunctions, missingFunctions } from './functions.ts';
import type { Db, Queryable } from './pool.ts';

export interface Migration {
  name: string;
  checksum: string;
  sql: string;
}

/** Any constant: all processes that migrate one database queue on it. */
export const MIGRATION_LOCK = 5_201_604_117;
const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/;
const IN_BATCHES = '-- in batches\n';
/** A migration that takes the locks of many may be chosen to give way to one of them. */
const DEADLOCK_TRIES = 20;
const FOLDER = fileURLToPath(new URL('./migrations/', import.meta.url));

export async function migrate(
  db: Db,
  migrations?: readonly Migration[],
): Promise<{ applied: string[] }> {
  const known = migrations ?? (await readMigrations());
  const applied: string[] = migrations ? [] : await db.transaction(addMissingFunctions);
  for (;;) {
    const name = await untilNoDeadlock(() => db.transaction((tx) => applyNext(tx, known)));
    if (name === undefined) return { applied };
    applied.push(name);
  }
}

async function addMissingFunctions(tx: Queryable): Promise<string[]> {
  await beginStep(tx);
  // A database that is ahead of the code gets nothing.
  remaining(await readApplied(tx), await readMigrations());
  return addFunctions(tx);
}

async function untilNoDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const cause = error instanceof StartError ? error.cause : error;
      if (!isDeadlock(cause) || tries === DEADLOCK_TRIES) throw error;
    }
  }
}

/** Names of the functions and files not yet applied; refuses like `migrate`, and changes nothing. */
export async function pendingMigrations(
  db: Queryable,
  migrations?: readonly Migration[],
): Promise<string[]> {
  const known = migrations ?? (await readMigrations());
  const files = remaining(await readApplied(db), known).map(({ name }) => name);
  return migrations ? files : [...files, ...(await missingFunctions(db)).map(({ name }) => name)];
}

export async function readMigrations(folder: string = FOLDER): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => FILE_NAME.test(name)).sort();
  return Promise.all(
    names.map(async (file) => {
      // A checkout with other line ends holds the same migration.
      const sql = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n');
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { name: file.replace(/\.sql$/, ''), checksum, sql };
    }),
  );
}

async function applyNext(tx: Queryable, known: readonly Migration[]): Promise<string | undefined> {
  await beginStep(tx);
  const next = remaining(await readApplied(tx), known)[0];
  if (next === undefined) return undefined;
  await tx.query(CREATE_TABLE);
  const apply = next.sql.startsWith(IN_BATCHES) ? applyInBatches : applyAtOnce;
  await apply(tx, next.sql).catch((error: Error) => {
    throw new StartError(`migration ${next.name} failed: ${error.message}`, { cause: error });
  });
  await tx.query('INSERT INTO schema_migration (name, checksum) VALUES ($1, $2)', [
    next.name,
    next.checksum,
  ]);
  return next.name;
}

async function applyAtOnce(tx: Queryable, sql: string): Promise<void> {
  await tx.query(sql);
}

/** Outside of the transaction, with its lock kept; the next one records it. */
async function applyInBatches(tx: Queryable, sql: string): Promise<void> {
  await tx.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    await tx.query('COMMIT');
    await tx.query(sql);
    await tx.query('BEGIN');
  } finally {
    await tx.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  }
}

async function beginStep(tx: Queryable): Promise<void> {
  await tx.query('SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0');
  await tx.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
}

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
  // Read from the catalog itself: to_regclass may remember from before the wait for the lock.
  const [found] = await db.query<{ exists: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_class WHERE relname = 'schema_migration'
       AND relnamespace = current_schema()::regnamespace) AS exists`,
  );
  if (found?.exists !== true) return [];
  return db.query<Applied>('SELECT name, checksum FROM schema_migration ORDER BY name');
}

/** What is still to be applied; it must all come after what has been. */
function remaining(applied: readonly Applied[], known: readonly Migration[]): Migration[] {
  const files = new Map(known.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of applied) {
    const file = files.get(name);
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
  const late = known.slice(0, applied.length).find(({ name }) => !done.has(name));
  if (late !== undefined) {
    throw new StartError(
      `migration ${late.name} comes before one that has been applied: give it a later number`,
    );
  }
  return known.slice(applied.length);
}
