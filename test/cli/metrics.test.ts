/** What Prometheus reads from real processes: from one, from two as their sums, and from a worker. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MachineInUse } from '../../server/compute-jobs/engines/machine.ts';
import { createKey, SCOPES } from '../../server/keys/index.ts';
import { createLedger } from '../../server/money/index.ts';
import { newUuid, uuidToId } from '../../server/platform/lib/ids.ts';
import { createWorkspace } from '../../server/workspaces/index.ts';
import { INSTALL_TIMEOUT_MS, installed } from '../support/installed.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import {
  clientOf,
  type Outside,
  type Process,
  request,
  startOutside,
  startProcess,
} from '../support/process.ts';
import { json, temporaryData } from '../support/program.ts';

const RUNS = 8;
const SOON = { interval: 100, timeout: 60_000 };
let database: TestDatabase;
let outside: Outside;
let environment: Record<string, string>;
let workspace: string;
let key: string;
let promtool: string;

beforeAll(async () => {
  promtool = installed('promtool', 'prometheus');
  database = await createTestDatabase();
  outside = await startOutside({ slowMs: 2_000 });
  environment = { ...outside.environment, DATABASE_URL: database.url, PROBE_PORT: '0' };
  ({ id: workspace } = await createWorkspace(database.db, { name: 'acme' }));
  await createLedger({ db: database.db }).topUp({ workspace, amount: 1e12, reference: 'a' });
  ({ key } = await createKey(database.db, { workspace, name: 'k', scopes: [...SCOPES] }));
}, INSTALL_TIMEOUT_MS);
afterAll(async () => {
  await outside.close();
  await database.drop();
});
// Registered after the hook above, so it runs before it: what a failed test leaves running ends first.
await temporaryData();

interface Scraped {
  text: string;
  /** The sum of the samples with this name and these labels. */
  sum(name: string, labels?: Record<string, string>): number | undefined;
}

async function scrape(probes: string): Promise<Scraped> {
  let response = await fetch(`${probes}/metrics`);
  // Retries on a busy machine, as Prometheus does.
  while (response.status === 503) response = await fetch(`${probes}/metrics`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await response.text();
  const samples = Array.from(text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm), (match) => ({
    name: match[1],
    labels: Object.fromEntries(
      Array.from((match[2] ?? '').matchAll(/(\w+)="([^"]*)"/g), ([, label, value]) => [
        label,
        value,
      ]),
    ),
    value: Number(match[3]),
  }));
  return {
    text,
    sum(name, labels = {}) {
      const found = samples.filter(
        (sample) =>
          sample.name === name &&
          Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
      );
      if (found.length === 0) return undefined;
      return found.reduce((sum, { value }) => sum + value, 0);
    },
  };
}

async function started(command: 'start' | 'work', more: Record<string, string> = {}) {
  const service = await startProcess(command, { ...environment, ...more });
  const probes = /Probes +(http:\S+)/.exec(await service.until(/Probes/))![1]!;
  return { service, probes };
}

async function stopped({ process, ended }: Process): Promise<void> {
  process.kill('SIGTERM');
  expect((await ended).code).toBe(0);
}

test.each(['1', '2'])(
  'all that happened is counted, and nobody is named (PROCESSES=%s)',
  async (PROCESSES) => {
    // A busy machine loses no lease, and sends nothing a second time.
    const patience = { LEASE_MS: '60000', CONNECT_TIMEOUT_MS: '30000' };
    const { service, probes } = await started('start', { PROCESSES, ...patience });
    const client = clientOf(service, key);
    const runs = await Promise.all(
      Array.from({ length: RUNS }, (_, i) =>
        client.create(`${PROCESSES}-${i}`, request(i === 0 ? 'sandbox/refused' : 'sandbox/echo')),
      ),
    );
    const ended = await Promise.all(runs.map(({ run }) => client.end(run.id)));
    const charged = ended.reduce((sum, { chargedAmount = 0 }) => sum + chargedAmount, 0);
    expect((await clientOf(service, 'mrk_nobody').get(runs[0]!.run.id)).status).toBe(401);
    const slow = await client.create(`${PROCESSES}-slow`, request('sandbox/slow'));

    const { sum, text } = await scrape(probes);
    const by = { kind: 'model_run', provider: 'openrouter' };
    const submissions = 'modelrun_submission_duration_seconds_count';
    expect(sum(submissions, { ...by, outcome: 'answered' })).toBe(RUNS - 1);
    expect(sum(submissions, { ...by, outcome: 'refused' })).toBe(1);
    expect(sum('modelrun_run_changes_total', { state: 'completed' })).toBe(RUNS - 1);
    expect(sum('modelrun_run_changes_total', { state: 'failed' })).toBe(1);
    expect(sum('modelrun_charges_dollars_total')).toBeCloseTo(charged / 1e9, 12);
    expect(sum('modelrun_losses_dollars_total')).toBe(0);
    expect(sum('modelrun_batch_items_sum', { batch: 'create' })).toBe(RUNS + 1);
    expect(sum('modelrun_batch_items_sum', { batch: 'advance' })).toBe(RUNS);
    expect(sum('modelrun_refusals_total', { code: 'unauthorized' })).toBe(1);
    expect(sum('modelrun_lease_losses_total')).toBe(0);
    expect(sum('modelrun_claims_refused')).toBe(0);
    expect(sum('modelrun_database_connections')).toBeGreaterThan(0);
    expect(sum('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    expect(sum('modelrun_database_up')).toBe(1);
    expect(sum('modelrun_runs', by)).toBe(1);
    expect(sum('modelrun_held_dollars', by)).toBeCloseTo(slow.run.reservedAmount / 1e9, 12);
    expect(sum('modelrun_run_state_age_seconds', by)).toBeGreaterThanOrEqual(0);
    expect(sum('modelrun_webhook_lag_seconds', { receiver: 'working' })).toBe(0);
    expect(sum('modelrun_run_state_duration_seconds_count', { state: 'submitting' })).toBe(RUNS);
    const creates = { operation: 'createModelRun', status: '202' };
    expect(sum('modelrun_http_request_duration_seconds_count', creates)).toBe(RUNS + 1);
    expect(sum('modelrun_workers')).toBe(Number(PROCESSES));
    // A worker does its chores one after the other.
    const purging = async () =>
      (await scrape(probes)).sum('modelrun_chore_interval_seconds', { chore: 'purge-content' });
    await expect.poll(purging, SOON).toBe(60);
    const { sum: later } = await scrape(probes);
    expect(later('modelrun_chore_failures', { chore: 'close-balances' })).toBe(0);
    expect(sum('modelrun_largest_spend_dollars', { rank: '1' })).toBeGreaterThan(0);
    expect(sum('modelrun_largest_spend_dollars', { rank: '5' })).toBe(0);
    expect(sum('modelrun_service_spans_total')).toBeUndefined();
    const names = [
      workspace,
      uuidToId('ws', workspace),
      'acme',
      'sandbox/',
      ...ended.map(({ id }) => id),
    ];
    expect(names.filter((name) => text.includes(name))).toEqual([]);

    const judged = spawnSync(promtool, ['check', 'metrics'], { input: text, encoding: 'utf8' });
    // promtool exits with 3 if it has remarks, here on names that the client for Node gives.
    expect([0, 3], judged.stderr).toContain(judged.status);
    expect(judged.stderr).not.toContain('modelrun_');

    await client.end(slow.run.id);
    await stopped(service);
  },
);

test('the room for jobs is reported once for all processes of a machine, as admission sees it', async () => {
  const room = {
    ...{ COMPUTE_DIR: await mkdtemp(join(tmpdir(), 'room-')), DATABASE_URL: database.url },
    ...{ COMPUTE_CPU_MILLIS: '1500', COMPUTE_MEMORY_MB: '1000' },
  };
  const { service, probes } = await started('start', { ...room, PROCESSES: '2' });
  const figures = async () => {
    const { sum } = await scrape(probes);
    return [
      'offered_processors',
      'used_processors',
      'offered_memory_bytes',
      'used_memory_bytes',
    ].map((name) => sum(`modelrun_compute_${name}`, { room: 'machine' }));
  };
  expect(await figures()).toEqual([1.5, 0, 1_000 * 2 ** 20, 0]);

  const client = clientOf(service, key, 'compute-jobs');
  const resources = { cpuMillis: 400, memoryMb: 64 };
  const body = { environment: 'javascript', source: 'for (;;);', timeoutSeconds: 60, resources };
  const jobs = await Promise.all(['a', 'b'].map((name) => client.create(`room-${name}`, body)));
  const used = async () => (await figures())[1];
  await expect.poll(used, SOON).toBe(0.8);
  const { inUse } = await json<{ inUse: MachineInUse }>(['compute', 'machine'], room);
  expect(inUse).toMatchObject({ cpuMillis: 800, jobs: 2, waiting: 0 });
  expect(inUse.engines).toEqual([
    { engine: 'javascript', cpuMillis: 800, memoryMb: inUse.memoryMb, jobs: 2 },
  ]);
  expect(inUse.memoryMb).toBeGreaterThan(2 * 64);
  expect(await figures()).toEqual([1.5, 0.8, 1_000 * 2 ** 20, inUse.memoryMb * 2 ** 20]);

  for (const { run } of jobs) await client.cancel(run.id);
  await expect.poll(figures, SOON).toEqual([1.5, 0, 1_000 * 2 ** 20, 0]);
  await stopped(service);
  await rm(room.COMPUTE_DIR, { recursive: true });
});

test('exports in the background are counted with their bytes, by outcome, and those that wait with their age', async () => {
  const { db } = database;
  const insertMade = (month: string, createdAt: string, dueAt: string) =>
    db.query(
      `insert into made_export
         (workspace, id, dataset, format, month, span_from, span_to, request_key, created_at, due_at, expires_at)
       values ($1, $2, 'runs', 'csv', $3, now() - interval '1 day', now(), $3, now() - $4::interval,
         now() + $5::interval, now() + interval '7 days')`,
      [workspace, newUuid(), month, createdAt, dueAt],
    );
  await insertMade('2027-01', '1 minute', '0');
  const { service, probes } = await started('work');
  const outcome = 'ready';
  const made = async () =>
    (await scrape(probes)).sum('modelrun_export_duration_seconds_count', { outcome });
  await expect.poll(made, SOON).toBe(1);
  const [file] = await db.query<{ bytes: number }>('select bytes from made_export');
  const { sum } = await scrape(probes);
  expect(sum('modelrun_export_bytes_total')).toBe(file!.bytes);
  await insertMade('2027-02', '2 hours', '1 hour');
  const lag = async () => (await scrape(probes)).sum('modelrun_export_lag_seconds');
  await expect.poll(lag, SOON).toBeGreaterThan(7_000);
  expect((await scrape(probes)).sum('modelrun_exports_waiting')).toBe(1);
  await stopped(service);
});

test('names are those of Prometheus: units, totals, help, and one prefix', async () => {
  const { service, probes } = await started('work');
  const { text } = await scrape(probes);
  const types = [...text.matchAll(/^# TYPE (modelrun_\w+) (\w+)$/gm)];
  expect(types.length).toBeGreaterThan(15);
  for (const [, name = '', type] of types) {
    expect(text).toMatch(new RegExp(`^# HELP ${name} .+\\.$`, 'm'));
    expect(name.endsWith('_total'), name).toBe(type === 'counter');
    expect(name).not.toMatch(/_(ms|milliseconds|count|sum|bucket)$/);
  }
  const page = new URL('../../server/deploy/MONITORING.md', import.meta.url);
  const rows = readFileSync(page, 'utf8').matchAll(/^\| `(modelrun_\w+)` \|/gm);
  const documented = Array.from(rows, ([, name]) => name);
  expect(documented.toSorted()).toEqual(types.map(([, name]) => name).toSorted());
  await stopped(service);
});

test('a lost lease, and a database that is not the known one, are reported', async () => {
  const { service, probes } = await started('work', { SWEEP_INTERVAL_MS: '50' });
  await database.db.query("update worker set lease_until = now() - interval '1 second'");
  const losses = async () => (await scrape(probes)).sum('modelrun_lease_losses_total');
  await expect.poll(losses, SOON).toBeGreaterThan(0);
  await database.db.query('update deployment set timeline = timeline + 1');
  const refused = async () => (await scrape(probes)).sum('modelrun_claims_refused');
  await expect.poll(refused, SOON).toBe(1);
  await database.db.query('update deployment set timeline = timeline - 1');
  await expect.poll(refused, SOON).toBe(0);
  await stopped(service);
});
