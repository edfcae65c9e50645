import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { examplesOf, operation as nodeOf } from '../contract/document.ts';

const MOCK = fileURLToPath(new URL('../../scripts/mock.ts', import.meta.url));
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) if (child.exitCode === null) child.kill('SIGKILL');
});

function launch(...args: string[]) {
  const child = spawn(process.execPath, [MOCK, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output.stderr += text;
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, ...output }));
  return { child, output, ended };
}

/** What the curl of the screen sends. */
function requestOf(screen: string): RequestInit {
  const headers = [...screen.matchAll(/-H '([^:]+): ([^']+)'/g)].map(
    ([, name, value]) => [name, value] as [string, string],
  );
  return { method: 'POST', headers, body: /-d '(.+)'/.exec(screen)![1]! };
}

describe('npm run mock', () => {
  it('says where it is, how to ask for anything, and what to paste; Ctrl-C stops it', async () => {
    const { child, output, ended } = launch('--port', '0');
    await expect.poll(() => output.stdout).toContain('Ctrl-C');
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output.stdout)![0];
    expect(output.stdout).toContain(`${url}/v1/developer/model-runs`);
    for (const preference of [
      'example=run-needs-reconciliation',
      'code=422, example=unknown_model',
    ]) {
      expect(output.stdout).toContain(`Prefer: ${preference}`);
    }

    const pasted = await fetch(`${url}/v1/developer/model-runs`, requestOf(output.stdout));
    expect(await pasted.json()).toMatchObject({ state: 'reserved', idempotencyKey: 'order-4711' });

    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });

  it('lists every example of every operation', async () => {
    const { code, stdout } = await launch('--examples').ended;
    expect(code).toBe(0);
    expect(stdout).toContain('POST /v1/developer/model-runs\n');
    for (const { name } of examplesOf(nodeOf('createModelRun'), '422')) {
      expect(stdout).toContain(`Prefer: code=422, example=${name}\n`);
    }
    expect(stdout).toContain('Prefer: code=304\n');
  });
});

describe('what cannot be done is reported in one sentence', () => {
  it('where the port is in use', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { code, stderr } = await launch('--port', String(port)).ended;
    server.close();
    expect(code).toBe(1);
    expect(stderr).toBe(
      `error: Port ${port} is in use. Stop what uses it, or take any free one: npm run mock -- --port 0\n`,
    );
  });

  it.each([
    [['--port', 'abc'], /whole number from 0 to 65535/],
    [['--credit', 'much'], /amount from 0 to 1000000/],
    [['--webhook', 'http://example.com/hooks'], /address of this machine/],
    [['--port', '65536'], /whole number from 0 to 65535/],
    [['--port', '-1'], /whole number from 0 to 65535|argument missing/],
    [['--dynamic'], /unknown option '--dynamic'/],
    [['here'], /Give a whole number/],
  ])('where the command line is wrong: %j', async (args, sentence) => {
    const { code, stdout, stderr } = await launch(...args).ended;
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(sentence);
    expect(stderr).toContain('--help');
    expect(stderr).not.toMatch(/\n {4}at /);
  });
});
