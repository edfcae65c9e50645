/** `saved-exports` on the command line, as an operator uses it for a workspace. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { json, run } from '../support/program.ts';

let database: TestDatabase;
let environment: Record<string, string>;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  environment = { DATABASE_URL: database.url };
  folder = await mkdtemp(join(tmpdir(), 'model-run-exports-'));
  await run(['workspaces', 'create', 'acme'], environment);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await database.drop();
});

const cli = (...args: string[]) => run(['saved-exports', ...args], environment);

test('an export is saved, listed, written into a file and deleted', async () => {
  const wanted = ['--dataset', 'charges', '--period', 'previous_month', '--customer', 'bakery'];
  const create = ['saved-exports', 'create', 'acme', 'For the books', ...wanted];
  const saved = await json<{ id: string }>(create, environment);
  expect(saved).toMatchObject({ name: 'For the books', format: 'csv', endUserId: 'bakery' });
  expect((await cli('list', 'acme')).stdout).toMatch(
    new RegExp(`${saved.id} +For the books +charges +csv +previous_month +bakery`),
  );
  const out = join(folder, 'charges.csv');
  const written = await cli('write', 'acme', saved.id, '--at', '2025-07-15', '--out', out);
  expect(written).toMatchObject({ code: 0 });
  expect(await readFile(out, 'utf8')).toMatch(/^\ufeffchargedAt,runId,/);
  expect((await cli('delete', 'acme', saved.id)).code).toBe(0);
  expect((await cli('list', 'acme')).stdout).toContain('There is none.');
  const gone = await cli('write', 'acme', saved.id, '--out', out);
  expect(gone.code).toBe(1);
  expect(gone.stderr).toMatch(/^error: .+\n$/);
});
