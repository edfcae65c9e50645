/** Sessions that a server no longer knows, because it was restarted or they expired: what was not executed goes again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ToolProvider } from '../../../server/tool-runs/providers/tool-provider.ts';
import { freePort } from '../../support/free-port.ts';
import { call, definitionsOf, overHttp, textOf } from './calls.ts';

const PROGRAM = join(import.meta.dirname, 'session-server.ts');
const MODULES = resolve(import.meta.dirname, '../../../node_modules/@modelcontextprotocol');
const EVERYTHING = join(MODULES, 'server-everything/dist/index.js');

interface Running {
  provider: ToolProvider;
  /** Kills the process, and starts another one on the same port. */
  restart(): Promise<void>;
  kill(): Promise<void>;
  url: string;
}

async function start(args: (port: string) => string[]): Promise<Running> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess;

  async function begin(): Promise<void> {
    child = spawn(process.execPath, args(port), { env: { PORT: port }, stdio: 'ignore' });
    const isUp = () => fetch(url).then(Boolean, () => false);
    await expect.poll(isUp).toBe(true);
  }
  async function kill(): Promise<void> {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  await begin();
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    ...{ provider: overHttp(`${url}/mcp`), kill, url },
    async restart() {
      await kill();
      await begin();
    },
  };
}

const everything = () => start(() => [EVERYTHING, 'streamableHttp']);
const sessionServer = (unknown: string) => start((port) => [PROGRAM, port, unknown]);

/** Another process, or the same one that has forgotten its sessions. */
const LOSSES = [
  ...['404', '400', '400 without a word', '401', '422'].map(
    (unknown) =>
      [
        `expires, and is unknown with ${unknown}`,
        async () => {
          const server = await sessionServer(unknown);
          const lose = () => fetch(`${server.url}/expire`, { method: 'POST' });
          return { ...server, lose };
        },
        { text: 'hi' },
      ] as const,
  ),
  [
    'is lost with a restart of the official server',
    async () => {
      const server = await everything();
      return { ...server, lose: server.restart };
    },
    { message: 'hi' },
  ] as const,
];

describe.each(LOSSES)('a session that %s', (_, open, input) => {
  const echo = (provider: ToolProvider) => call(provider, 'echo', input);

  test('before the first call and after it: the call is answered in a new session, in the same run', async () => {
    const { provider, lose } = await open();
    await definitionsOf(provider);
    await lose();
    const first = await echo(provider);
    expect(textOf(first)).toContain('hi');
    expect(first.events).toEqual(['before send', 'before send']);
    expect((await echo(provider)).events).toEqual(['before send']);
    await lose();
    expect(textOf(await echo(provider))).toContain('hi');
  });

  test('before a list of the tools: the list is read in a new session', async () => {
    const { provider, lose } = await open();
    const before = await definitionsOf(provider);
    await lose();
    expect(await definitionsOf(provider)).toEqual(before);
  });
});

interface Counts {
  sessions: number;
  calls: string[];
  /** Delayed lists. */
  held: number;
}

async function countsOf(url: string): Promise<Counts> {
  return (await (await fetch(`${url}/counts`)).json()) as Counts;
}

const rpcError = (message: string) =>
  JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_602, message } });

test.each([
  [422, rpcError('The argument session is invalid.')],
  [422, rpcError('No booking has this name: session not found')],
  [400, rpcError('The arguments {"note":"Session not found"} are invalid.')],
  [400, JSON.stringify({ detail: 'Session not found' })],
  [401, 'The session of your database could not be initialized.'],
  [410, 'The recording of this session was deleted.'],
])('a refusal with %i that only mentions a session is about the call: %s', async (status, body) => {
  const { provider, url } = await sessionServer('404');
  await definitionsOf(provider);
  const { outcome, events } = await call(provider, 'refuses', { status, body });
  expect(outcome).toMatchObject({ kind: expect.stringMatching(/^refused/) });
  expect(events).toEqual(['before send']);
  expect(textOf(await call(provider, 'echo', { a: 1 }))).toBe('{"a":1}');
  expect(await countsOf(url)).toMatchObject({ sessions: 1, calls: ['refuses', 'echo'] });
});

test('a server without sessions has none to lose: a refused call does not go again', async () => {
  const { provider, url } = await sessionServer('none');
  const input = { status: 404, body: rpcError('Session not found') };
  const { outcome, events } = await call(provider, 'refuses', input);
  expect(outcome).toMatchObject({ kind: expect.stringMatching(/^refused/) });
  expect(events).toEqual(['before send']);
  expect(await countsOf(url)).toMatchObject({ sessions: 0, calls: ['refuses'] });
});

test('a list in progress over a lost session is read to its end', async () => {
  const { provider, url } = await sessionServer('404');
  await definitionsOf(provider);
  const post = (path: string) => fetch(`${url}/${path}`, { method: 'POST' });
  await post('hold');
  const listing = provider.listTools(AbortSignal.timeout(60_000));
  await expect.poll(async () => (await countsOf(url)).held).toBe(1);
  await post('expire');
  await call(provider, 'echo');
  // Long enough to close an idle connection.
  await pause(2_500);
  await post('release');
  expect((await listing).tools[0]).toMatchObject({ name: 'echo' });
});

test('calls that find a session gone at the same time share one new session, and each is executed once', async () => {
  const { provider, url } = await sessionServer('404');
  await definitionsOf(provider);
  await fetch(`${url}/expire`, { method: 'POST' });
  const calls = await Promise.all(
    Array.from({ length: 8 }, (_, i) => call(provider, 'echo', { i })),
  );
  expect(calls.map(textOf)).toEqual(Array.from({ length: 8 }, (_, i) => `{"i":${i}}`));
  expect(await countsOf(url)).toMatchObject({ sessions: 2, calls: Array(8).fill('echo') });
});

test('a server that is gone when a call goes again gets nothing: the call was not sent', async () => {
  const { provider, kill } = await sessionServer('404');
  await definitionsOf(provider);
  await kill();
  const { outcome, events } = await call(provider, 'echo');
  expect(outcome).toMatchObject({ kind: 'not_sent' });
  expect(events).toEqual([]);
});

test('a server that is killed during a call leaves the outcome unknown, and the call does not go again', async () => {
  const { provider, restart, url } = await sessionServer('404');
  const calling = call(provider, 'hangs');
  await expect.poll(async () => (await countsOf(url)).calls).toEqual(['hangs']);
  await restart();
  expect((await calling).outcome).toMatchObject({ kind: 'unknown' });
  expect((await countsOf(url)).calls).toEqual([]);
  expect(textOf(await call(provider, 'echo', { a: 1 }))).toBe('{"a":1}');
});

test('a session that expires during a call leaves the call as it is; the next one goes in a new session', async () => {
  const { provider, url } = await sessionServer('404');
  const calling = call(provider, 'hangs', {}, { timeoutMs: 2_000 });
  await expect.poll(async () => (await countsOf(url)).calls).toEqual(['hangs']);
  await fetch(`${url}/expire`, { method: 'POST' });
  expect(textOf(await call(provider, 'echo', { a: 1 }))).toBe('{"a":1}');
  expect((await calling).outcome).toMatchObject({ kind: 'failed', error: { code: 'timed_out' } });
  expect((await countsOf(url)).calls).toEqual(['hangs', 'echo']);
});
