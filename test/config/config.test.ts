import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeConfig, misspelled, readConfig } from '../../server/platform/config/index.ts';
import { VARIABLES } from '../../server/platform/config/variables.ts';

test('every bad variable is named at once, and what is wrong with it', () => {
  const environment = { PORT: '80a', LEASE_MS: '5', NODE_ENV: 'prod', MAX_IN_FLIGHT: '7' };
  expect(() => readConfig(environment)).toThrow(
    'The configuration is not valid: PORT must be an integer from 0 to 65535; ' +
      'NODE_ENV must be one of development, test, production; ' +
      'LEASE_MS must be an integer from 100 to 86400000.',
  );
});

test('variables that contradict each other are named', () => {
  expect(() => readConfig({ LEASE_MS: '4000' })).toThrow(
    'CONNECT_TIMEOUT_MS must be shorter than LEASE_MS',
  );
  const downloads = (MAX_DOWNLOADS: string, MAX_DOWNLOADS_PER_WORKSPACE: string) =>
    readConfig({ MAX_DOWNLOADS, MAX_DOWNLOADS_PER_WORKSPACE }).http.downloads;
  expect(() => downloads('15', '8')).toThrow(
    'MAX_DOWNLOADS must be at least twice MAX_DOWNLOADS_PER_WORKSPACE',
  );
  expect(downloads('16', '8')).toMatchObject({ atOnce: 16, perWorkspace: 8 });
  expect(downloads('1', '1')).toMatchObject({ atOnce: 1, perWorkspace: 1 });
});

test('a secret is in no message and in no table', () => {
  const environment = {
    DATABASE_URL: 'mysql://user:hunter2@host/db',
    OPENROUTER_API_KEY: 'sk-hunter2',
  };
  expect(() => readConfig(environment)).toThrow(/^(?!.*hunter2).*DATABASE_URL must be a URL/s);
  const rows = describeConfig(environment);
  expect(JSON.stringify(rows)).not.toContain('hunter2');
  expect(rows.find(({ name }) => name === 'OPENROUTER_API_KEY')).toMatchObject({
    value: '(secret)',
    source: 'environment',
  });
});

test('a ClickHouse is a URL with a database and settings, and every fault of it is named', () => {
  const at = (CLICKHOUSE_URL: string) => readConfig({ CLICKHOUSE_URL }).observability.clickHouseUrl;
  expect(at('')).toBeUndefined();
  for (const good of [
    'http://localhost:8123',
    'https://u:p%40ss@host:8443/spans?ch_async_insert=1',
  ])
    expect(at(good)).toBe(good);
  expect(() => at('clickhouse://host')).toThrow('CLICKHOUSE_URL must be a URL such as https://');
  expect(() => at('http://u:hunter2%@host/a/b?database=x')).toThrow(
    /^(?!.*hunter2).*no path but the name of a database, may have settings .*, must have special characters/,
  );
});

test('an empty variable is an unset one', () => {
  const config = readConfig({ PORT: '', DATABASE_URL: '', SANDBOX: '' });
  expect(config.http.port).toBe(8080);
  expect(config.database.url).toBeUndefined();
  expect(config.providers.sandbox.enabled).toBe(true);
});

test('numbers are digits: what JavaScript would also read as one is refused', () => {
  for (const PORT of ['1e3', '0x10', ' 80', '8.0', '-1', '+1', '65536', 'NaN', '１２']) {
    expect(() => readConfig({ PORT }), PORT).toThrow('PORT must be an integer');
  }
});

test('the sandbox is off in production unless it is asked for', () => {
  const enabled = (environment: Record<string, string>) =>
    readConfig(environment).providers.sandbox.enabled;
  expect(enabled({})).toBe(true);
  expect(enabled({ NODE_ENV: 'production' })).toBe(false);
  expect(enabled({ NODE_ENV: 'production', SANDBOX: 'on' })).toBe(true);
  expect(enabled({ SANDBOX: 'off' })).toBe(false);
});

test('the table has every variable, its value or default, and what it does', () => {
  const rows = describeConfig({ PORT: '9000', HOST: 'x'.repeat(3) });
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(VARIABLES));
  for (const row of rows) expect(row.about).toMatch(/^[A-Z].*\.$/);
  expect(rows[0]).toEqual({
    name: 'PORT',
    value: '9000',
    source: 'environment',
    about: 'Port of the API; 0 takes any free one.',
  });
  expect(rows.find(({ name }) => name === 'DATA_DIR')).toMatchObject({
    value: '.data',
    source: 'default',
  });
});

test('trusted proxies are addresses, networks and their names', () => {
  const trusting = (TRUSTED_PROXIES: string) => readConfig({ TRUSTED_PROXIES }).http.trustedProxies;
  for (const good of ['loopback', 'loopback,10.0.0.0/8', '192.0.2.1', '2001:db8::/32'])
    expect(trusting(good)).toBe(good);
  for (const bad of ['everybody', '10.0.0.0/33', '10.0.0.0/8/8', 'loopback, 10.0.0.1', 'true'])
    expect(() => trusting(bad), bad).toThrow('TRUSTED_PROXIES must be a list');
});

test('a name that is nearly that of a variable is told with it, and refused in production', () => {
  const slips = {
    DATABASE_URLS: 'DATABASE_URL',
    DRAINMS: 'DRAIN_MS',
    DATABASE_URL_FIEL: 'DATABASE_URL_FILE',
    database_url: 'DATABASE_URL',
    MIGRATON_DATABASE_URL: 'MIGRATION_DATABASE_URL',
    MODEL_FILE: 'MODELS_FILE',
    SMTP_URI: 'SMTP_URL',
  };
  for (const [slip, meant] of Object.entries(slips)) {
    const sentence = `${slip} is not a variable of the service: did you mean ${meant}?`;
    expect(misspelled({ [slip]: 'x' })).toEqual([sentence]);
    expect(readConfig({ [slip]: 'x' }).http.port).toBe(8080);
    expect(() => readConfig({ [slip]: 'x', NODE_ENV: 'production', PORT: 'a' })).toThrow(
      /PORT must be an integer.*; \w+ is not a variable of the service/,
    );
    expect(misspelled({ [slip]: '' })).toEqual([]);
  }
});

test('production starts with a near name that is no single slip of an unset variable', () => {
  const directory = mkdtempSync(join(tmpdir(), 'near-names-'));
  const file = join(directory, 'models.json');
  writeFileSync(file, '{"providers":{"a":{"apiKeys":[{"env":"OPENROUTER_API_KEY2"}]}}}');
  const production = { NODE_ENV: 'production' };
  const starts = (environment: Record<string, string>) =>
    expect(readConfig({ ...production, ...environment }).http.port).toBe(8080);
  for (const name of ['POSTGRES_URL', 'POSTGRES_URI', 'DATABASE_PORT', 'LOGLEVEL', 'DATADIR'])
    starts({ [name]: 'x' });
  expect(misspelled({ POSTGRES_URL: 'x', POSTGRES_URI: 'x', DATABASE_PORT: 'x' })).toEqual([]);
  // Told, because each may be meant.
  expect(misspelled({ LOGLEVEL: 'x', DATADIR: 'x', DATABASE_POTS: 'x' })).toHaveLength(3);
  starts({ DATABASE_POTS: 'x' });
  const database = 'postgres://role@localhost/database';
  starts({ DATABASE_URL: database, DATABASE_URI: 'x' });
  expect(() => readConfig({ ...production, DATABASE_URI: 'x' })).toThrow(
    'did you mean DATABASE_URL?',
  );
  for (const name of ['OPENROUTER_API_KEY2', 'OPENROUTER_API_KEY2_FILE']) {
    starts({ MODELS_FILE: file, [name]: 'x' });
    expect(misspelled({ MODELS_FILE: file, [name]: 'x' })).toEqual([]);
    expect(() => readConfig({ ...production, [name]: 'x' })).toThrow(
      'did you mean OPENROUTER_API_KEY',
    );
  }
  rmSync(directory, { recursive: true });
});

test('names of other programs, and names that an operator chose, are nobody else’s business', () => {
  const others = [
    ...['PATH', 'HOME', 'HOSTNAME', 'LANG', 'TERM', 'POST', 'PORTS', 'HOSTS', 'NODE_OPTIONS'],
    ...['XDG_DATA_DIRS', 'POSTGRES_GID', 'POSTGRES_USER', 'REDIS_URL', 'OTEL_TRACES_EXPORTER'],
    ...[
      'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
      'OTEL_LOG_LEVEL',
      'OPENROUTER_API_KEY_2',
      'npm_config_port',
    ],
    ...['HTTP_PROXY', 'SSL_CERT_FILE', 'KUBERNETES_PORT', 'CREDENTIALS_DIRECTORY', 'INVOCATION_ID'],
  ];
  const environment = Object.fromEntries(others.map((name) => [name, 'x']));
  expect(misspelled({ ...environment, PROBES_PORT: 'tcp://10.0.0.1:80' })).toEqual([]);
  expect(misspelled(Object.fromEntries(Object.keys(VARIABLES).map((name) => [name, 'x'])))).toEqual(
    [],
  );
});

test('a process that serves names files that cannot be read and one port for two things, all at once', () => {
  const environment = {
    ...{ PORT: '9000', PROBE_PORT: '9000', MODELS_FILE: '/nowhere/models.json' },
    ...{ TOOLS_FILE: '/nowhere/tools.json', COMPUTE_FILE: '/nowhere/compute.json' },
  };
  expect(() => readConfig(environment, { api: true })).toThrow(
    'The configuration is not valid: PROBE_PORT and PORT are both 9000: probes need a port of their own; ' +
      'MODELS_FILE names /nowhere/models.json, which cannot be read (ENOENT); ' +
      'TOOLS_FILE names /nowhere/tools.json, which cannot be read (ENOENT); ' +
      'COMPUTE_FILE names /nowhere/compute.json, which cannot be read (ENOENT).',
  );
  // A worker has no API, and commands write these files.
  expect(readConfig({ PORT: '9000', PROBE_PORT: '9000' }, { api: false }).http.port).toBe(9000);
  expect(readConfig(environment).http.port).toBe(9000);
  expect(readConfig({ PORT: '0', PROBE_PORT: '0' }, { api: true }).http.port).toBe(0);
});

test.each([
  'postgres://user:p%40ss@one:5432,two:5432/runs',
  'postgres://one,two/runs?target_session_attrs=read-write',
  'postgresql://user@/runs?host=one,two',
])('a URL with several hosts says that they are not supported: %s', (DATABASE_URL) => {
  expect(() => readConfig({ DATABASE_URL })).toThrow(
    /DATABASE_URL names several hosts, which is not supported, and neither is target_session_attrs/,
  );
  const one = 'postgres://user:a,b@one:5432/runs?options=-c%20search_path%3Da,b';
  expect(readConfig({ DATABASE_URL: one }).database.url).toBe(one);
});
