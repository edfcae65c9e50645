/**
 * The schema of ClickHouse: versioned files, applied in numeric order. ClickHouse has no transactions for them, so each
 * statement can be repeated, and any number of processes may apply them at once.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ClickHouse, statement } from './statement.ts';

const FOLDER = fileURLToPath(new URL('./migrations/', import.meta.url));
const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/;

const APPLIED = `create table if not exists span_schema (name String, applied_at DateTime('UTC') default now())
  engine = MergeTree order by name`;
const NAMES = 'select distinct name from span_schema';

/** Names of the applied files. */
export async function bringUpToDate(
  clickHouse: Pick<ClickHouse, 'query' | 'command' | 'insert'>,
): Promise<string[]> {
  await clickHouse.command(statement(APPLIED));
  const rows = await clickHouse.query<{ name: string }>(statement(NAMES));
  const known = new Set(rows.map(({ name }) => name));
  const names = (await readdir(FOLDER)).filter((name) => FILE_NAME.test(name)).sort();
  const missing = names.filter((name) => !known.has(name));
  for (const name of missing) {
    for (const text of statementsOf(await readFile(join(FOLDER, name), 'utf8'))) {
      await clickHouse.command(statement(text));
    }
    await clickHouse.insert('span_schema', [{ name }]);
  }
  return missing;
}

/** Each statement ends with a semicolon at the end of a line. */
function statementsOf(text: string): string[] {
  return text.split(/;\s*\n/).filter((text) => text.trim() !== '');
}
