import { execFile } from 'node:child_process';
import { lstat, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { banner, keepSecret } from '../../server/cli/first-start.ts';

import { clusterPath } from '../../server/platform/db/embedded/cluster.ts';
import { findServer } from '../../server/platform/db/embedded/control.ts';
import { idToUuid } from '../../server/platform/lib/ids.ts';
import {
  json,
  launch,
  type Running,
  runProcess,
  SOURCES,
  temporaryData,
} from '../support/program.ts';

const dataDir = await temporaryData();
const environment = {
  ...{ DATA_DIR: dataDir, PORT: '0' },
  ...{ SWEEP_INTERVAL_MS: '100', LEASE_MS: '1500', CONNECT_TIMEOUT_MS: '1000' },
};

/** A process sends a claimed run under this lease, even if the machine stalls for a while. */
const PATIENT = { LEASE_MS: '5000', DRAIN_MS: '60000' };

interface Run {
  id: string;
  state: string;
  text?: string;
}

interface Api {
  program: Running;
  /** Its whole output until it was ready. */
  output: string;
  url: string;
}

async function start(more: Record<string, string> = {}, main?: string): Promise<Api> {
  const program = launch(['start'], { ...environment, ...more }, main);
  const output = await program.until(/Ctrl-C stops/);
  return { program, output, url: /http:\/\/localhost:\d+/.exec(output)?.[0] ?? '' };
}

async function stop({ program }: Api, signal: NodeJS.Signals = 'SIGINT') {
  program.process.kill(signal);
  return program.ended;
}

let key: string;

function call(api: Api, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { Authorization: `Bearer ${key}`, ...init.headers };
  return fetch(`${api.url}/v1/developer/model-runs${path}`, { ...init, headers });
}

async function create(api: Api, model: string, wait = 0): Promise<Run> {
  const response = await call(api, '', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Idempotency-Key': crypto.randomUUID(),
      ...(wait > 0 ? { Prefer: `wait=${wait}` } : {}),
    },
    body: JSON.stringify({
      model,
      messages: [{ role: 'user', content: 'hi' }],
      maxOutputTokens: 50,
    }),
  });
  expect(response.ok).toBe(true);
  return (await response.json()) as Run;
}

async function waitFor(api: Api, id: string): Promise<Run> {
  for (;;) {
    const response = await call(api, `/${id}`, { headers: { Prefer: 'wait=10' } });
    const found = (await response.json()) as Run;
    if (['completed', 'failed'].includes(found.state)) return found;
  }
}

function postgresProcess() {
  return findServer(clusterPath(join(dataDir, 'postgresql')));
}

describe('the life of a data folder', () => {
  test('the first start keeps a key and a link out of its log, in files (0600) that it names', async () => {
    const api = await start({}, SOURCES);
    expect(api.output).toContain(
      'This is the first start: the workspace "demo" was made, with 10.00 USD',
    );
    expect(api.output).not.toMatch(/mrk_\w{10}|#token/);
    const [keyFile, linkFile] = ['first-key.txt', 'owner-link.txt'].map((name) =>
      join(dataDir, name),
    );
    for (const file of [keyFile!, linkFile!]) {
      expect(api.output).toContain(`  ${file}\n`);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
    }
    expect(await readFile(linkFile!, 'utf8')).toMatch(/^http:\S+\/dashboard\S*#token=\S+\n$/);
    const kept = await readFile(keyFile!, 'utf8');
    key = /mrk_\w{38}/.exec(kept)?.[0] ?? '';
    const commands = /^export MODEL_RUN_BASE_URL=[\s\S]+?\}'$/m.exec(kept)?.[0] ?? '';
    for (const replayed of [null, 'true']) {
      const response = await paste(commands.replace(/^Try it.*$/m, ''));
      expect(response.status).toBe(200);
      expect(response.headers.get('idempotent-replayed')).toBe(replayed);
      expect(await response.json()).toMatchObject({ state: 'completed', text: 'Hello, ledger!' });
    }
    expect((await stop(api)).code).toBe(0);
    expect(await postgresProcess()).toBeUndefined();
  });

  test('a second start keeps everything, makes nothing, and says how to get another key', async () => {
    const api = await start();
    expect(api.output).not.toContain('mrk_');
    expect(api.output).toContain('npm run cli -- keys create demo');
    expect(await (await call(api, '?limit=5')).json()).toMatchObject({
      data: [{ state: 'completed', model: 'sandbox/echo' }],
    });

    // While the service runs, commands work, but another start does not.
    const [shown, audited, second] = await Promise.all([
      json<{ accounts: { spent: number }[] }>(['wallet', 'show', 'demo'], environment),
      runProcess(['audit'], environment),
      runProcess(['start'], environment),
    ]);
    expect(shown.accounts[0]?.spent).toBeGreaterThan(0);
    expect(audited.code, audited.stdout + audited.stderr).toBe(0);
    expect(second.code).toBe(1);
    expect(second.stderr).toMatch(/error: the data folder .+ is in use by another process\n$/);

    // One Ctrl-C, delivered twice.
    api.program.process.kill('SIGINT');
    api.program.process.kill('SIGINT');
    expect((await api.program.ended).code).toBe(0);
    expect(await postgresProcess()).toBeUndefined();
  });

  test('commands work while nothing runs, and leave nothing running', async () => {
    const [runs, audited] = await Promise.all([
      json<{ runs: Run[] }>(['runs', 'list', 'demo'], environment),
      runProcess(['audit'], environment),
    ]);
    expect(audited.code, audited.stdout + audited.stderr).toBe(0);
    const [first] = runs.runs;
    const shown = await runProcess(['runs', 'show', first!.id], environment);
    expect(shown.stdout).toMatch(/hold[\s\S]+capture_provider[\s\S]+capture_fee[\s\S]+release/);
    expect(shown.stdout).toContain('Hello, ledger!');
    expect(shown.stdout).toMatch(/\nreserved +\S+ \S+\nsubmitting +\S+ \S+\ncompleted /);
    expect(shown.stdout).toMatch(/\nprovider reference +gen-/);
    const line = /\nuuid in the log +(\S+)\n/.exec(shown.stdout);
    expect(line?.[1]).toBe(idToUuid('run', first!.id));
    expect(await postgresProcess()).toBeUndefined();
  });

  test('a stop lets a run under way end, and answers who waits for it', async () => {
    const api = await start(PATIENT);
    const { id } = await create(api, 'sandbox/slow');
    await untilSent(api, id);
    const waiting = waitOnce(api, id);
    await sleep(500);
    const { code, stderr } = await stop(api, 'SIGTERM');
    expect(code).toBe(0);
    expect(stderr).toContain('stopping');
    expect((await waiting).state).toMatch(/^(submitting|completed)$/);
    const shown = await json<Run>(['runs', 'show', id], environment);
    expect(shown.state).toBe('completed');
  });

  test('a later second Ctrl-C stops at once; the next start settles what was under way', async () => {
    const api = await start(PATIENT);
    const { id } = await create(api, 'sandbox/slow');
    await untilSent(api, id);
    api.program.process.kill('SIGINT');
    await api.program.until(/stopping: what is under way may end/);
    await sleep(1_200);
    const { code } = await stop(api);
    expect(code).toBe(130);
    expect(await postgresProcess()).toBeUndefined();

    const next = await start();
    expect((await waitFor(next, id)).state).toBe('failed');

    // After a kill -9, which leaves PostgreSQL running, a start simply works.
    next.program.process.kill('SIGKILL');
    await next.program.ended;
    expect(await postgresProcess()).toBeDefined();
    const last = await start();
    expect((await create(last, 'sandbox/echo', 10)).state).toBe('completed');
    expect((await stop(last)).code).toBe(0);
    expect((await runProcess(['audit'], environment)).code).toBe(0);
  });
});

describe('the key and the link of the first start', () => {
  const greeting = {
    ...{ kind: 'first' as const, workspace: 'demo', credit: '10.00 USD', key: 'mrk_shown' },
    ...{ model: 'sandbox/echo', join: '/dashboard/join#token=shown' },
  };
  const screen = { command: 'start', location: '.data', url: 'http://localhost:1', greeting };

  test('are shown in a terminal, with a command that can be pasted', () => {
    const text = banner(screen);
    expect(text).toMatch(/^ +export MODEL_RUN_BASE_URL=http:\/\/localhost:1$/m);
    expect(text).toMatch(/^ +export MODEL_RUN_KEY=mrk_shown$/m);
    expect(text).toMatch(/^ +-H "Authorization: Bearer \$MODEL_RUN_KEY" \\$/m);
    expect(text).toMatch(/^ +http:\/\/localhost:1\/dashboard\/join#token=shown$/m);
  });

  test('are not shown if no file can be made for them; the output says how to get others', async () => {
    const key = await keepSecret('/proc/no-such-folder', 'first-key.txt', 'mrk_shown');
    expect(key).toHaveProperty('reason');
    const text = banner({ ...screen, kept: { key, link: key } });
    expect(text).not.toContain('shown');
    expect(text).toContain('npm run cli -- keys create demo');
    expect(text).toContain('npm run cli -- members invite demo --role owner');
  });

  test('replace a file or link that somebody has left at their path', async () => {
    const [victim, path] = [join(dataDir, 'victim'), join(dataDir, 'planted.txt')];
    await writeFile(victim, 'theirs');
    await symlink(victim, path);
    expect(await keepSecret(dataDir, 'planted.txt', 'ours')).toEqual({ path });
    expect(await readFile(victim, 'utf8')).toBe('theirs');
    expect((await lstat(path)).mode & 0o777).toBe(0o600);
  });
});

test('every command loads from the sources, and the help names it', async () => {
  const { code, stdout } = await runProcess(['--help'], environment, SOURCES);
  expect(code).toBe(0);
  for (const command of ['start', 'serve', 'work', 'keys', 'audit', 'recover']) {
    expect(stdout).toMatch(new RegExp(`^  ${command}\\b`, 'm'));
  }
});

describe('serve and work', () => {
  test('need a database that they can share', async () => {
    for (const command of ['serve', 'work']) {
      const { code, stderr } = await runProcess([command], environment, SOURCES);
      expect(code).toBe(1);
      expect(stderr).toMatch(/^error: .+ set DATABASE_URL, or use npm start alone\.\n$/);
    }
  });
});

async function untilSent(api: Api, id: string): Promise<void> {
  const state = async () => ((await (await call(api, `/${id}`)).json()) as Run).state;
  await expect.poll(state, { interval: 20 }).toBe('submitting');
}

async function waitOnce(api: Api, id: string): Promise<Run> {
  const response = await call(api, `/${id}`, { headers: { Prefer: 'wait=30' } });
  return (await response.json()) as Run;
}

/** Sends what `curl` would send, with the arguments as a shell reads them. */
async function paste(command: string): Promise<Response> {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const { stdout } = await promisify(execFile)('sh', ['-c', script]);
  const [flag, url = '', ...options] = stdout.split('\0').slice(0, -1);
  expect(flag).toBe('-sS');
  const headers = new Headers();
  let body = '';
  for (let i = 0; i < options.length; i += 2) {
    const value = options[i + 1] ?? '';
    if (options[i] === '-d') body = value;
    else headers.append(...(value.split(': ') as [string, string]));
  }
  return fetch(url, { method: 'POST', headers, body });
}
