/** Jobs over HTTP in the engines of COMPUTE_FILE: a runc container, and a share of a processor. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ComputeEnvironmentList, ComputeJob } from '../../openapi/generated/developer.ts';
import { makeRootfs, removeMounted } from '../support/containers.ts';
import { INSTALL_TIMEOUT_MS, installed } from '../support/installed.ts';
import {
  COMPUTE_JOBS,
  jsonOf,
  startService,
  type Tenant,
  type TestService,
} from '../support/service.ts';

const pricing = { perCpuSecond: '0.00002', perGibSecond: '0.000002' };
let [folder, rootfs] = ['', ''];
let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  installed('runc', 'runc');
  folder = mkdtempSync(join(tmpdir(), 'compute-'));
  rootfs = makeRootfs();
  execFileSync('tar', ['-C', rootfs, '-cf', join(folder, 'rootfs.tar'), '.']);
  const file = {
    engines: { oci: { program: installed('runc', 'runc') } },
    environments: {
      shell: { engine: 'oci', pricing, options: { rootfs: join(folder, 'rootfs.tar') } },
      javascript: { engine: 'javascript', pricing },
    },
  };
  writeFileSync(join(folder, 'compute.json'), JSON.stringify(file));
  service = await startService({
    environment: { COMPUTE_FILE: join(folder, 'compute.json') },
  });
  tenant = await service.tenant();
}, INSTALL_TIMEOUT_MS);
afterAll(async () => {
  await service.close();
  await removeMounted(rootfs);
  await removeMounted(folder);
});

async function start(body: object): Promise<ComputeJob> {
  const created = await tenant.create({ timeoutSeconds: 30, ...body }, { path: COMPUTE_JOBS });
  expect(created.status, created.text).toBeLessThan(300);
  return jsonOf(created) as ComputeJob;
}

async function end(id: string): Promise<ComputeJob> {
  for (;;) {
    const answer = await tenant.get(`${COMPUTE_JOBS}/${id}`, { Prefer: 'wait=20' });
    const job = jsonOf(answer) as ComputeJob;
    if (job.finishedAt !== undefined) return job;
  }
}

const shell = (script: string) => ({
  environment: 'shell',
  command: ['sh', '-c', script],
  resources: { cpuMillis: 500, memoryMb: 64 },
});

describe('environments of the compute file', () => {
  it('are listed with the isolation of their engine', async () => {
    const answer = await tenant.get('/v1/developer/compute-environments');
    const { data } = jsonOf(answer) as ComputeEnvironmentList;
    expect(data).toMatchObject([
      { id: 'javascript', kind: 'source', isolation: 'wasm', network: 'none' },
      { id: 'shell', kind: 'command', isolation: 'container', network: 'none' },
    ]);
  });

  it('run a command in a container without network, and keep what it wrote', async () => {
    const { id } = await start({
      ...shell(`cat in.txt; ls /sys/class/net | grep -v lo; printf out > b.txt; exit 3`),
      ...{ files: [{ path: 'in.txt', content: 'given\n' }], outputs: ['b.txt'] },
    });
    const job = await end(id);
    expect(job).toMatchObject({ state: 'completed', result: 'exited', exitCode: 3 });
    expect(job.chargedAmount).toBeGreaterThan(0);
    const log = await tenant.get(`${COMPUTE_JOBS}/${id}/logs`);
    expect(jsonOf(log)).toMatchObject({ text: 'given\n', ended: true });
    const artifact = await tenant.get(`${COMPUTE_JOBS}/${id}/artifacts/b.txt`);
    expect(artifact.text).toBe('out');
  });

  it.each([
    ['shell', shell('echo begun; sleep 60')],
    ['javascript', { environment: 'javascript', source: `console.log('begun'); for (;;);` }],
  ])('tell of a job in %s while it runs when it began and how much it wrote', async (_, body) => {
    const { id } = await start(body);
    let job: ComputeJob;
    for (;;) {
      job = jsonOf(await tenant.get(`${COMPUTE_JOBS}/${id}`)) as ComputeJob;
      if (job.logs?.stdoutBytes === 6) break;
      await sleep(20);
    }
    expect(job.state).toBe('running');
    expect(Date.parse(job.startedAt!)).toBeGreaterThanOrEqual(Date.parse(job.createdAt) - 1_000);
    await tenant.send({ method: 'POST', path: `${COMPUTE_JOBS}/${id}/cancel` });
    const ended = await end(id);
    expect(ended).toMatchObject({ result: 'cancelled', startedAt: job.startedAt });
  });

  it.each([
    ['shell', { ...shell('for i in 1 2; do while :; do :; done & done; wait'), timeoutSeconds: 4 }],
    [
      'javascript',
      {
        ...{ environment: 'javascript', source: 'for (;;);', timeoutSeconds: 4 },
        resources: { cpuMillis: 500, memoryMb: 64 },
      },
    ],
  ])('give code in %s no more of a processor than it is sold', async (_, body) => {
    const { id } = await start(body);
    const { usage } = await end(id);
    if (usage!.cpuMs !== undefined) expect(usage!.cpuMs).toBeLessThan(2_400);
    expect(usage!.billableMs).toBe(4_000);
  });
});

describe('an engine that this machine lacks', () => {
  const file = () => join(folder, 'lacking.json');
  beforeAll(() => {
    const lacking = {
      engines: { oci: { program: '/nowhere/runc' } },
      environments: {
        shell: { engine: 'oci', pricing, options: { rootfs } },
        javascript: { engine: 'javascript', pricing },
      },
    };
    writeFileSync(file(), JSON.stringify(lacking));
  });

  it('keeps a worker from starting, and says why', async () => {
    await expect(startService({ environment: { COMPUTE_FILE: file() } })).rejects.toThrow(
      'The engine oci cannot execute /nowhere/runc (ENOENT).',
    );
  });

  it('costs the API alone nothing but its environments', async () => {
    const api = await startService({ parts: ['api'], environment: { COMPUTE_FILE: file() } });
    const other = await api.tenant();
    const { data } = jsonOf(
      await other.get('/v1/developer/compute-environments'),
    ) as ComputeEnvironmentList;
    expect(data.map(({ id }) => id)).toEqual(['javascript']);
    await api.close();
  });
});
