/**
 * A migration that begins with `-- concurrently`: each statement runs alone and outside a transaction, such as CREATE
 * INDEX CONCURRENTLY, which blocks nobody and takes as long as it takes. After an interruption, the process starts the
 * migration again: it keeps a valid index, and first drops an unfinished one.
 */
import type { Queryable } from './pool.ts';

export const CONCURRENTLY = '-- concurrently\n';

const CREATE = /^create (?:unique )?index concurrently (\w+)\s/i;

export async function applyConcurrently(db: Queryable, sql: string): Promise<void> {
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
