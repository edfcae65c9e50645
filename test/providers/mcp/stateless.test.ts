/** Servers that speak only MCP 2026-07-28, without handshake or session: the official library, over both transports. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { asProcess, call, definitionsOf, overHttp, textOf } from './calls.ts';

const PROGRAM = join(import.meta.dirname, 'stateless-server.ts');
let url: string;
let server: ReturnType<typeof spawn>;
beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}/mcp`;
  server = spawn(process.execPath, [PROGRAM, String(port)], { stdio: 'inherit' });
  const isUp = () => fetch(url).then(Boolean, () => false);
  while (!(await isUp())) await sleep(50);
});
afterAll(() => void server.kill('SIGKILL'));

describe.each(['http', 'stdio'])('over %s', (way) => {
  const open = () => (way === 'http' ? overHttp(url, 'secret') : asProcess([PROGRAM]).provider);

  test('tools are listed, called once, report their progress, and are asked to stop', async () => {
    const provider = open();
    const tools = await definitionsOf(provider);
    expect([...tools.keys()]).toContain('works');
    const echo = await call(provider, tools.get('echo')!, { text: 'Grüße', times: 2 });
    expect(textOf(echo)).toBe('{"text":"Grüße","times":2}');
    expect(echo.events).toEqual(['before send']);
    const hung = await call(provider, 'hangs', {}, { timeoutMs: 300 });
    expect(hung.outcome).toMatchObject({ kind: 'failed', error: { code: 'timed_out' } });
    const works = () => call(provider, 'works');
    await expect.poll(async () => textOf(await works())).toBe('{"stopped":["hangs"]}');
    expect((await works()).progress).toEqual([{ value: 1, total: 2 }]);
  });

  test('a tool that asks for input fails with needs_input, one that breaks with tool_error', async () => {
    const provider = open();
    const inputRequest = await call(provider, 'asks');
    expect(inputRequest.outcome).toMatchObject({ kind: 'failed', error: { code: 'needs_input' } });
    const { outcome } = await call(provider, 'refuses');
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'tool_error' } });
  });

  test('nothing is sent where the lease has ended', async () => {
    const beforeSend = () => {
      throw new Error('the lease has ended');
    };
    const provider = open();
    expect((await call(provider, 'echo', { text: 'a' })).outcome.kind).toBe('answered');
    const { outcome } = await call(provider, 'echo', { text: 'b' }, { hooks: { beforeSend } });
    expect(outcome.kind).toBe('not_sent');
  });
});

test('over HTTP the version, the method, the tool and named arguments are in headers', async () => {
  const provider = overHttp(url, 'secret');
  const named = { name: 'headers', inputSchema: { type: 'object', properties: {} } };
  named.inputSchema.properties = {
    city: { type: 'string', 'x-mcp-header': 'City' },
    deep: { type: 'object', properties: { on: { type: 'boolean', 'x-mcp-header': 'On' } } },
  };
  const input = { city: 'Zürich', deep: { on: true } };
  expect(JSON.parse(textOf(await call(provider, named, input)))).toMatchObject({
    ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'headers' },
    ...{ 'mcp-param-city': '=?base64?WsO8cmljaA==?=', 'mcp-param-on': 'true' },
    authorization: 'Bearer secret',
  });
});

test('a server that is gone gets nothing, and one that speaks no version is named as such', async () => {
  const strange = createServer((_, response) => response.writeHead(404).end('no')).listen(0);
  await once(strange, 'listening');
  onTestFinished(() => void strange.close());
  const address = (port: number) => `http://127.0.0.1:${port}/mcp`;
  const { port } = strange.address() as AddressInfo;
  await expect(definitionsOf(overHttp(address(port)))).rejects.toThrow(
    /speaks no version of the Model Context Protocol that is known here.*2026-07-28/,
  );
  const closed = overHttp(address(await freePort()));
  expect((await call(closed, 'echo')).outcome.kind).toBe('not_sent');
});
