/** A real Prometheus scrapes real processes with the configuration and the rules of the deployment: faults fire its alerts. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { INSTALL_TIMEOUT_MS, installed } from '../support/installed.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { type Process, startProcess } from '../support/process.ts';
import { temporaryData } from '../support/program.ts';
import { ROOT } from '../support/sources.ts';

const COMPOSE = join(ROOT, 'server/deploy/compose');
const SOON = { interval: 250, timeout: 60_000 };

let database: TestDatabase;
let folder: string;
let prometheus: ChildProcess;
let url: string;
let serve: Process;
let environment: Record<string, string>;

beforeAll(async () => {
  const program = installed('prometheus', 'prometheus');
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'prometheus-'));
  const [probes, port] = [await freePort(), await freePort()];
  environment = { DATABASE_URL: database.url, PORT: '0', SANDBOX: 'off', LEASE_MS: '6000' };
  serve = await startProcess('serve', { ...environment, PROBE_PORT: String(probes) });
  // The rules as they are, with shorter waits.
  const rules = await readFile(join(COMPOSE, 'alerts.yaml'), 'utf8');
  await writeFile(join(folder, 'alerts.yaml'), rules.replaceAll(/for: \d+m/g, 'for: 1s'));
  const configuration = await readFile(join(COMPOSE, 'prometheus.yaml'), 'utf8');
  const aimed = configuration
    .replace('scrape_interval: 15s', 'scrape_interval: 1s\n  evaluation_interval: 1s')
    .replace(/dns_sd_configs: .+/, `static_configs: [{ targets: ["127.0.0.1:${probes}"] }]`)
    .replace('balancer:8405', '127.0.0.1:1');
  expect(aimed).not.toContain('dns_sd');
  await writeFile(join(folder, 'prometheus.yaml'), aimed);
  url = `http://127.0.0.1:${port}`;
  prometheus = spawn(
    program,
    [
      `--config.file=${join(folder, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
}, INSTALL_TIMEOUT_MS);
afterAll(async () => {
  const ended = once(prometheus, 'exit');
  prometheus.kill('SIGTERM');
  serve.process.kill('SIGTERM');
  await Promise.all([ended, serve.ended]);
  await rm(folder, { recursive: true });
  await database.drop();
});
await temporaryData();

async function ask<T>(path: string): Promise<T | undefined> {
  const response = await fetch(`${url}/api/v1/${path}`).catch(() => undefined);
  if (!response?.ok) return undefined;
  return ((await response.json()) as { data: T }).data;
}

async function firing(): Promise<string[]> {
  const found = await ask<{ alerts: { state: string; labels: { alertname: string } }[] }>('alerts');
  const alerts = found?.alerts.filter(({ state }) => state === 'firing') ?? [];
  return [...new Set(alerts.map(({ labels }) => labels.alertname))];
}

it('scrapes a process, and alerts on a planted fault until that has ended', async () => {
  await expect
    .poll(async () => {
      const targets = await ask<{
        activeTargets: { labels: { job: string }; health: string; lastError: string }[];
      }>('targets?state=active');
      const target = targets?.activeTargets.find(({ labels }) => labels.job === 'model-run-api');
      return [target?.health, target?.lastError];
    }, SOON)
    .toEqual(['up', '']);

  // No worker has started.
  await expect.poll(firing, SOON).toContain('NoWorker');
  const work = await startProcess('work', environment);
  await expect.poll(firing, SOON).not.toContain('NoWorker');

  // Its database is not the one that it knows.
  expect(await firing()).not.toContain('DatabaseDown');
  work.process.kill('SIGTERM');
  await work.ended;
  await expect.poll(firing, SOON).toContain('NoWorker');
});

it('alerts if no run is claimed because the database is another one', async () => {
  await database.db.query("update deployment set system_identifier = '1'");
  const probes = await freePort();
  const work = await startProcess('work', { ...environment, PROBE_PORT: String(probes) });
  const configuration = await readFile(join(folder, 'prometheus.yaml'), 'utf8');
  await writeFile(
    join(folder, 'prometheus.yaml'),
    configuration.replace(
      /(static_configs: \[\{ targets: \["127\.0\.0\.1:)\d{4,5}"/,
      `$1${probes}"`,
    ),
  );
  prometheus.kill('SIGHUP');
  await expect.poll(firing, SOON).toContain('ClaimsRefused');
  work.process.kill('SIGTERM');
  await work.ended;
});
