/**
 * A hundred jobs, created at once in a real process of the service: none is lost or started twice, and their cost
 * agrees with the ledger. Prints how long that takes, and how much memory.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ComputeJob, ComputeJobLog } from '../../../openapi/generated/developer.ts';
import { makeTenant } from '../../crash/tenant.ts';
import { faultsInBooks } from '../../support/books.ts';
import { makeRootfs, removeMounted } from '../../support/containers.ts';
import { INSTALL_TIMEOUT_MS, installed } from '../../support/installed.ts';
import { balances } from '../../support/model-runs.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { clientOf, kill, type Process, startProcess } from '../../support/process.ts';

const JOBS = 100;
const MUCH = 1_000_000_000_000;
const pricing = { perJob: '0.0001', perCpuSecond: '0.000014', perGibSecond: '0.0000045' };
const PROGRAMS = {
  javascript: { source: `console.log('begun'); let n = 0; while (n < 1e6) n++;` },
  shell: { command: ['sh', '-c', 'echo begun; i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done'] },
};

let [folder, rootfs] = ['', ''];
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let service: Process;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'many-jobs-'));
  rootfs = makeRootfs();
  database = await createTestDatabase();
  const file = join(folder, 'compute.json');
  const environments = {
    javascript: { engine: 'javascript', pricing },
    shell: { engine: 'oci', pricing, options: { rootfs, workMb: 16 } },
  };
  const engines = { oci: { program: installed('runc', 'runc') } };
  writeFileSync(file, JSON.stringify({ engines, environments }));
  service = await startProcess('start', {
    ...{ PORT: '0', SANDBOX: 'on', DATABASE_URL: database.url, LOG_LEVEL: 'warn' },
    ...{ COMPUTE_FILE: file, COMPUTE_DIR: join(folder, 'jobs'), RATE_LIMIT_PER_MINUTE: '1000000' },
  });
}, INSTALL_TIMEOUT_MS);
afterAll(async () => {
  kill(service, 'SIGTERM');
  await service.ended;
  await database.drop();
  await removeMounted(folder);
  await removeMounted(rootfs);
});

/** The memory of all processes of jobs, in bytes: each counts its share of shared pages. */
function memoryOfJobs(): number {
  let sum = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const isJob = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
      const isCode = readFileSync(`/proc/${pid}/cgroup`, 'utf8').includes('model-run-jobs');
      if (Number(pid) === service.process.pid || !(isJob || isCode)) continue;
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
      sum += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) * 1_024;
    } catch {
      // It has ended meanwhile.
    }
  }
  return sum;
}

const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
const table: Record<string, object> = {};
afterAll(() => {
  console.log(
    `${availableParallelism()} processors, load ${loadavg()[0]!.toFixed(1)}, kernel ${execFileSync('uname', ['-r'])}`,
  );
  console.table(table);
});

it.each(Object.entries(PROGRAMS))(
  `${JOBS} jobs at once in %s all end, each started once, for what the ledger says`,
  async (environment, program) => {
    const { key, workspace } = await makeTenant(database.db, MUCH);
    const client = clientOf(service, key, 'compute-jobs');
    const body = { environment, timeoutSeconds: 120, ...program };
    const began = performance.now();
    const created = await Promise.all(
      Array.from({ length: JOBS }, () => client.create(randomUUID(), body)),
    );
    expect(created.map(({ status }) => status)).toEqual(created.map(() => 202));
    const createdMs = performance.now() - began;
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, memoryOfJobs());
    }, 500);
    const ended = (await Promise.all(
      created.map(({ run }) => client.end(run.id)),
    )) as unknown as ComputeJob[];
    clearInterval(watch);
    const tookMs = performance.now() - began;

    expect(ended.map(({ state, exitCode }) => [state, exitCode])).toEqual(
      ended.map(() => ['completed', 0]),
    );
    expect(new Set(ended.map(({ id }) => id)).size).toBe(JOBS);
    const path = `${service.url}/v1/developer/compute-jobs`;
    const headers = { Authorization: `Bearer ${key}` };
    for (const { id } of ended) {
      const log = (await (await fetch(`${path}/${id}/logs`, { headers })).json()) as ComputeJobLog;
      expect(log).toMatchObject({ text: 'begun\n', ended: true });
    }
    const charged = ended.reduce((sum, job) => sum + job.chargedAmount!, 0);
    expect(await balances(database.db, workspace)).toMatchObject([
      { available: MUCH - charged, held: 0, spent: charged, pending: 0 },
    ]);
    const [captured] = await database.db.query<{ sum: number }>(
      `select sum(amount)::bigint as sum from ledger_entry
       where workspace = $1 and kind in ('capture_provider', 'capture_fee')`,
      [workspace],
    );
    expect(captured!.sum).toBe(charged);
    expect(await faultsInBooks(database.db)).toEqual([]);
    const waited = ended.map(
      ({ createdAt, startedAt }) => Date.parse(startedAt!) - Date.parse(createdAt),
    );
    waited.sort((a, b) => a - b);
    table[environment] = {
      'created in': `${Math.round(createdMs)} ms`,
      'all done in': `${(tookMs / 1_000).toFixed(1)} s`,
      'median wait': `${(waited[JOBS / 2]! / 1_000).toFixed(1)} s`,
      'memory of jobs at most': mb(most),
      charged,
    };
  },
  600_000,
);
