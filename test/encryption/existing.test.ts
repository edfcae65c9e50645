/** The service reads what was saved before there was a key, and replaces it with encrypted text while it works. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultsInBooks } from '../support/books.ts';
import { dumpOf } from '../support/dump.ts';
import { json, run } from '../support/program.ts';
import { startService, type Tenant, type TestService, unique } from '../support/service.ts';
import {
  expectReadable,
  expectReplays,
  operatorKey,
  type SavedContent,
  sayEverywhere,
} from './fixtures.ts';

const KEY = operatorKey('only');

let plain: TestService;
let tenant: Tenant;
let before: SavedContent;
beforeAll(async () => {
  plain = await startService();
  tenant = await plain.tenant();
  before = await sayEverywhere(tenant, unique('canary'));
});
afterAll(() => plain.close());

const dumped = async (text: string) =>
  (await dumpOf(plain.database)).filter((row) => row.includes(text));
const withKey = (more: Record<string, string> = {}) =>
  startService({
    ...{ parts: ['api'], database: plain.database, environment: { CONTENT_KEYS: KEY, ...more } },
  });

test('plain text is read with a key, and is replaced by encrypted text; a second time there is nothing to do', async () => {
  expect((await dumped(before.canary)).length).toBeGreaterThan(6);
  const service = await withKey();
  try {
    await expectReadable(service, tenant, before);
    await expectReplays(service, tenant, before);
    const environment = { DATABASE_URL: plain.database.url, CONTENT_KEYS: KEY };
    const off = { ...environment, CONTENT_ENCRYPTION: 'off' };
    expect((await run(['encryption', 'encrypt'], off)).stderr).toContain(
      'CONTENT_ENCRYPTION is off',
    );
    const done = await json<{ rows: number }[]>(['encryption', 'encrypt'], environment);
    for (const { rows } of done) expect(rows).toBeGreaterThan(0);
    expect(await dumped(before.canary)).toEqual([]);
    const again = await json<{ rows: number }[]>(['encryption', 'encrypt'], environment);
    for (const { rows } of again) expect(rows).toBe(0);
    await expectReadable(service, tenant, before);
    await expectReplays(service, tenant, before);
    expect(await faultsInBooks(plain.database.db)).toEqual([]);
    const shown = await run(['encryption', 'status'], environment);
    expect(shown.stdout).toMatch(/requests and answers of runs +0 +\d+ under only/);
  } finally {
    await service.close();
  }
});

test('a text of a caller that begins like an encrypted one is read as it is', async () => {
  const words = `encrypted:1:0123abcd:${unique('x')}`;
  const other = await plain.tenant();
  const content = await sayEverywhere(other, words);
  await expectReadable(plain, other, content);
  const service = await withKey({ CONTENT_ENCRYPTION: 'off' });
  try {
    await expectReadable(service, other, content);
  } finally {
    await service.close();
  }
});
