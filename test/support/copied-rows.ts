/** Fills tables with copies of a few rows: by far the fastest way to many rows like the service's own. */
import type { Queryable } from '../../server/platform/db/pool.ts';

/**
 * The beginning of a statement that copies rows of the table, which it calls `t`: the expressions in `changes` replace
 * columns, an identity is generated anew, and every other column keeps its value. `from` is another table
 * with the rows to copy.
 */
export async function copyStatement(
  db: Queryable,
  table: string,
  changes: Record<string, string>,
  from = table,
): Promise<string> {
  const columns = await db.query<{ name: string }>(
    `select c.column_name as name
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.table_name = $1 and t.table_type = 'BASE TABLE' and c.is_identity = 'NO'
     order by c.ordinal_position`,
    [table],
  );
  const names = columns.map(({ name }) => name);
  const values = names.map((name) => changes[name] ?? `t.${name}`);
  return `insert into ${table} (${names.join(', ')}) select ${values.join(', ')} from ${from} t`;
}
