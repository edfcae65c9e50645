/**
 * The functions of the database: one file each in `functions/`, which has the name of its function. A function that has
 * been released never changes under its name: a new process adds functions next to those that older processes still
 * call, and overwrites none. A later migration drops functions that no process calls any more.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartError } from '../lib/errors.ts';
import type { Queryable } from './pool.ts';

export interface SqlFunction {
  name: string;
  checksum: string;
  sql: string;
}

const FOLDER = fileURLToPath(new URL('./functions/', import.meta.url));
const NAME = /^create function (\w+)\(/m;

/** Names of the added functions. The transaction holds the migration lock. */
export async function addFunctions(tx: Queryable): Promise<string[]> {
  const missing = await missingFunctions(tx);
  if (missing.length === 0) return [];
  // A function may name tables that the schema or a migration creates later.
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
        `function ${name} was changed after it had been added: restore the file, and add the changed function under a new name`,
      );
    }
  }
  return known.filter(({ name }) => !added.has(name));
}

export async function readFunctions(folder: string = FOLDER): Promise<SqlFunction[]> {
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
