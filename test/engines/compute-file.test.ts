import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readComputeFile } from '../../server/compute-jobs/engines/compute-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compute-file-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(content: unknown, secrets: Record<string, string> = {}) {
  const path = join(folder, 'compute.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return readComputeFile({ path, mayBeMissing: false, secret: (name) => secrets[name] });
}

const pricing = { perCpuSecond: '0.00002' };

describe('the compute file', () => {
  it('has environments with the options of their engines, and what is left out is filled in', async () => {
    const file = await read({
      engines: { oci: { program: '/usr/sbin/runc' }, docker: { host: 'unix:///run/podman.sock' } },
      environments: {
        shell: { engine: 'oci', maxCpu: 0.5, pricing, options: { rootfs: '/srv/alpine.tar' } },
        javascript: { engine: 'javascript', pricing },
      },
    });
    expect(file).toMatchObject({
      engines: { oci: { program: '/usr/sbin/runc' }, docker: { host: 'unix:///run/podman.sock' } },
      environments: [
        {
          ...{ id: 'shell', engine: 'oci', kind: 'command', network: 'none', maxCpuMillis: 500 },
          ...{ maxMemoryMb: 512, maxTimeoutSeconds: 3_600 },
          pricing: { perJob: '0', perCpuSecond: '0.00002', perGibSecond: '0' },
        },
        { id: 'javascript', kind: 'source', maxCpuMillis: 1_000 },
      ],
    });
  });

  it('offers JavaScript where it names no environments, or is not there and need not be', async () => {
    const ids = ({ environments }: { environments: { id: string }[] }) =>
      environments.map(({ id }) => id);
    expect(ids(await read({}))).toEqual(['javascript']);
    const path = join(folder, 'none.json');
    const missing = { path, secret: () => undefined };
    expect(ids(await readComputeFile({ ...missing, mayBeMissing: true }))).toEqual(['javascript']);
    await expect(readComputeFile({ ...missing, mayBeMissing: false })).rejects.toThrow('ENOENT');
  });

  it('takes the secret of storage from a variable or a file', async () => {
    const storage = { bucket: 'outputs', endpoint: 'http://127.0.0.1:9000', accessKeyId: 'id' };
    const key = join(folder, 'key');
    await writeFile(key, 'of a file\n');
    const ofFile = await read({ storage: { ...storage, secretAccessKey: { file: key } } });
    expect(ofFile.storage).toEqual({
      ...{ bucket: 'outputs', prefix: '' },
      client: {
        ...{ endpoint: 'http://127.0.0.1:9000', region: 'us-east-1', forcePathStyle: true },
        credentials: { accessKeyId: 'id', secretAccessKey: 'of a file' },
      },
    });
    const input = { storage: { ...storage, secretAccessKey: { env: 'KEY' } } };
    const ofVariable = await read(input, { KEY: 'of a variable' });
    expect(ofVariable.storage?.client.credentials?.secretAccessKey).toBe('of a variable');
    await expect(read(input)).rejects.toThrow(
      'storage.secretAccessKey.env names KEY, which is not',
    );
  });

  it('names every fault at once', async () => {
    const container = { engine: 'oci', pricing };
    const failed = read({
      environments: {
        a: { ...container, options: { rootfs: 'relative', workMB: 4 } },
        b: { ...container, kind: 'source', options: { rootfs: '/srv/a.tar' } },
        c: { engine: 'javascript', kind: 'command', maxCpu: 2, pricing },
        d: { engine: 'kubernetes', pricing, options: { image: 'busybox:1' } },
        e: { engine: 'docker', pricing, options: { uid: 0 } },
      },
      storage: { bucket: 'outputs', accessKeyId: 'id' },
    });
    for (const fault of [
      'environments.a.options.rootfs must be an absolute path',
      'environments.a.options Unrecognized key: "workMB"',
      'environments.b.options.source must say how a source is run, or kind must be command',
      'environments.c.kind must be source',
      'environments.c.maxCpu must be at most 1',
      'engines.kubernetes must say the namespace of the jobs',
      'environments.e.options.image',
      'environments.e.options.uid',
      'storage must have both accessKeyId and secretAccessKey',
    ]) {
      await expect(failed).rejects.toThrow(fault);
    }
  });

  it('refuses what no engine does, and quotes nothing of a text that is no JSON', async () => {
    const shell = { engine: 'oci', pricing, options: { rootfs: '/srv/a.tar' } };
    const open = { environments: { shell: { ...shell, network: 'allowlist' } } };
    await expect(read(open)).rejects.toThrow('environments.shell.network must be none');
    const cluster = { engine: 'kubernetes', pricing: shell.pricing };
    const allowing = (allow: object, more = {}) =>
      read({
        engines: { kubernetes: { namespace: 'jobs' } },
        environments: { shell: { ...cluster, ...more, options: { image: 'a', allow: [allow] } } },
      });
    const entry = { cidr: '10.20.0.0/16', ports: [443] };
    expect((await allowing(entry)).environments).toMatchObject([
      { network: 'allowlist', allowlist: [entry] },
    ]);
    await expect(allowing(entry, { network: 'none' })).rejects.toThrow(
      'environments.shell.network must not be none beside options.allow',
    );
    await expect(allowing({ ...entry, cidr: 'example.com' })).rejects.toThrow(
      'such as 10.20.0.0/16',
    );
    await expect(allowing({ ...entry, names: ['a'] })).rejects.toThrow('need one address');
    const other = { environments: { shell: { ...shell, engine: 'lambda' } } };
    await expect(read(other)).rejects.toThrow(
      'environments.shell.engine must be one of javascript, oci, docker, kubernetes',
    );
    const error = await read('{"secret').catch((thrown: Error) => thrown);
    expect(String(error)).toMatch(/is not JSON/);
    expect(String(error)).not.toContain('secret');
  });
});
