/**
 * What `npm run generate` writes from the columns of a run: literals of one shape for the hot paths, and the lists of
 * columns in database functions. The list of columns is in `server/runs/columns.ts`, and their types in the database are
 * in `schema.sql`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COLUMNS, type Column, GIVEN } from '../server/runs/columns.ts';

const columns = Object.entries(COLUMNS as Record<string, Column>);
const supplied = columns.filter(([, { is }]) => ['saved', 'optional', 'given'].includes(is));

/** The generated files, by their paths below the root of the project. */
export function columnFiles(root: string): { file: string; text: string }[] {
  const typeOf = typesOf(readFileSync(join(root, 'server/platform/db/schema.sql'), 'utf8'));
  const typed = ([name]: [string, Column]) => `${name} ${typeOf(name)}`;
  const functions: Record<string, string[]> = {
    'admit_runs.sql': [
      list(supplied.map(typed)),
      list(supplied.map(([name]) => name)),
      list(supplied.map(([name]) => `r.${name}`)),
    ],
    'read_runs.sql': [
      list(columns.map(typed)),
      list(columns.map(([name, { readAs = `r.${name}` }]) => readAs)),
    ],
  };
  return [
    { file: join(root, 'server/runs/generated-columns.ts'), text: literals() },
    ...Object.entries(functions).map(([name, lists]) => {
      const file = join(root, 'server/platform/db/functions', name);
      return { file, text: withLists(readFileSync(file, 'utf8'), lists) };
    }),
  ];
}

function typesOf(schema: string): (column: string) => string {
  const [, table = ''] = /create table run \((.*?)\n\)/s.exec(schema) ?? [];
  const types = new Map(
    [...table.matchAll(/^ {2}(\w+) +([a-z]+)/gm)].map(([, name, type]) => [name!, type!]),
  );
  return (column) => {
    const type = types.get(column);
    if (type === undefined) throw new Error(`schema.sql has no column ${column} in the table run`);
    return type;
  };
}

/** As lines of at most 110 characters, each with a comma at its end. */
function list(items: string[]): string {
  const lines = [''];
  for (const item of items) {
    if (lines.at(-1)!.length + item.length > 108) lines.push('');
    lines.push(`${lines.pop()} ${item},`);
  }
  return lines.map((line) => `${line.trimStart()}\n`).join('');
}

const LIST =
  /^( *)-- The columns of server\/runs\/columns.ts, by npm run generate:\n.*?^ *-- Until here.\n/gms;

function withLists(sql: string, lists: string[]): string {
  let at = 0;
  const text = sql.replace(LIST, (_, indent: string) => {
    const [first, ...rest] = [
      '-- The columns of server/runs/columns.ts, by npm run generate:\n',
      ...lists[at++]!.split(/(?<=\n)/),
      '-- Until here.\n',
    ];
    return [first, ...rest].map((line) => indent + line).join('');
  });
  if (at !== lists.length)
    throw new Error(`a function has ${at} lists of columns, not ${lists.length}`);
  return text;
}

function literals(): string {
  return `// Generated from server/runs/columns.ts by scripts/generate.ts. Never edit it.

import type { Given, GivenColumns, GivenMembers, RunRow, SavedColumns } from './columns.ts';

/** The row of a run that was just saved: the process knows all of it without a read. */
export function freshRow(
  row: SavedColumns & { deadline_ms: number },
  savedAt: Date,
  { claimed, trace }: { claimed: boolean; trace: string | null },
): RunRow {
  return {
${members(columns.map(([name, column]) => `${name}: ${beginningOf(name, column)}`))}
  };
}

/** What a request says for the row. */
export function givenBy(body: GivenMembers): GivenColumns {
  return {
${members(columns.flatMap(([name, { is, from }]) => (is === 'given' ? [`${name}: body.${from!.replace('.', '?.')}`] : [])))}
  };
}

/** The members of a run that its request gave. */
export function givenIn(row: RunRow): Shown {
  return {
${members(GIVEN.map(({ column, member }) => `${member}: row.${column} ?? undefined`))}
  };
}

/** The same of a run, for an answer. */
export function givenOf(run: Given): Shown {
  return {
${members(GIVEN.map(({ member }) => `${member}: run.${member}`))}
  };
}

/** A request without them: no provider gets them. */
export function withoutGiven<Request extends Given>(request: Request): Omit<Request, keyof Given> {
  const { ${GIVEN.map(({ member }) => `${member}: _${member}`).join(', ')}, ...others } = request;
  return others;
}

type Shown = { [Member in keyof Given]-?: Given[Member] | undefined };
`;
}

function beginningOf(name: string, { is, from }: Column): string {
  if (is === 'begins') return from === name ? `${name}` : from!;
  if (is === 'later') return 'null';
  return is === 'saved' ? `row.${name}` : `row.${name} ?? null`;
}

function members(each: string[]): string {
  return each.map((member) => `    ${member.replace(/^(\w+): \1$/, '$1')},`).join('\n');
}
