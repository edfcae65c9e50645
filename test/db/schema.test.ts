/**
 * `schema.sql` is the schema of record: the migrations of a version make the same database as its `schema.sql` and its
 * functions. The next version of the test is a synthetic one.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFunctions } from '../../server/platform/db/migrate.ts';
import {
  asOwner,
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../support/postgres.ts';
import { runProcess } from '../support/program.ts';
import { ROOT } from '../support/sources.ts';
import { makeNextVersion, type NextVersion } from '../upgrade/next-version.ts';
import { describeSchema } from './describe-schema.ts';

let next: NextVersion;
let migratedNext: string;
beforeAll(async () => {
  next = await makeNextVersion();
  migratedNext = await describedAndDropped(
    await createTestDatabase(),
    async ({ url, ownerUrl }) => {
      const environment = { DATABASE_URL: url, MIGRATION_DATABASE_URL: ownerUrl };
      const { code, stderr } = await runProcess(['migrate'], environment, next.main);
      expect(code, stderr).toBe(0);
    },
  );
});
afterAll(() => next.remove());

describe('the migrations make the database of schema.sql', () => {
  it('in this version', async () => {
    expect(await describedAndDropped(await createTestDatabase())).toBe(await ofRecord(ROOT));
  });

  it('in a next version that changes both', async () => {
    expect(migratedNext).toBe(await ofRecord(next.folder));
  });

  it.each([
    ['another column', 'noted text,', 'noted text not null,'],
    ['no index', 'create index run_noted on run (noted);', ''],
    ['another table', 'create table next_note', 'create table note'],
  ])('or the difference is found: %s', async (_, part, changed) => {
    const other = await ofRecord(next.folder, (schema) => {
      expect(schema).toContain(part);
      return schema.replace(part, changed);
    });
    expect(other).not.toBe(migratedNext);
  });
});

/** The database that `schema.sql` and the functions of a version make. */
async function ofRecord(folder: string, change = (schema: string) => schema): Promise<string> {
  const db = join(folder, 'server/platform/db');
  const schema = change(await readFile(join(db, 'schema.sql'), 'utf8'));
  const functions = await readFunctions(join(db, 'functions'));
  return describedAndDropped(await createEmptyDatabase(), (database) =>
    asOwner(database, async (owner) => {
      await owner.query('set check_function_bodies = off');
      for (const { sql } of functions) await owner.query(sql);
      await owner.query(schema);
    }),
  );
}

async function describedAndDropped(
  database: TestDatabase,
  change?: (database: TestDatabase) => Promise<void>,
): Promise<string> {
  await change?.(database);
  return describeSchema(database.db).finally(database.drop);
}
