import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { json, run, temporaryData } from '../support/program.ts';

const dataDir = await temporaryData();
const environment = { DATA_DIR: dataDir };
const file = join(dataDir, 'compute.json');
const cli = (...args: string[]) => run(['environments', ...args], environment);
const ids = async () =>
  (await json<{ id: string }[]>(['environments', 'list'], environment)).map(({ id }) => id).sort();

describe('environments', () => {
  it('are added to the compute file next to JavaScript, and removed from it', async () => {
    expect(await ids()).toEqual(['javascript']);
    const container = ['--rootfs', '/srv/alpine.tar', '--price-per-cpu-second', '0.00002'];
    const args = ['environments', 'add', 'alpine', ...container, '--cpu', '0.5'];
    expect(await json(args, environment)).toMatchObject({
      file,
      environment: {
        ...{ id: 'alpine', engine: 'oci', kind: 'command', maxCpuMillis: 500 },
        pricing: { perJob: '0', perCpuSecond: '0.00002', perGibSecond: '0' },
        options: { rootfs: '/srv/alpine.tar' },
      },
    });
    const { stdout } = await cli('add', 'alpine', ...container, '--replace');
    expect(stdout).toContain('No job can start before /srv/alpine.tar is there.');
    const source = ['--source', 'main.py', '--run', 'python3 main.py'];
    expect((await cli('add', 'python', '--image', 'python:3.13', ...source)).code).toBe(0);
    expect(await ids()).toEqual(['alpine', 'javascript', 'python']);
    expect((await cli('remove', 'alpine')).code).toBe(0);
    expect(await ids()).toEqual(['javascript', 'python']);
  });

  it('take no name that exists already, and leave the rest of the file as it is', async () => {
    const before = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...before, engines: { docker: { runtime: 'runsc' } } }));
    const again = ['add', 'python', '--image', 'python:3.14'];
    expect((await cli(...again)).stderr).toContain('has python already: see --replace');
    expect((await cli(...again, '--replace')).code).toBe(0);
    const after = JSON.parse(await readFile(file, 'utf8'));
    expect(after.engines).toEqual({ docker: { runtime: 'runsc' } });
    expect(after.environments.python.options).toEqual({ image: 'python:3.14' });
  });

  it.each([
    ['neither files nor an image', ['add', 'a'], '--rootfs or --image'],
    ['a source without a way to run it', ['add', 'a', '--image', 'b', '--source', 'c'], '--run'],
    ['a name that is none', ['add', 'A b', '--image', 'b'], 'is not a name such as python-3.13'],
    ['one that is not there', ['remove', 'a'], 'has no environment a'],
    [
      'a cluster without its namespace',
      ['add', 'a', '--image', 'b', '--engine', 'kubernetes'],
      'namespace',
    ],
  ])('are refused: %s', async (_, args, why) => {
    const before = await readFile(file, 'utf8');
    const { code, stderr } = await cli(...args);
    expect([code, stderr]).toEqual([1, expect.stringContaining(why)]);
    expect(await readFile(file, 'utf8')).toBe(before);
  });
});
