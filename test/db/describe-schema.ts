/**
 * The schema of a database as text, in an order that does not depend on how it came about: without partitions, and
 * without the tables that record what has been applied.
 */
import type { Db } from '../../server/platform/db/pool.ts';

export async function describeSchema(db: Db): Promise<string> {
  const parts = [await tables(db), await types(db), await functions(db)];
  return parts.flat().join('\n');
}

async function tables(db: Db): Promise<string[]> {
  const rows = await db.query<{ name: string; options: string | null; lines: string[] }>(
    `select c.relname as name, array_to_string(c.reloptions, ', ') as options,
       array(
         select '  ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
           || case when a.attcollation not in (0, t.typcollation)
              then ' collate ' || (select quote_ident(collname) from pg_collation where oid = a.attcollation) else '' end
           || case when a.attidentity = 'a' then ' generated always as identity' else '' end
           || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
           || case when a.attnotnull then ' not null' else '' end
           || ' storage ' || a.attstorage::text || ' ' || a.attcompression::text
         from pg_attribute a join pg_type t on t.oid = a.atttypid
         left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attname)
       || array(
         select '  ' || pg_get_constraintdef(k.oid) || case when k.convalidated then '' else ' not valid' end
         from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'c', 'f') order by 1) as lines
     from pg_class c where c.relkind in ('r', 'p', 'v') and not c.relispartition
       and c.relname not in ('schema_migration', 'schema_function')
       and c.relnamespace = current_schema()::regnamespace order by 1`,
  );
  const indexes = await db.query<{ on: string; text: string }>(
    `select i.tablename as on, regexp_replace(i.indexdef, ' ON \\S+\\.', ' ON ') as text from pg_indexes i
     where i.schemaname = current_schema() and not exists (
       select from pg_constraint k where k.conname = i.indexname and k.contype in ('p', 'u'))
     order by i.indexname`,
  );
  const triggers = await db.query<{ on: string; text: string }>(
    `select c.relname as on, replace(pg_get_triggerdef(t.oid), current_schema() || '.', '') as text
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and c.relnamespace = current_schema()::regnamespace order by t.tgname`,
  );
  return rows.map(({ name, options, lines }) => {
    const beside = [...indexes, ...triggers].filter(({ on }) => on === name);
    return [`${name} (${options ?? ''})`, ...lines, ...beside.map(({ text }) => text)].join('\n');
  });
}

/** The types of rows that functions take or return. */
async function types(db: Db): Promise<string[]> {
  const rows = await db.query<{ text: string }>(
    `select c.relname || ' ' || string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum)
       as text
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     where c.relkind = 'c' and c.relnamespace = current_schema()::regnamespace group by c.relname order by 1`,
  );
  return rows.map(({ text }) => text);
}

async function functions(db: Db): Promise<string[]> {
  const rows = await db.query<{ text: string }>(
    `select pg_get_functiondef(p.oid) as text
     from pg_proc p where p.pronamespace = current_schema()::regnamespace order by 1`,
  );
  return rows.map(({ text }) => text);
}
