import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeConfig, readConfig } from '../../server/platform/config/index.ts';
import { VARIABLES, type Variable } from '../../server/platform/config/variables.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'model-run-secrets-'));
});
afterAll(() => rm(folder, { recursive: true }));

const SECRETS = Object.entries(VARIABLES as Record<string, Variable>)
  .filter(([, { secret }]) => secret)
  .map(([name]) => name);

async function fileOf(text: string): Promise<string> {
  const path = join(folder, `secret-${Math.random()}`);
  await writeFile(path, text);
  return path;
}

/** A valid value of each, with the other settings that it needs. */
const VALUE = 'https://user:hunter2@host/name';
const DATABASE = 'postgres://user:hunter2@host/name';
const GOOD: Record<string, { text: string; more?: Record<string, string> }> = {
  DATABASE_URL: { text: DATABASE },
  MIGRATION_DATABASE_URL: { text: DATABASE, more: { DATABASE_URL: DATABASE } },
  DATABASE_LISTEN_URL: { text: DATABASE, more: { DATABASE_URL: DATABASE } },
  OPENROUTER_API_KEY: { text: 'hunter2' },
  CLICKHOUSE_URL: { text: VALUE },
  OTEL_EXPORTER_OTLP_HEADERS: {
    text: 'authorization=hunter2',
    more: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' },
  },
  RATE_LIMIT_URL: { text: 'redis://user:hunter2@host' },
  CONTENT_KEYS: { text: `2026-11:${Buffer.from('hunter2'.padEnd(32)).toString('base64')}` },
  PSEUDONYM_KEY: { text: 'abcd'.repeat(16) },
  SMTP_URL: {
    text: 'smtp://user:hunter2@mail.example.com:587',
    more: { MAIL_FROM: 'runs@example.com', PUBLIC_URL: 'https://runs.example.com' },
  },
  STRIPE_SECRET_KEY: {
    text: 'hunter2',
    more: { STRIPE_WEBHOOK_SECRET: 'whsec_1', PUBLIC_URL: 'https://runs.example.com' },
  },
  STRIPE_WEBHOOK_SECRET: {
    text: 'hunter2',
    more: { STRIPE_SECRET_KEY: 'sk_test_1', PUBLIC_URL: 'https://runs.example.com' },
  },
  CAPTCHA_SECRET: {
    text: 'hunter2',
    more: {
      ...{ SIGN_UP: 'open', TERMS_URL: 'https://example.com/terms', CAPTCHA_SITE_KEY: 'key' },
      CAPTCHA_VERIFY_URL: 'https://api.hcaptcha.com/siteverify',
    },
  },
  OIDC_CLIENT_SECRET: {
    text: 'hunter2',
    more: { OIDC_ISSUER: 'https://id', OIDC_CLIENT_ID: 'id', OIDC_NAME: 'Id' },
  },
};

/** Except for a command's environment, which has the names of files. */
function textOf(environment: Record<string, string>): string {
  const { database, ...config } = readConfig(environment);
  const { passwords: _, ...rest } = database;
  return JSON.stringify({ ...config, database: rest });
}

describe.each(SECRETS)('%s in a file', (name) => {
  const { text = '', more = {} } = GOOD[name] ?? {};
  const secret = text.includes('hunter2') ? 'hunter2' : text;

  test('is the same as in the environment, with or without a line end', async () => {
    const inEnvironment = textOf({ ...more, [name]: text });
    expect(inEnvironment).toContain(secret);
    for (const end of ['', '\n', '\r\n']) {
      const environment = { ...more, [`${name}_FILE`]: await fileOf(text + end) };
      expect(textOf(environment)).toBe(inEnvironment);
      const row = describeConfig(environment).find((each) => each.name === name);
      expect(row).toMatchObject({ value: '(secret)', source: 'file' });
      expect(row).not.toHaveProperty('fault');
    }
  });

  test('and in the environment as well is a fault', async () => {
    const environment = { ...more, [name]: text, [`${name}_FILE`]: await fileOf(text) };
    expect(() => readConfig(environment)).toThrow(
      `The configuration is not valid: ${name} and ${name}_FILE are both set: unset one.`,
    );
  });

  test('that is missing, a folder or empty is a fault', async () => {
    const reading = (path: string) => () => readConfig({ ...more, [`${name}_FILE`]: path });
    expect(reading('/nowhere/secret')).toThrow(
      `${name}_FILE names a file that cannot be read (ENOENT)`,
    );
    expect(reading(folder)).toThrow(`${name}_FILE names a file that cannot be read (EISDIR)`);
    expect(reading(await fileOf('\n'))).toThrow(`${name}_FILE names an empty file`);
    const rows = describeConfig({ [`${name}_FILE`]: '/nowhere/secret' });
    expect(rows.find((row) => row.name === name)?.fault).toBe(
      `${name}_FILE names a file that cannot be read (ENOENT)`,
    );
  });
});

test('the text of a file is validated like the variable, and never shown', async () => {
  const path = await fileOf('mysql://user:hunter2@host/db');
  const read = () => readConfig({ DATABASE_URL_FILE: path });
  expect(read).toThrow('DATABASE_URL_FILE names a file whose text must be a URL such as postgres');
  expect(read).toThrow(/^(?!.*hunter2)/s);
});

test('a file that changes is read again, and one that cannot be read leaves what was read', async () => {
  const path = await fileOf('postgres://user:first@host/db');
  const { database } = readConfig({ DATABASE_URL_FILE: path });
  expect(database.now.url?.()).toBe('postgres://user:first@host/db');
  await writeFile(path, 'postgres://user:second@host/db');
  expect(database.now.url?.()).toBe('postgres://user:second@host/db');
  await rm(path);
  expect(database.now.url?.()).toBe('postgres://user:second@host/db');
});

test('the keys of servers in the models file can be in files too', async () => {
  const path = await fileOf('hunter2\n');
  const { providers } = readConfig({ LOCAL_KEY_FILE: path });
  expect(providers.secret('LOCAL_KEY')).toBe('hunter2');
  expect(providers.secret('OTHER_KEY')).toBeUndefined();
});

describe('a pooler', () => {
  const isPooled = (more: Record<string, string>) =>
    readConfig({ DATABASE_URL: DATABASE, ...more }).database.isPooled;

  test('is assumed if DATABASE_LISTEN_URL is set', () => {
    expect(isPooled({})).toBe(false);
    expect(isPooled({ DATABASE_LISTEN_URL: DATABASE })).toBe(true);
    expect(isPooled({ DATABASE_LISTEN_URL: DATABASE, DATABASE_POOLER: 'none' })).toBe(false);
  });

  test('without a direct connection is refused, and so is a direct connection alone', () => {
    expect(() => isPooled({ DATABASE_POOLER: 'transaction' })).toThrow(
      /DATABASE_POOLER=transaction needs DATABASE_LISTEN_URL, .+ no notifications/,
    );
    expect(() => readConfig({ DATABASE_LISTEN_URL: DATABASE })).toThrow(
      'DATABASE_LISTEN_URL needs DATABASE_URL',
    );
  });
});

test('the command for passwords gets no secret of ours', () => {
  const environment = { DATABASE_URL: DATABASE, OPENROUTER_API_KEY: 'hunter2', AWS_REGION: 'r' };
  const { passwords } = readConfig({ ...environment, DATABASE_PASSWORD_COMMAND: 'token' }).database;
  expect(passwords.command).toBe('token');
  expect(passwords.environment).toEqual({ AWS_REGION: 'r', DATABASE_PASSWORD_COMMAND: 'token' });
});
