/** The content of a dump of a database. */
import { asOwner, type TestDatabase } from './postgres.ts';

/** Each row of each table, as text. */
export function dumpOf(database: TestDatabase): Promise<string[]> {
  return asOwner(database, async (owner) => {
    const tables = await owner.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c
       where c.relkind = 'r' and c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
         and c.relpersistence = 'p'`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      // Searches bytes as the text that they may be.
      const rows = await owner.query<{ row: string }>(
        `select t::text || ' ' || coalesce(b.texts, '') as row from ${name} t cross join lateral (
           select string_agg(encode(decode(substr(v, 3), 'hex'), 'escape'), ' ') as texts
           from jsonb_each_text(to_jsonb(t)) e (k, v) where v like '\\\\x%'
         ) b`,
      );
      found.push(...rows.map(({ row }) => `${name}: ${row}`));
    }
    return found;
  });
}
