/** The schema of a database as text that a reviewer can read, in a stable order. */
import type { Db } from '../../server/db/pool.ts';

const HEAD = `-- What the migrations and functions make together. Generated: see test/db/schema.test.ts.
`;

export async function describeSchema(db: Db): Promise<string> {
  const parts = [await tables(db), await views(db), await functions(db)];
  return [HEAD, ...parts.flat()].join('\n');
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
         from pg_attribute a join pg_type t on t.oid = a.atttypid
         left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum)
       || array(
         select '  ' || pg_get_constraintdef(k.oid) from pg_constraint k
         where k.conrelid = c.oid and k.contype in ('p', 'u', 'c', 'f') order by k.contype <> 'p', k.conname) as lines
     from pg_class c where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace order by 1`,
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
    const storage = options === null ? '' : ` with (${options})`;
    const table = `create table ${name} (\n${lines.join(',\n')}\n)${storage};\n`;
    return [table, ...beside.map(({ text }) => `${text};\n`)].join('');
  });
}

async function views(db: Db): Promise<string[]> {
  const rows = await db.query<{ name: string; text: string }>(
    `select viewname as name, definition as text from pg_views where schemaname = current_schema() order by 1`,
  );
  return rows.map(({ name, text }) => `create view ${name} as\n${text}\n`);
}

async function functions(db: Db): Promise<string[]> {
  const rows = await db.query<{ text: string }>(
    `select p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ') returns '
       || pg_get_function_result(p.oid) || case when p.prosecdef then ' security definer' else '' end
       || coalesce(' set ' || array_to_string(p.proconfig, ', '), '') as text
     from pg_proc p where p.pronamespace = current_schema()::regnamespace order by 1`,
  );
  return ['-- Functions\n', ...rows.map(({ text }) => `-- ${text}`), ''];
}
