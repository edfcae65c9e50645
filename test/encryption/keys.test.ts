/** The operator's keys as configured, and data keys that a database has lost. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../../server/platform/config/index.ts';
import { createContentCipher } from '../../server/platform/db/encryption/cipher.ts';
import { createDataKeys } from '../../server/platform/db/encryption/data-keys.ts';
import { createKeyring } from '../../server/platform/db/encryption/index.ts';
import { asOwner, createTestDatabase } from '../support/postgres.ts';
import { startService, unique } from '../support/service.ts';
import { expectReadable, operatorKey, sayEverywhere } from './fixtures.ts';

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

test('keys are separated by commas or lines, the first is the current one, and an error shows no key', () => {
  const keys = [operatorKey('2026-11'), operatorKey('b')];
  for (const text of [keys.join(','), `${keys.join('\n')}\n`, keys.join('\r\n')]) {
    const keyring = createKeyring(() => text);
    expect(keyring.current().id).toBe('2026-11');
    expect(keyring.find('b')?.id).toBe('b');
    expect(keyring.find('c')).toBeUndefined();
  }
  const secret = operatorKey('a').slice(2);
  for (const [text, fault] of [
    ['nothing', 'must be id:key by commas'],
    [`a:${secret.slice(4)}`, 'must be id:key by commas'],
    [`A b:${secret}`, 'must be id:key by commas'],
    [`a:${secret},a:${secret}`, 'has two keys with the id a'],
  ] as const) {
    const read = () => readConfig({ CONTENT_KEYS: text, PORT: 'x' });
    // With every other fault at once.
    expect(read).toThrow(fault);
    expect(read).toThrow('PORT');
    expect(read).toThrow(new RegExp(`^(?!.*${secret.slice(4, 20).replaceAll('+', '\\+')})`, 's'));
  }
  expect(() => readConfig({ CONTENT_ENCRYPTION: 'on' })).toThrow('needs CONTENT_KEYS');
  expect(readConfig({}).encryption.isOn).toBe(false);
});

test('a file that changes gives its keys to a process at work; a broken one changes nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'content-keys-'));
  closing.push(() => rm(folder, { recursive: true }));
  const path = join(folder, 'keys');
  const [first, second] = [operatorKey('first'), operatorKey('second')];
  await writeFile(path, first);
  const { keysNow } = readConfig({ CONTENT_KEYS_FILE: path }).encryption;
  const keyring = createKeyring(keysNow);
  expect(keyring.current().id).toBe('first');
  await writeFile(path, 'half of a ke');
  await writeFile(path, `${second}\n${first}\n`);
  await expect.poll(() => keyring.current().id).toBe('second');
  expect(keyring.find('first')).toBeDefined();
  await writeFile(path, 'half of a ke');
  await expect.poll(keysNow).toBe('half of a ke');
  expect(keyring.current().id).toBe('second');
});

test('data keys that a database has lost are saved again by the processes that have them', async () => {
  const environment = { CONTENT_KEYS: operatorKey('only') };
  const service = await startService({ environment });
  closing.push(() => service.close());
  const tenant = await service.tenant();
  const content = await sayEverywhere(tenant, unique('canary'));
  const { database } = service;
  await asOwner(database, (owner) => owner.query('delete from content_key'));
  // As a failover would.
  await database.db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'model-run listener'`,
  );
  const count = async () => (await database.db.query('select from content_key')).length;
  await expect.poll(count).toBe(2);
  const other = await startService({ parts: ['api'], database, environment });
  closing.push(() => other.close());
  await expectReadable(other, tenant, content);
});

test('once a process has used its data keys, it does not read them again', async () => {
  const database = await createTestDatabase();
  closing.push(() => database.drop());
  let statements = 0;
  const counting = {
    cipher: database.db.cipher,
    query: <Row>(...args: Parameters<typeof database.db.query>) => {
      statements += 1;
      return database.db.query<Row>(...args);
    },
  };
  const keys = operatorKey('only');
  const keyring = createKeyring(() => keys);
  const cipher = createContentCipher(createDataKeys(counting, keyring), true);
  const workspace = crypto.randomUUID();
  const cell = { workspace, location: 'here', text: 'words' };
  const save = async () => {
    const [encrypted, ...more] = await cipher.encrypt([cell, cell]);
    await cipher.keyedHash(workspace, Buffer.alloc(32));
    expect(await cipher.decryptEach([{ ...cell, text: encrypted! }])).toEqual(['words']);
    expect(more).not.toContain(encrypted);
  };
  await Promise.all([save(), save(), save()]);
  expect(statements).toBe(4);
  for (let i = 0; i < 100; i += 1) await save();
  expect(statements).toBe(4);
});
