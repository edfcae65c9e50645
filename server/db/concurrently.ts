/**
 * A migration that begins with `-- concurrently`: each statement for itself and outside of a transaction, such as
 * CREATE INDEX CONCURRENTLY, which locks nobody out and takes as long as it takes. What was broken off is begun again:
 * an index that is whole is kept, and one that was not finished is dropped first.
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

/** Such a file has no texts, no functions and no semicolons but those at the ends of its statements. */
function statementsOf(sql: string): string[] {
  return sql
    .replaceAll(/^\s*--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

/** Drops what is there of an index that was not finished. */
async function isWhole(db: Queryable, index: string): Promise<boolean> {
  const [found] = await db.query<{ isValid: boolean }>(
    `SELECT i.indisvalid AND i.indisready AS "isValid" FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE c.relname = $1 AND c.relnamespace = current_schema()::regnamespace`,
    [index],
  );
  if (found?.isValid === false) await db.query(`DROP INDEX CONCURRENTLY ${index}`);
  return found?.isValid === true;
}
