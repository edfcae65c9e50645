/** Published servers of third parties: what works with our own works with these. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hasSandbox } from '../../../server/tool-runs/providers/mcp/index.ts';
import { freePort } from '../../support/free-port.ts';
import { answerOf, asProcess, call, definitionsOf, type Mcp, overHttp, textOf } from './calls.ts';

const MODULES = resolve(import.meta.dirname, '../../../node_modules');
const program = (name: string) => join(MODULES, `@modelcontextprotocol/${name}/dist/index.js`);

function published(name: string, args: string[], writable: string[] = [], env = {}): Mcp {
  return asProcess([program(name), ...args], { readable: [MODULES], writable }, { env });
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'model-run-tools-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describe.each(['stdio', 'http'])('server-everything over %s', (kind) => {
  async function everything() {
    if (kind === 'stdio') return published('server-everything', ['stdio']).provider;
    const port = await freePort();
    const server = spawn(process.execPath, [program('server-everything'), 'streamableHttp'], {
      env: { PORT: String(port) },
      stdio: 'ignore',
    });
    onTestFinished(() => void server.kill('SIGKILL'));
    const provider = overHttp(`http://127.0.0.1:${port}/mcp`);
    await expect
      .poll(() =>
        definitionsOf(provider).then(
          ({ size }) => size,
          () => 0,
        ),
      )
      .toBeGreaterThan(0);
    return provider;
  }

  test('answers, structured too, reports its progress, and works as a task', async () => {
    const provider = await everything();
    const tools = await definitionsOf(provider);
    const use = (name: string, input = {}) => call(provider, tools.get(name)!, input);
    expect(textOf(await use('echo', { message: 'Hello' }))).toBe('Echo: Hello');
    const { structured } = answerOf(await use('get-structured-content', { location: 'Chicago' }));
    expect(structured).toMatchObject({ temperature: expect.any(Number) });
    const long = await use('trigger-long-running-operation', { duration: 1, steps: 4 });
    expect(textOf(long)).toContain('completed');
    expect(long.progress).toEqual([1, 2, 3, 4].map((value) => ({ value, total: 4 })));
    const research = tools.get('simulate-research-query')!;
    expect(research.tasks).toBe('required');
    const task = await call(provider, research, { topic: 'tasks' });
    expect(textOf(task)).toContain('Research Report');
    expect(task.events[1]).toMatch(/^reference /);
    const [{ type } = {}] = answerOf(await use('get-tiny-image')).content.slice(1) as {
      type?: string;
    }[];
    expect(type).toBe('image');
    if (kind === 'http') return;
    const environment = JSON.parse(textOf(await use('get-env')));
    expect(Object.keys(environment).filter((name) => !SHELL.has(name))).toEqual([]);
  });

  /** What a shell or the sandbox itself sets. */
  const SHELL = new Set(['PATH', 'PWD', '_', 'SHLVL', 'OLDPWD']);
});

test('server-filesystem reads the folder that is declared, in the sandbox where there is one', async () => {
  const folder = await newFolder();
  await writeFile(join(folder, 'note.txt'), 'a note');
  // It would serve the whole machine if it could.
  const { provider, logged } = published('server-filesystem', ['/', folder], [folder]);
  const read = (path: string) => call(provider, 'read_text_file', { path });
  expect(textOf(await read(join(folder, 'note.txt')))).toBe('a note');
  const passwords = answerOf(await read('/etc/passwd'));
  if (await hasSandbox()) {
    expect(passwords).toMatchObject({ isError: true });
    expect(textOf(await read('/etc/passwd'))).toContain('ENOENT');
  } else {
    expect(logged.join()).toContain('without a sandbox');
  }
  const wrote = await call(provider, 'write_file', {
    path: join(folder, 'new.txt'),
    content: 'new',
  });
  expect(answerOf(wrote).isError).toBeUndefined();
});

test('server-memory keeps what it is given', async () => {
  const folder = await newFolder();
  const env = { MEMORY_FILE_PATH: join(folder, 'memory.json') };
  const { provider } = published('server-memory', [], [folder], env);
  const entity = { name: 'Ada', entityType: 'person', observations: ['likes tea'] };
  await call(provider, 'create_entities', { entities: [entity] });
  const { structured } = answerOf(await call(provider, 'read_graph'));
  expect(structured).toMatchObject({ entities: [entity] });
});
