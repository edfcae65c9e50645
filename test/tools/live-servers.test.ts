/** Servers of tools come, change and go while the service runs, through the command and through the file alone. */
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ToolRun } from '../../client/index.ts';
import { openToolsFile, writeToolsFile } from '../../server/tool-runs/tools-file.ts';

import { run } from '../support/program.ts';
import {
  jsonOf,
  problemOf,
  startService,
  type Tenant,
  type TestService,
  TOOL_RUNS,
  unique,
} from '../support/service.ts';

const MODULES = resolve(import.meta.dirname, '../../node_modules');
const EVERYTHING = join(MODULES, '@modelcontextprotocol/server-everything/dist/index.js');
const HOSTILE = resolve(import.meta.dirname, '../providers/mcp/hostile-server.ts');
const folder = await mkdtemp(join(tmpdir(), 'model-run-live-'));
const file = join(folder, 'tools.json');
const secret = join(folder, 'secret');

interface Call {
  authorization: string | undefined;
  hold: boolean;
  answer(): void;
}
const calls: Call[] = [];
const http = createServer(async (request: IncomingMessage, response: ServerResponse) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { input: { hold: boolean } };
  const call = {
    authorization: request.headers.authorization,
    hold: input.hold,
    answer: () => response.setHeader('content-type', 'application/json').end('{"done":true}'),
  };
  calls.push(call);
  if (!input.hold) call.answer();
});

/** The API and the worker, each as a separate process would be: each looks at the file itself. */
let api: TestService;
let worker: TestService;
let tenant: Tenant;
let environment: Record<string, string>;
beforeAll(async () => {
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  environment = { DATA_DIR: folder, MY_SECRET: 'a-variable-of-the-service' };
  api = await startService({ parts: ['api'], environment });
  worker = await startService({ parts: ['worker'], environment, database: api.database });
  tenant = await api.tenant();
  environment = { ...environment, DATABASE_URL: api.database.url };
});
afterAll(async () => {
  await worker?.stop();
  await api?.close();
  http.close();
  await rm(folder, { recursive: true, force: true });
});

const command = (...args: string[]) => run(['tools', ...args], environment);
const addAs = (name: string, ...more: string[]) =>
  command('add', name, ...more, '--', process.execPath, EVERYTHING, 'stdio');

function create(tool: string, input: object) {
  const headers = { Prefer: 'wait=20' };
  return tenant.create({ tool, input }, { path: TOOL_RUNS, headers });
}

async function bought(tool: string, input: object): Promise<ToolRun> {
  const answer = await create(tool, input);
  expect(answer.status, answer.text).toBeLessThan(300);
  return jsonOf(answer) as ToolRun;
}

test('a tool of a server that a command adds is bought within seconds, 200, and refused with 422 once it is removed', async () => {
  expect(problemOf(await create('everything/get-sum', {}), 'unknown_tool').status).toBe(422);
  const added = await addAs(
    'everything',
    ...['--price-per-call', '0.002', '--price', 'get-sum=0.001', '--readable', MODULES],
    ...['--env', 'TOKEN=env:MY_SECRET', '--json'],
  );
  expect(added.code, added.stderr).toBe(0);
  expect(added.stdout + added.stderr).not.toContain(environment.MY_SECRET);
  const { tools } = JSON.parse(added.stdout) as { tools: { id: string }[] };
  expect(tools).toContainEqual(
    expect.objectContaining({ id: 'everything/get-sum', state: 'sold', perCall: '0.001' }),
  );
  expect(tools).toContainEqual(
    expect.objectContaining({ id: 'everything/echo', state: 'sold', perCall: '0.002' }),
  );
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, 'utf8')).not.toContain(environment.MY_SECRET);

  await expect
    .poll(async () => (await create('everything/get-sum', { a: 2, b: 3 })).status)
    .toBe(200);
  const sum = await bought('everything/get-sum', { a: 2, b: 3 });
  expect(sum).toMatchObject({ state: 'completed', chargedAmount: 1_050_000 });
  expect(JSON.stringify(sum.output)).toContain('is 5');
  const variables = JSON.stringify((await bought('everything/get-env', {})).output);
  expect(variables).toContain('a-variable-of-the-service');
  expect(variables).not.toContain('DATABASE_URL');

  expect(await command('remove', 'everything')).toMatchObject({ code: 0 });
  await expect
    .poll(async () => (await create('everything/get-sum', { a: 2, b: 3 })).text)
    .toContain('"unknown_tool"');
});

test('a server that cannot be asked, or does not fit, is not added: exit code 1 and a line that says why', async () => {
  const before = await readFile(file, 'utf8');
  const refused = async (why: RegExp, ...args: string[]) => {
    const { code, stderr } = await command('add', ...args);
    expect(stderr).toMatch(why);
    expect(code).toBe(1);
  };
  const price = ['--price-per-call', '0.001'];
  await Promise.all([
    refused(/ended before it was ready/, 'one', ...price, '--', 'false'),
    refused(/could not be started|ended before/, 'one', ...price, '--', 'no such; program'),
    refused(/up to 40 of a-z/, 'One', ...price, '--', 'true'),
  ]);
  const all = ['--price', 'no-such=0.1', '--readable', MODULES];
  const { stderr } = await addAs('two', ...all);
  expect(stderr).toMatch(/two has no tool no-such. It has echo, /);
  expect(await readFile(file, 'utf8')).toBe(before);
  expect(await command('remove', 'one')).toMatchObject({ code: 1 });
});

test('a server with odd tools sells the others; commands name the odd ones and why, without what moves a cursor', async () => {
  const added = await command(
    ...['add', 'odd', '--price-per-call', '0.001', '--readable', join(HOSTILE, '..'), '--json'],
    ...['--', process.execPath, HOSTILE, 'odd'],
  );
  expect(added.code, added.stderr).toBe(0);
  const { tools } = JSON.parse(added.stdout) as { tools: { id: string; state: string }[] };
  expect(tools.filter(({ state }) => state === 'sold').map(({ id }) => id)).toEqual([
    ...['odd/half-a-letter', 'odd/last', 'odd/plain', 'odd/repeated'],
  ]);
  expect(tools).toContainEqual({
    ...{ id: 'odd/schemaless', server: 'odd', state: 'left out' },
    reason: 'It has no schema of its input.',
  });
  const listed = await command('list');
  expect(listed.stdout).toMatch(/odd\/two words +left out .* Its name is not 1 to 128 visible/);
  const synced = await command('sync', 'odd');
  expect(synced.stdout).toContain('odd: 4 tools.');
  expect(synced.stdout).toContain('left out: doubled: The server lists different tools by this');
  expect(listed.stdout + synced.stdout).not.toMatch(/(?!\n)\p{Cc}/u);
  await expect.poll(async () => (await create('odd/plain', {})).status).toBe(200);
  const refused = await command(
    ...['add', 'odd', '--replace', '--price', 'schemaless=1', '--readable', join(HOSTILE, '..')],
    ...['--', process.execPath, HOSTILE, 'odd'],
  );
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('no schema of its') });
});

test('a secret that changes in its file is sent with the next call; a call under way ends as it was begun', async () => {
  const { port } = http.address() as AddressInfo;
  await writeFile(secret, 'Bearer first\n');
  const definition = {
    ...{ url: `http://127.0.0.1:${port}/`, description: 'Works.', pricing: { perCall: '0.001' } },
    inputSchema: { type: 'object', properties: { hold: { type: 'boolean' } } },
  };
  const server = {
    ...{ kind: 'http', headers: { authorization: { file: secret } }, tools: { work: definition } },
    signingSecrets: [`whsec_${Buffer.from(unique('secret')).toString('base64')}`],
  };
  await writeFile(file, JSON.stringify({ servers: { mine: server } }));
  await expect
    .poll(async () => (await create('mine/work', { hold: false })).status)
    .toBeLessThan(300);
  const held = create('mine/work', { hold: true });
  await expect.poll(() => calls.find(({ hold }) => hold)).toBeDefined();

  await writeFile(secret, 'Bearer second\n');
  const lastSent = async () => {
    await bought('mine/work', { hold: false });
    return calls.at(-1)?.authorization;
  };
  await expect.poll(lastSent).toBe('Bearer second');
  const underWay = calls.find(({ hold }) => hold)!;
  expect(underWay.authorization).toBe('Bearer first');
  underWay.answer();
  expect(jsonOf(await held)).toMatchObject({ state: 'completed', output: { structured: {} } });
});

test('a file that cannot be read leaves the servers as they were, and says so once', async () => {
  const path = join(folder, 'other.json');
  const server = { kind: 'mcp-stdio', command: 'true' };
  await writeFile(path, JSON.stringify({ servers: { one: server } }));
  const options = { path, mayBeMissing: false, builtIn: [], secret: () => undefined };
  const watched = await openToolsFile(options);
  const names = () => watched.servers().map(({ name }) => name);
  const faults: string[] = [];
  let changes = 0;
  const watching = watched.watch({
    everyMs: 10,
    onFault: (_, error) => faults.push(String(error)),
    async onChanged() {
      changes += 1;
    },
  });
  await writeToolsFile(path, '{"servers": {"two": "a secret"');
  await expect.poll(() => faults.length).toBe(1);
  expect(faults[0]).toMatch(/is not JSON/);
  expect(faults[0]).not.toContain('a secret');
  expect(names()).toEqual(['one']);
  await writeToolsFile(path, JSON.stringify({ servers: { one: server, two: server } }));
  await expect.poll(() => changes).toBe(1);
  expect(names()).toEqual(['one', 'two']);
  expect(faults).toHaveLength(1);
  await watching.stop();
});
