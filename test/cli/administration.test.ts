import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createProgram } from '../../server/cli/index.ts';
import { createDb } from '../../server/platform/db/pool.ts';
import { startSandbox } from '../../server/sandbox/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { json, run } from '../support/program.ts';

let database: TestDatabase;
let environment: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  environment = { DATABASE_URL: database.url };
  await run(['workspaces', 'create', 'acme'], environment);
});
afterAll(() => database.drop());

const cli = (...args: string[]) => run(args, environment);

test('a workspace is suspended with a reason and resumed, each once', async () => {
  await cli('workspaces', 'create', 'debtor');
  const suspend = () => cli('workspaces', 'suspend', 'debtor', '--reason', 'June is unpaid');
  const resume = () => cli('workspaces', 'resume', 'debtor', '--reason', 'It was paid');
  expect((await suspend()).stdout).toBe('debtor creates no runs.\n');
  expect((await suspend()).stdout).toBe('debtor was suspended before.\n');
  expect((await resume()).stdout).toBe('debtor creates runs again.\n');
  expect((await resume()).stdout).toBe('debtor was not suspended.\n');
  const unnamed = await cli('workspaces', 'suspend', 'debtor', '--reason', ' ');
  expect([unnamed.code, unnamed.stderr]).toEqual([1, expect.stringContaining('1 to 500')]);
});

describe('money', () => {
  test('is written as people write it, counted exactly, and credited once per reference', async () => {
    const credit = ['wallet', 'credit', 'acme', '--reference', 'inv 1', '--amount'];
    const first = await cli(...credit, '25.000000001');
    expect(first.stdout).toContain('Credited 25.000000001 USD (in the API, 25000000001) to acme.');
    const again = await cli(...credit, '25.000000001');
    expect(again.code).toBe(0);
    expect(again.stdout).toContain('Nothing to do: inv 1 has credited 25.000000001 USD');
    const other = await cli(...credit, '25');
    expect(other).toMatchObject({ code: 1, stdout: '' });
    expect(other.stderr).toBe(
      'error: This reference has credited 25.000000001 USD before, and cannot be used for 25.00 USD.\n',
    );
    const shown = await json<{ accounts: unknown[] }>(['wallet', 'show', 'acme'], environment);
    expect(shown).toMatchObject({
      ...{ currency: 'USD', scale: 9 },
      accounts: [{ kind: 'wallet', available: 25_000_000_001 }],
    });
    expect((await cli('wallet', 'entries', 'acme')).stdout).toMatch(/top_up +25\.000000001 USD/);
  });

  test('is granted once per reference until it expires, listed with what is left, and revoked', async () => {
    await cli('workspaces', 'create', 'granted');
    const give = (expires: string, reason = 'welcome') =>
      cli(
        ...[
          'grants',
          'give',
          'granted',
          '--amount',
          '5',
          '--reference',
          'first',
          '--reason',
          reason,
        ],
        ...['--expires', expires, '--note', 'from the fair'],
      );
    const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    const given = await give(day);
    expect(given.stdout).toContain(`Gave 5.00 USD to granted until ${day}`);
    const id = /grt_\w{26}/.exec(given.stdout)![0];
    expect((await give(day)).stdout).toContain('Nothing to do: first has given 5.00 USD before.');
    expect((await give('2027-01-01T00:00:00Z', 'goodwill')).stderr).toContain(
      'has given 5.00 USD before (welcome, until ',
    );
    expect((await give(day, 'friendship')).stderr).toContain('welcome, goodwill, promotion');
    const grants = { id, reason: 'welcome', note: 'from the fair', amount: 5_000_000_000 };
    expect(await json(['grants', 'list', 'granted'], environment)).toMatchObject({
      grants: [{ ...grants, state: 'open', left: 5_000_000_000 }],
    });
    expect((await cli('grants', 'revoke', id)).stdout).toBe(
      'Took 5.00 USD; 0.00 USD had been spent.\n',
    );
    expect((await cli('grants', 'revoke', id)).stdout).toContain('Nothing to do');
    expect((await cli('grants', 'list', 'granted')).stdout).toMatch(
      /5\.00 USD +0\.00 USD +5\.00 USD +0\.00 USD.* ended /,
    );
    expect((await cli('grants', 'revoke', 'grt_x')).stderr).toBe(
      'error: There is no such grant.\n',
    );
    expect((await cli('wallet', 'entries', 'granted')).stdout).toMatch(/grant_expired +5\.00 USD/);
  });

  test('an invalid amount is refused in one line', async () => {
    const refused = await cli('wallet', 'credit', 'acme', '--amount', '1,50', '--reference', 'x');
    expect(refused).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: 1,50 is not an amount: write USD as in 25 or 25.00.\n',
    });
  });
});

describe('keys', () => {
  interface Key {
    id: string;
    key: string;
    status: string;
    credit: number | null;
    rotatedTo: string | null;
  }

  async function createKey(...options: string[]): Promise<Key> {
    const args = ['keys', 'create', 'acme', '--name', 'k', '--scope', 'models:run', ...options];
    return json<Key>(args, environment);
  }

  async function listed(id: string): Promise<Key | undefined> {
    const keys = await json<Key[]>(['keys', 'list', 'acme'], environment);
    return keys.find((key) => key.id === id);
  }

  test('a key is shown once, rotated, and revoked with its credit going back', async () => {
    await cli('wallet', 'credit', 'acme', '--amount', '10', '--reference', 'for keys');
    const created = await createKey('--credit', '5.00', '--expires-in', '30d');
    expect(created.key).toMatch(/^mrk_\w{38}$/);
    const rotated = await json<Key>(['keys', 'rotate', created.id, '--overlap', '1h'], environment);
    expect(rotated.key).not.toBe(created.key);
    expect(await listed(created.id)).toMatchObject({
      rotatedTo: rotated.id,
      credit: 5_000_000_000,
    });
    expect((await cli('keys', 'list', 'acme')).stdout).not.toContain(rotated.key);

    await cli('keys', 'revoke', created.id);
    expect(await listed(created.id)).toMatchObject({ status: 'revoked', credit: 5_000_000_000 });
    const last = await cli('keys', 'revoke', rotated.id);
    expect(last.stdout).toContain('5.00 USD went back to the wallet.');
    expect(await listed(rotated.id)).toMatchObject({ status: 'revoked', credit: 0 });
  });

  test('limits and models are set with a key, changed, and removed', async () => {
    const bounds = ['--limit-day', '5', '--models', 'openai/*', 'sandbox/echo,sandbox/slow'];
    const { id } = await createKey(...bounds);
    expect(await listed(id)).toMatchObject({
      models: ['openai/*', 'sandbox/echo', 'sandbox/slow'],
      spendingLimits: [{ period: 'day', limit: 5_000_000_000, available: 5_000_000_000 }],
    });
    expect((await cli('keys', 'list', 'acme')).stdout).toContain('5.00 USD a day');
    const changed = await cli('keys', 'limit', id, '--limit-month', '100', '--models', 'any');
    expect(changed.stdout).toMatch(/^day +5\.00 USD, of which 5\.00 USD is left until \d{4}-/m);
    expect(changed.stdout).toMatch(/^month +100\.00 USD, of which 100\.00 USD is left until/m);
    expect(changed.stdout).toMatch(/^models +any$/m);
    const args = ['keys', 'limit', id, '--limit-day', 'none'];
    const left = await json<{ spendingLimits: object[] }>(args, environment);
    expect(left.spendingLimits).toMatchObject([{ period: 'month', limit: 100_000_000_000 }]);
    const events = await database.db.query<{ detail: object }>(
      "select detail from audit_event where kind = 'key_changed' order by id",
    );
    expect(events.map(({ detail }) => detail)).toMatchObject([
      { monthLimit: 100_000_000_000, models: null },
      { dayLimit: null },
    ]);
    expect((await cli('keys', 'limit', id, '--models', 'open*')).stderr).toContain(
      'open* is neither the identifier of a model nor a prefix of some, such as openai/*.',
    );
  });

  test('credit that is not there, unknown scopes and unknown keys are named', async () => {
    const args = ['keys', 'create', 'acme', '--name', 'k', '--scope'];
    expect((await cli(...args, 'models:run', '--credit', '1000')).stderr).toMatch(
      /^error: The wallet has \S+ USD available, and the key is to get 1000\.00 USD\.\n$/,
    );
    expect((await cli(...args, 'models:all')).stderr).toContain('models:all is not a permission');
    const unborn = await cli(...args, 'models:run', 'files:run');
    expect(unborn.stderr).toContain(
      'files:run is not a permission; the permissions are billing:read, billing:write, compute:read, compute:run, customers:read, customers:write, exports:read, exports:write, keys:read, keys:write, models:read, models:run, observability:read, observability:run, prompts:read, prompts:run, tools:read, tools:run, webhooks:read, webhooks:write.',
    );
    expect((await cli('keys', 'revoke', 'key_nobody')).stderr).toContain(
      'There is no key key_nobody',
    );
    expect((await cli('keys', 'list', 'nobody')).stderr).toBe(
      'error: There is no workspace nobody.\n',
    );
  });

  test('an unknown state is refused with a list of the known ones', async () => {
    expect((await cli('runs', 'list', 'acme', '--state', 'lost')).stderr).toMatch(
      /'lost' is invalid\. Allowed choices are reserved, .*needs_reconciliation/,
    );
  });
});

describe('audit', () => {
  function expectAll(stdout: string): void {
    const checks = stdout.match(/^ *ok /gm)?.length ?? 0;
    expect(checks).toBeGreaterThan(18);
    expect(stdout).toContain(`All ${checks} checks hold.`);
  }

  test('passes with 0 and names every check', async () => {
    const { code, stdout } = await cli('audit');
    expect(code).toBe(0);
    expect(stdout).toMatch(/ok +balances +cached balances are the sums of the entries/);
    expectAll(stdout);
  });

  test('adds up the entries of closed balances again with --from-the-start', async () => {
    const { code, stdout } = await cli('audit', '--from-the-start');
    expect(code).toBe(0);
    expect(stdout).toMatch(/ok +closed +closed balances are the sums of all entries/);
    expectAll(stdout);
  });

  test('stops with 1 at the first check that fails, and names it', async () => {
    const spoilt = await createTestDatabase();
    const theirs = { DATABASE_URL: spoilt.url };
    await run(['workspaces', 'create', 'spoilt'], theirs);
    await spoilt.db.query('update account set available = 7');
    const { code, stdout } = await run(['audit'], theirs);
    expect(code).toBe(1);
    expect(stdout).toMatch(/FAILED +balances/);
    expect(stdout).toContain('cached 7 available, 0 held, 0 spent; the entries say 0, 0, 0');
    expect(stdout).not.toContain('captures');
    const report = await run(['audit', '--json'], theirs);
    expect(report.code).toBe(1);
    expect(JSON.parse(report.stdout)).toMatchObject({ ok: false });
    await spoilt.drop();
  });
});

describe('models', () => {
  test('are synced from the list that the provider publishes, and listed with prices', async () => {
    const upstream = await startSandbox({ port: 0, apiKey: 'k' });
    const theirs = {
      ...environment,
      ...{ SANDBOX: 'off', OPENROUTER_API_KEY: 'k', OPENROUTER_BASE_URL: upstream.url },
    };
    const synced = await json<{ models: number; added: number }>(['models', 'sync'], theirs);
    expect(synced.added).toBe(synced.models);
    expect(await json(['models', 'sync'], theirs)).toMatchObject({ added: 0, changed: 0 });
    expect((await run(['models', 'list'], theirs)).stdout).toMatch(
      /sandbox\/echo +openrouter +0\.0/,
    );

    // The command saves nothing if the sandbox has models of the same names.
    const clash = await run(['models', 'sync'], { ...theirs, SANDBOX: 'on' });
    expect(clash.stderr).toContain('is named by the sandbox and by the synced list of openrouter');
    await upstream.close();
    const gone = await run(['models', 'sync'], theirs);
    expect(gone).toMatchObject({ code: 1, stdout: '' });
    expect(gone.stderr).toMatch(/^error: The catalog could not be read: .+\n$/);
  });
});

describe('recover', () => {
  test('has nothing to do while the database is the known one, and settles a changed one', async () => {
    expect((await cli('recover')).stdout).toContain('Nothing to do');
    const { timeline } = await identity();
    expect(timeline).toBe(1);
    await database.db.query('update deployment set timeline = 7');
    expect((await cli('recover')).stdout).toContain('now wait for reconciliation: 0.');
    expect((await identity()).timeline).toBe(1);
  });

  async function identity() {
    const [row] = await database.db.query<{ timeline: number }>('select timeline from deployment');
    return row!;
  }
});

describe('failures are one line on standard error, with an exit code', () => {
  test.each([
    [
      'three bad variables',
      { PORT: 'x', LEASE_MS: 'y', SANDBOX: 'z' },
      /PORT .+; SANDBOX .+; LEASE_MS /,
    ],
    [
      'nobody at the address',
      { DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/d' },
      /ECONNREFUSED/,
    ],
    [
      'no such host',
      { DATABASE_URL: 'postgres://u:hunter2@nowhere.invalid/d' },
      /nowhere\.invalid/,
    ],
  ])('%s', async (_, variables, reason) => {
    const { code, stdout, stderr } = await run(['workspaces', 'list'], variables);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error: .+\n$/);
    expect(stderr).toMatch(reason);
    expect(stderr).not.toContain('hunter2');
  });

  test('a wrong password, and an old schema', async () => {
    const wrong = new URL(database.url);
    wrong.password = 'hunter2';
    const refused = await run(['audit'], { DATABASE_URL: wrong.href });
    expect(refused.stderr).toMatch(
      /^error: cannot use the database .+password authentication.+\n$/,
    );
    const { superuserUrl } = inject('postgres');
    const admin = createDb({ url: superuserUrl, max: 1, applicationName: 'test' });
    await admin.query('create database behind');
    const behind = new URL('/behind', superuserUrl).href;
    const outdated = await run(['audit'], { DATABASE_URL: behind });
    expect(outdated.stderr).toContain('is behind this version by 0001-schema');
    const migrated = await json(['migrate'], { DATABASE_URL: behind });
    expect(migrated).toMatchObject({ applied: expect.arrayContaining(['0001-schema']) });
    expect((await run(['audit'], { DATABASE_URL: behind })).code).toBe(0);
    await admin.query('drop database behind');
    await admin.close();
  });

  test('a stack is shown only to those who debug', async () => {
    const loud = await run(['workspaces', 'list'], { PORT: 'x', LOG_LEVEL: 'debug' });
    expect(loud.stderr).toContain('    at ');
    expect(loud.code).toBe(1);
  });

  test('a command that is not known, or lacks its arguments', async () => {
    const wrong = [
      ['fly'],
      ['wallet', 'credit', 'acme'],
      ['keys', 'rotate', 'k', '--overlap', '1y'],
    ];
    for (const { code, stderr } of await Promise.all(wrong.map((args) => run(args, {})))) {
      expect(code).toBe(1);
      expect(stderr).toMatch(/^error: /);
    }
  });
});

test('config shows every variable, hides secrets, and fails where one is not valid', async () => {
  const rows = await json<{ name: string }[]>(['config'], environment);
  expect(rows.find(({ name }) => name === 'DATABASE_URL')).toMatchObject({ value: '(secret)' });
  const { code, stdout, stderr } = await run(['config'], { PORT: 'x' });
  expect(code).toBe(1);
  expect(stdout).toContain('NOT VALID: must be an integer');
  expect(stderr).toMatch(/^error: The configuration is not valid: PORT/);
});

test('every command explains itself', async () => {
  const { commands: all } = await createProgram();
  const commands = all.flatMap((one) => [one, ...one.commands]);
  expect(commands.length).toBeGreaterThan(20);
  for (const command of commands) {
    expect(command.description(), command.name()).not.toBe('');
    for (const option of command.options) expect(option.description, option.flags).not.toBe('');
    const isLeaf = command.commands.length === 0;
    const isService = ['start', 'serve', 'work'].includes(command.name());
    expect(command.options.some(({ long }) => long === '--json')).toBe(isLeaf && !isService);
  }
});
