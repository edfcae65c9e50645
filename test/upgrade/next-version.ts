/**
 * Versions after this one: copies of the program with a changed schema. The next version expands the schema, and the
 * version after it contracts it.
 */
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, sourcesIn } from '../support/sources.ts';

export interface NextVersion {
  folder: string;
  main: string;
  remove(): Promise<void>;
}

/** The parts of an expansion: a column, a table that the program needs rights on, backfilled rows, and an index. */
const EXPANSION: Record<string, string> = {
  '9001-next.sql': `alter table run add column noted text;
create table next_note (id bigint generated always as identity primary key);
`,
  '9002-next-rows.sql': `-- in batches
update run set noted = 'before' where noted is null;
`,
  '9003-next-index.sql': `-- concurrently
create index concurrently run_noted on run (noted);
`,
};

/** What the expansion adds to `schema.sql`. */
const EXPANDED = {
  run: 'create table run (\n  noted text,',
  more: `
create table next_note (id bigint generated always as identity primary key);
create index run_noted on run (noted);
`,
};

/** Programs that know the last migration of the expansion call the new function. */
const CONTRACTION = `drop function admit_runs(json, text[], integer, uuid, uuid);
drop type admit_runs_row;
delete from schema_function where name = 'admit_runs';
update schema_range set oldest = 9003;
`;

/** A version after that of this folder: a checkout, or a release. Creates call its function, which counts the calls. */
export async function makeNextVersion(from = ROOT): Promise<NextVersion> {
  const next = await copyOf(from);
  const db = join(next.folder, 'server/platform/db');
  await mkdir(join(db, 'migrations'), { recursive: true });
  await cp(join(from, 'server/platform/db/schema.sql'), join(db, 'migrations/0001-schema.sql'), {
    force: false,
  });
  for (const [name, sql] of Object.entries(EXPANSION)) {
    await writeFile(join(db, 'migrations', name), sql);
  }
  await change(
    join(db, 'schema.sql'),
    (sql) => sql.replace('create table run (', EXPANDED.run) + EXPANDED.more,
  );
  await change(
    join(db, 'grants.sql'),
    (sql) => `${sql}\ngrant select, insert on next_note to working_role;\n`,
  );
  const admission = await readFile(join(db, 'functions/admit_runs.sql'), 'utf8');
  await writeFile(
    join(db, 'functions/admit_runs_2.sql'),
    admission
      .replaceAll(/\badmit_runs(_row|_customer)?\b/g, 'admit_runs_2$1')
      .replace('\nbegin\n', '\nbegin\n  insert into next_note default values;\n'),
  );
  for (const file of sourcesIn('server')) {
    await change(join(next.folder, file), (source) =>
      source.replace(/\bfrom admit_runs\(/g, 'from admit_runs_2('),
    );
  }
  return next;
}

/** The version after the next one: without the function that only this version calls. */
export async function makeVersionAfter(next: NextVersion): Promise<NextVersion> {
  const after = await copyOf(next.folder);
  const db = join(after.folder, 'server/platform/db');
  await writeFile(join(db, 'migrations/9004-after.sql'), CONTRACTION);
  await rm(join(db, 'functions/admit_runs.sql'));
  return after;
}

async function copyOf(from: string): Promise<NextVersion> {
  const folder = await mkdtemp(join(tmpdir(), 'model-run-next-version-'));
  for (const part of ['server', 'openapi/generated', 'package.json']) {
    await cp(join(from, part), join(folder, part), { recursive: true });
  }
  await symlink(join(from, 'node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    main: join(folder, 'server/main.ts'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function change(file: string, to: (text: string) => string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const changed = to(text);
  if (changed !== text) await writeFile(file, changed);
}
