/** How a process stops: it first says so, accepts connections for a while, lets runs end, and hands on what is left. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey, SCOPES } from '../../server/keys/index.ts';
import { createLedger } from '../../server/money/index.ts';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { createWorkspace } from '../../server/workspaces/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import {
  type Outside,
  type Process,
  request,
  startOutside,
  startProcess,
} from '../support/process.ts';
import { run, temporaryData } from '../support/program.ts';

const SLOW_MS = 5_000;
/** On a busy machine. */
const SOON = { interval: 20, timeout: 60_000 };
let database: TestDatabase;
let outside: Outside;
let environment: Record<string, string>;
let key: string;

beforeAll(async () => {
  database = await createTestDatabase();
  outside = await startOutside({ slowMs: SLOW_MS });
  environment = {
    ...outside.environment,
    DATABASE_URL: database.url,
    PROBE_PORT: '0',
    LAME_DUCK_MS: '4000',
    DRAIN_MS: '20000',
  };
  const { id: workspace } = await createWorkspace(database.db, { name: 'acme' });
  await createLedger({ db: database.db }).topUp({ workspace, amount: 1e9, reference: 'a' });
  ({ key } = await createKey(database.db, { workspace, name: 'k', scopes: [...SCOPES] }));
});
afterAll(async () => {
  await outside.close();
  await database.drop();
});
// Registered after the hook above, so it runs before it: what a failed test leaves running ends first.
await temporaryData();

interface Started extends Process {
  probes: string;
}

async function started(
  command: 'start' | 'serve' | 'work',
  more: Record<string, string> = {},
): Promise<Started> {
  const service = await startProcess(command, { ...environment, ...more });
  const probes = /Probes +(http:\S+)/.exec(await service.until(/Probes/))![1]!;
  return { ...service, probes };
}

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url);
  await response.body?.cancel();
  return response.status;
}

/** The outcome of a new connection: `taken`, or the error. */
async function connectionTo(url: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  try {
    await once(socket, 'connect');
    return 'taken';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code!;
  } finally {
    socket.destroy();
  }
}

/** The answer to a create whose caller waits for the run. */
function waitedFor(url: string, model: string, requestKey: string) {
  return fetch(`${url}/v1/developer/model-runs`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': requestKey,
      Prefer: 'wait=30',
    },
    body: JSON.stringify(request(model)),
  });
}

async function untilSent(requestKey: string): Promise<string> {
  for (;;) {
    const [row] = await database.db.query<{ id: string }>(
      'select run as id from request_key where idempotency_key = $1',
      [requestKey],
    );
    if (row && outside.sandbox.posts(uuidToId('run', row.id)) > 0) return row.id;
    await sleep(20);
  }
}

async function stateOf(id: string): Promise<string> {
  const [row] = await database.db.query<{ state: string }>('select state from run where id = $1', [
    id,
  ]);
  return row!.state;
}

test.each(['1', '2'])(
  'readiness fails first, connections are taken for a while and then refused (PROCESSES=%s)',
  async (PROCESSES) => {
    const service = await started('start', { PROCESSES });
    for (const at of [service.url, service.probes]) {
      expect(await statusOf(`${at}/livez`)).toBe(200);
      expect(await statusOf(`${at}/readyz`)).toBe(200);
    }
    const requestKey = `held-${PROCESSES}`;
    const held = waitedFor(service.url, 'sandbox/slow', requestKey);
    await untilSent(requestKey);

    const signalledAt = performance.now();
    service.process.kill('SIGTERM');
    await expect.poll(() => statusOf(`${service.probes}/readyz`), SOON).toBe(503);
    await expect.poll(() => statusOf(`${service.url}/readyz`), SOON).toBe(503);
    const during = await fetch(`${service.url}/livez`);
    expect(during.status).toBe(200);
    expect(await waitedFor(service.url, 'nobody/has-this', `late-${PROCESSES}`)).toMatchObject({
      status: 422,
    });

    await expect.poll(() => connectionTo(service.url), SOON).toBe('ECONNREFUSED');
    expect(performance.now() - signalledAt).toBeGreaterThan(3_900);
    expect(await statusOf(`${service.probes}/livez`)).toBe(200);
    // The request began before, and the process still answers it.
    expect(await (await held).json()).toMatchObject({ state: 'completed' });
    expect((await service.ended).code).toBe(0);
  },
);

test('an answer to what comes after the request to stop is the last one of its connection', async () => {
  const service = await started('serve');
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  const livez = 'GET /livez HTTP/1.1\r\nHost: a\r\n\r\n';
  socket.write(livez);
  await expect.poll(() => received, SOON).toContain('{"status":"ok"}');
  expect(received).toContain('Connection: keep-alive');
  service.process.kill('SIGTERM');
  await expect.poll(() => statusOf(`${service.url}/readyz`), SOON).toBe(503);
  received = '';
  socket.write(livez);
  await once(socket, 'end');
  expect(received).toMatch(/^HTTP\/1.1 200 [\s\S]*Connection: close/);
  expect((await service.ended).code).toBe(0);
});

test('what cannot end within DRAIN_MS is handed on: its caller is answered, and the next process settles it', async () => {
  const service = await started('start', { LAME_DUCK_MS: '0', DRAIN_MS: '300' });
  const held = waitedFor(service.url, 'sandbox/slow', 'too-long');
  const id = await untilSent('too-long');
  service.process.kill('SIGTERM');
  const answer = await held;
  expect(answer.status).toBe(202);
  expect(((await answer.json()) as { state: string }).state).toMatch(
    /^(submitting|needs_reconciliation)$/,
  );
  expect((await service.ended).code).toBe(0);
  expect(await stateOf(id)).toBe('needs_reconciliation');

  const next = await started('work');
  await expect.poll(() => stateOf(id), SOON).toMatch(/^(completed|failed)$/);
  next.process.kill('SIGTERM');
  expect((await next.ended).code).toBe(0);
  expect((await run(['audit'], environment)).code).toBe(0);
});

describe('the port of probes', () => {
  test('is there while the service starts, and a worker has one as well', async () => {
    const work = await started('work', { LAME_DUCK_MS: '600000' });
    const answer = async (path: string, method = 'GET') => {
      const response = await fetch(work.probes + path, { method });
      return {
        status: response.status,
        type: response.headers.get('content-type'),
        text: await response.text(),
      };
    };
    const json = 'application/json';
    expect(await answer('/livez')).toEqual({ status: 200, type: json, text: '{"status":"ok"}' });
    expect(await answer('/readyz')).toEqual({
      status: 200,
      type: json,
      text: '{"status":"ready"}',
    });
    expect(await answer('/readyz', 'HEAD')).toEqual({ status: 200, type: json, text: '' });
    const problem = 'application/problem+json';
    for (const path of ['/', '/livez/', '/v1/developer/models', '/__proto__', '/%'])
      expect(await answer(path)).toMatchObject({ status: 404, type: problem });
    const refused = await answer('/livez', 'POST');
    expect(refused).toMatchObject({ status: 405, type: problem });
    expect(JSON.parse(refused.text)).toMatchObject({ code: 'method_not_allowed' });
    // A worker has no connections that it would have to keep accepting.
    work.process.kill('SIGTERM');
    expect((await work.ended).code).toBe(0);
  });

  test('that is taken is one clear line', async () => {
    const work = await started('work');
    const { port } = new URL(work.probes);
    const { code, stdout, stderr } = await run(['serve'], { ...environment, PROBE_PORT: port });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      `error: PROBE_PORT ${port} on 127.0.0.1 is in use: set PROBE_PORT to a free one\n`,
    );
    work.process.kill('SIGTERM');
    await work.ended;
  });
});

test('server/model-run-api is the process itself, with the flags that the image has', async () => {
  const program = fileURLToPath(new URL('../../server/model-run-api', import.meta.url));
  const child = spawn(program, ['work'], {
    env: { PATH: process.env.PATH!, NODE_ENV: 'test', ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  const command = execFileSync('ps', ['-o', 'args=', '-p', String(child.pid)], {
    encoding: 'utf8',
  });
  expect(command).toMatch(
    /node --max-semi-space-size=32 --heap-growing-percent=50 --no-allocation-site-pretenuring .*main\.ts work/,
  );
  expect(await flagsOfImage()).toEqual(flagsIn(command.split(' ')));
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

async function flagsOfImage(): Promise<string[]> {
  const dockerfile = await readFile(new URL('../../Dockerfile', import.meta.url), 'utf8');
  const [, entryPoint] = dockerfile.match(/^ENTRYPOINT (.*)$/m)!;
  return flagsIn(JSON.parse(entryPoint!));
}

function flagsIn(words: string[]): string[] {
  return words.filter((word) => word.startsWith('--'));
}
