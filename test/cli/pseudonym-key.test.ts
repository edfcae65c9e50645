/** The operator takes the key of the pseudonyms out of the database, and must give it to every process from then on. */
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDeployment } from '../../server/platform/deployment/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { json, run } from '../support/program.ts';

let database: TestDatabase;
let folder: string;
let environment: Record<string, string>;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'pseudonym-key-'));
  environment = { DATABASE_URL: database.url, DATA_DIR: folder };
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

/** A command that loads all parts of the service. */
const works = (more: Record<string, string> = {}) =>
  run(['reconcile', '--dry-run'], { ...environment, ...more });

test('the key moves into a file; without it, or with another one, nothing starts', async () => {
  const before = await openDeployment(database.db);
  expect((await works()).code).toBe(0);
  const { file } = await json<{ file: string }>(['pseudonym-key', 'move'], environment);
  expect(file).toBe(join(folder, 'pseudonym.key'));
  const key = (await readFile(file, 'utf8')).trim();
  expect(key).toBe(before.secret.toString('hex'));
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const rows = await database.db.query<{ text: string }>(
    'select d::text as text from deployment d',
  );
  expect(rows[0]!.text).not.toContain(key);
  const after = await openDeployment(database.db);
  expect(after.computeName).toBe(before.computeName);

  expect((await works()).code).toBe(0);
  expect((await works({ DATA_DIR: join(folder, 'other') })).stderr).toContain(
    'was not given: PSEUDONYM_KEY',
  );
  expect((await works({ DATA_DIR: join(folder, 'other'), PSEUDONYM_KEY: key })).code).toBe(0);
  const another = await works({ PSEUDONYM_KEY: 'ab'.repeat(32) });
  expect(another.stderr).toContain('is not the one that this deployment has used');
  expect((await works({ PSEUDONYM_KEY: 'short' })).stderr).toContain(
    'must be 64 hexadecimal digits',
  );
  const wrong = join(folder, 'wrong.key');
  await writeFile(wrong, 'nothing');
  expect((await works({ PSEUDONYM_KEY_FILE: wrong })).stderr).toContain(
    'names a file whose text must be 64 hexadecimal digits',
  );
  expect((await run(['pseudonym-key', 'move'], environment)).stderr).toContain(
    'not in the database',
  );
});
