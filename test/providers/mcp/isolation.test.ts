/**
 * What a server's process may see, and that none is left behind. If the machine has no working sandbox, its tests prove
 * instead that the provider says so.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hasSandbox } from '../../../server/tool-runs/providers/mcp/index.ts';
import { asProcess, call, textOf } from './calls.ts';

const HERE = import.meta.dirname;
const HOSTILE = join(HERE, 'hostile-server.ts');
const isSandboxed = await hasSandbox();

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'model-run-tools-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'note.txt'), 'a note');
  return folder;
}

describe('a process', () => {
  test.each(['auto', 'off'] as const)('has the variables that are named: %s', async (isolation) => {
    const { provider } = asProcess([HOSTILE], { isolation, readable: [HERE] }, { env: { A: 'b' } });
    const environment = JSON.parse(textOf(await call(provider, 'environment')));
    // What a shell or the sandbox itself adds.
    const { PWD, _, SHLVL, OLDPWD, ...named } = environment;
    expect(named).toEqual({ A: 'b', PATH: '/usr/local/bin:/usr/bin:/bin' });
  });

  test('in the sandbox reads what is declared and nothing else', async () => {
    const folder = await newFolder();
    const { provider, logged } = asProcess([HOSTILE], { readable: [HERE, folder] });
    const read = async (path: string) => textOf(await call(provider, 'reads', { path }));
    expect(await read(join(folder, 'note.txt'))).toBe('a note');
    const others = ['/etc/passwd', join(dirname(HERE), 'upstream.ts'), '/root/.profile'];
    const answers = await Promise.all(others.map(read));
    if (isSandboxed) {
      expect(answers).toEqual(['ENOENT', 'ENOENT', 'ENOENT']);
      expect(logged).toEqual([]);
    } else {
      expect(logged.join()).toContain('without a sandbox');
    }
  });

  test('without a sandbox is logged once', async () => {
    const { provider, logged } = asProcess([HOSTILE]);
    await call(provider, 'plain');
    await call(provider, 'dies');
    await expect.poll(async () => (await call(provider, 'plain')).outcome.kind).toBe('answered');
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain('without a sandbox');
  });
});

describe('no process and no folder is left', () => {
  test.each(['auto', 'off'] as const)('when the provider is closed: %s', async (isolation) => {
    const mark = randomUUID();
    const { provider } = asProcess([HOSTILE, 'stubborn', mark], { isolation, readable: [HERE] });
    await call(provider, 'spawns', { mark });
    expect(await commandsWith(mark)).not.toEqual([]);
    await provider.close();
    await expect.poll(() => commandsWith(mark)).toEqual([]);
  });

  test('when the server dies', async () => {
    const { provider } = asProcess([HOSTILE]);
    const pids = [await call(provider, 'pid'), await call(provider, 'spawns')].map(textOf);
    await call(provider, 'dies');
    await expectGone(pids);
  });

  test.each(['auto', 'off'])('when this process is killed: %s', async (isolation) => {
    const owner = spawn(process.execPath, [join(HERE, 'owner.ts'), isolation], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void owner.kill('SIGKILL'));
    const [mark] = await once(createInterface({ input: owner.stdout }), 'line');
    expect(await commandsWith(mark)).not.toEqual([]);
    owner.kill('SIGKILL');
    await expect.poll(() => commandsWith(mark)).toEqual([]);
  });
});

async function expectGone(pids: string[]): Promise<void> {
  const living = async () => {
    const states = await Promise.all(pids.map(stateOf));
    return states.filter((state) => state !== undefined && state !== 'Z');
  };
  await expect.poll(living).toEqual([]);
}

/** As the kernel reports it; Z is a process that its parent has not waited for yet. */
async function stateOf(pid: string): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return text?.slice(text.lastIndexOf(')') + 2, text.lastIndexOf(')') + 3);
}

/** Processes with the word in their command line, including those inside a sandbox. */
async function commandsWith(word: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.filter((line) => line.includes(word));
}
