/**
 * The functions of the database: one file each in `functions/`. The name of a function contains a version, which a
 * change of the file raises: so a new process adds functions next to those that older processes still call, and never
 * overwrites them. `older/` has previous versions that a migration names: a new database gets all functions before the
 * migrations. A later migration drops functions that no process calls any more.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartError } from '../kernel/start-error.ts';
import type { Queryable } from './pool.ts';

export interface SqlFunction {
  /** With its version, such as `admit_runs_1`. */
  name: string;
  checksum: string;
  sql: string;
}

/** The subfolder whose files have the version in their names. */
const OLDER = 'older';
const FOLDER = fileURLToPath(new URL('./functions/', import.meta.url));
const VERSIONED_NAME = /^create function (\w+_\d+)\(/m;

/** Names of the added functions. The transaction holds the migration lock. */
export async function addFunctions(tx: Queryable): Promise<string[]> {
  const missing = await missingFunctions(tx);
  if (missing.length === 0) return [];
  // Later migrations may create tables that a function names.
  await tx.query('SET LOCAL check_function_bodies = off');
  await tx.query(CREATE_TABLE);
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
export async function missingFunctions(db: Queryable): Promise<SqlFunction[]> {
  const [known, added] = [await readFunctions(), await readAdded(db)];
  for (const { name, checksum } of known) {
    if ((added.get(name) ?? checksum) !== checksum) {
      throw new StartError(
        `function ${name} was changed after it had been added: restore the file, or raise the version in its name`,
      );
    }
  }
  return known.filter(({ name }) => !added.has(name));
}

export async function readFunctions(folder: string = FOLDER): Promise<SqlFunction[]> {
  const [current, older] = await Promise.all([
    readFolder(folder, (name) => name.replace(/_\d+$/, '')),
    readFolder(join(folder, OLDER), (name) => name),
  ]);
  return [...older, ...current];
}

async function readFolder(
  folder: string,
  fileOf: (name: string) => string,
): Promise<SqlFunction[]> {
  const found = existsSync(folder) ? await readdir(folder) : [];
  const files = found.filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => {
      // A checkout with other line endings contains the same function.
      const sql = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n');
      const name = VERSIONED_NAME.exec(sql)?.[1];
      if (name === undefined || `${fileOf(name)}.sql` !== file) {
        throw new Error(`${file} must create the function of its name, with a version behind it`);
      }
      return { name, checksum: createHash('sha256').update(sql).digest('hex'), sql };
    }),
  );
}

const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS schema_function (
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
