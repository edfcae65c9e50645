/** With a key of the operator, the database has no content as plain text, and the service reads all of it as before. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { faultsInBooks } from '../support/books.ts';
import { dumpOf } from '../support/dump.ts';
import { json, run } from '../support/program.ts';
import { startService, type Tenant, type TestService, unique } from '../support/service.ts';
import { expectReadable, expectReplays, operatorKey, sayEverywhere } from './fixtures.ts';

const FIRST = operatorKey('first');
const SECOND = operatorKey('second');

let service: TestService;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService({ environment: { CONTENT_KEYS: FIRST } });
  tenant = await service.tenant();
});
afterAll(() => service.close());

const dumped = async (text: string) =>
  (await dumpOf(service.database)).filter((row) => row.includes(text));
const command = (keys: string, more: object = {}) => ({
  ...{ DATABASE_URL: service.database.url, CONTENT_KEYS: keys },
  ...more,
});

interface Status {
  dataKeys: { key: string; dataKeys: number }[];
  content: { content: string; plain: number; encrypted: { key: string; texts: number }[] }[];
}

test('content of every kind is in no row of the database, and the API gives it', async () => {
  const content = await sayEverywhere(tenant, unique('canary'));
  expect(await dumped(content.canary)).toEqual([]);
  await expectReadable(service, tenant, content);
  await expectReplays(service, tenant, content);
  expect(await faultsInBooks(service.database.db)).toEqual([]);
  const other = await startService({
    ...{ parts: ['api'], database: service.database, environment: { CONTENT_KEYS: FIRST } },
  });
  try {
    await expectReadable(other, tenant, content);
    await expectReplays(other, tenant, content);
  } finally {
    await other.close();
  }
  const status = await json<Status>(['encryption', 'status'], command(FIRST));
  expect(status).toMatchObject({ on: true, currentKey: 'first' });
  for (const { plain, encrypted } of status.content) {
    expect(plain).toBe(0);
    expect(encrypted).toEqual([{ key: 'first', texts: expect.any(Number) }]);
  }
});

test('an end user is given out as before, and erased', async () => {
  const alone = await service.tenant();
  const { canary } = await sayEverywhere(alone, unique('canary'));
  const folder = await mkdtemp(join(tmpdir(), 'encryption-'));
  const out = join(folder, 'end-user.jsonl');
  const named = [uuidToId('wsp', alone.workspace), 'somebody'];
  await json(['end-users', 'export', ...named, '--out', out], command(FIRST));
  const exported = await readFile(out, 'utf8');
  await rm(folder, { recursive: true });
  for (const words of ['asks', 'span input', 'span output', 'attribute', 'event', 'said so']) {
    expect(exported).toContain(`${canary} ${words}`);
  }
  expect(exported).toContain(Buffer.from(`${canary} log\n`).toString('base64'));
  expect(exported).not.toContain('encrypted:1:');
  expect(await json(['end-users', 'erase', ...named], command(FIRST))).toMatchObject({ runs: 2 });
  expect(await faultsInBooks(service.database.db)).toEqual([]);
});

test('a text that was moved to another run is refused with 500, and does not affect the others', async () => {
  const content = await sayEverywhere(tenant, unique('canary'));
  const moved = await sayEverywhere(tenant, unique('canary'));
  const uuidOf = async (canary: string, requestKey: string) => {
    const [row] = await service.database.db.query<{ run: string }>(
      'select run from request_key where workspace = $1 and idempotency_key = $2',
      [tenant.workspace, requestKey],
    );
    expect(row, canary).toBeDefined();
    return row!.run;
  };
  const from = await uuidOf(content.canary, content.requestKey);
  const to = await uuidOf(moved.canary, moved.requestKey);
  await service.database.db.query(
    `update run_payload p set response = f.response from run_payload f
     where f.workspace = $1 and f.run = $2 and p.workspace = $1 and p.run = $3`,
    [tenant.workspace, from, to],
  );
  const other = await startService({
    ...{ parts: ['api'], database: service.database, environment: { CONTENT_KEYS: FIRST } },
  });
  try {
    const key = tenant.key.key;
    const paths = [moved.modelRun, content.modelRun].map((id) => `/v1/developer/model-runs/${id}`);
    const [refused, read] = await Promise.all(paths.map((path) => other.send({ path, key })));
    expect(refused!.status).toBe(500);
    expect(refused!.text).not.toContain(content.canary);
    expect(read!.status).toBe(200);
  } finally {
    await other.close();
  }
});

test('without the key, or with another one of its name, nothing starts, and the fault names it', async () => {
  const works = (environment: Record<string, string>) =>
    run(['reconcile', '--dry-run'], { DATABASE_URL: service.database.url, ...environment });
  expect((await works({ CONTENT_KEYS: FIRST })).code).toBe(0);
  const none = await works({});
  expect(none.code).toBe(1);
  expect(none.stderr).toContain('the key "first", which is not in CONTENT_KEYS');
  const wrong = await works({ CONTENT_KEYS: operatorKey('first') });
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toContain('"first" in CONTENT_KEYS or CONTENT_KEYS_FILE is not the one');
  await expect(startService({ database: service.database })).rejects.toThrow('the key "first"');
  // With encryption off, the service still reads encrypted content.
  expect((await works({ CONTENT_KEYS: FIRST, CONTENT_ENCRYPTION: 'off' })).code).toBe(0);
});

test('keys rotate while runs are under way, and the old one is needed no more', async () => {
  const content = await sayEverywhere(tenant, unique('canary'));
  const rotating = await startService({
    database: service.database,
    environment: { CONTENT_KEYS: `${SECOND},${FIRST}` },
  });
  const running = (async () => {
    const found = [];
    for (let i = 0; i < 3; i += 1) found.push(await sayEverywhere(tenant, unique('canary')));
    return found;
  })();
  const both = command(`${SECOND},${FIRST}`);
  const rotated = await json<{ key: string; rewrapped: number }>(['encryption', 'rotate'], both);
  expect(rotated.key).toBe('second');
  expect(rotated.rewrapped).toBeGreaterThan(0);
  const others = await running;
  // Another process with the first key in front may meanwhile have made one.
  await json(['encryption', 'rotate'], both);
  await rotating.close();
  expect((await run(['reconcile', '--dry-run'], command(FIRST))).code).toBe(1);
  const after = await startService({
    ...{ parts: ['api'], database: service.database, environment: { CONTENT_KEYS: SECOND } },
  });
  try {
    for (const each of [content, ...others]) {
      expect(await dumped(each.canary)).toEqual([]);
      await expectReadable(after, tenant, each);
      await expectReplays(after, tenant, each);
    }
  } finally {
    await after.close();
  }
  const status = await json<Status>(['encryption', 'status'], command(SECOND));
  expect(status.dataKeys.map(({ key }) => key)).toEqual(['second']);
  expect(await faultsInBooks(service.database.db)).toEqual([]);
});
