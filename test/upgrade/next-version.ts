/** A version after this one: the same program, with an expanded schema. */
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../support/import-graph.ts';

/** The parts of an expansion: a column, a table that the program needs rights on, an index, and backfilled rows. */
const EXPANSION: Record<string, string> = {
  '9001-next.sql': `alter table run add column noted text;
create table next_note (id bigint primary key);
`,
  '9002-next-rows.sql': `-- in batches
update run set noted = 'before' where noted is null;
`,
  '9003-next-index.sql': `-- concurrently
create index concurrently run_noted on run (noted);
`,
};

export interface NextVersion {
  folder: string;
  main: string;
  remove(): Promise<void>;
}

/** A version after that of this folder: a checkout, or a release. */
export async function makeNextVersion(from = ROOT): Promise<NextVersion> {
  const folder = await mkdtemp(join(tmpdir(), 'model-run-next-version-'));
  for (const part of ['server', 'openapi/generated', 'package.json']) {
    await cp(join(from, part), join(folder, part), { recursive: true });
  }
  await symlink(join(from, 'node_modules'), join(folder, 'node_modules'));
  const db = join(folder, 'server/db');
  for (const [name, sql] of Object.entries(EXPANSION)) {
    await writeFile(join(db, 'migrations', name), sql);
  }
  const grants = await readFile(join(db, 'grants.sql'), 'utf8');
  await writeFile(
    join(db, 'grants.sql'),
    `${grants}\ngrant select, insert on next_note to working_role;\n`,
  );
  return {
    folder,
    main: join(folder, 'server/main.ts'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
