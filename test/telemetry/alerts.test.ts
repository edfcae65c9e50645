/** The deployed alerts and dashboard, checked by Prometheus's own tool, and their runbooks. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openExposition, openMeasuring } from '../../server/compose/metrics.ts';
import { readConfig } from '../../server/platform/config/index.ts';
import { createDb } from '../../server/platform/db/pool.ts';
import { INSTALL_TIMEOUT_MS, installed } from '../support/installed.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { ROOT } from '../support/sources.ts';

const DEPLOY = join(ROOT, 'server/deploy');
const rules = readFileSync(join(DEPLOY, 'compose/alerts.yaml'), 'utf8');
const planted = readFileSync(join(DEPLOY, 'compose/alerts.test.yaml'), 'utf8');
const runbooks = readFileSync(join(DEPLOY, 'RUNBOOKS.md'), 'utf8');
const dashboard = JSON.parse(
  readFileSync(join(DEPLOY, 'compose/grafana/dashboards/model-run-api.json'), 'utf8'),
) as { panels: { title: string; targets?: { expr: string }[] }[] };

const names = [...rules.matchAll(/- alert: (\w+)/g)].map((match) => match[1]!);
const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

let promtool: string;
let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  promtool = installed('promtool', 'prometheus');
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'alerts-'));
}, INSTALL_TIMEOUT_MS);
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

const judge = (...args: string[]) =>
  execFileSync(promtool, args, { cwd: join(DEPLOY, 'compose'), encoding: 'utf8' });

describe('the rules', () => {
  it('have nothing that promtool finds wrong', () => {
    expect(judge('check', 'rules', 'alerts.yaml')).toContain(`${names.length} rules found`);
  });

  it('fire for planted series, each of them, and not for a service that is well', () => {
    expect(judge('test', 'rules', 'alerts.test.yaml')).toContain('SUCCESS');
    const fired = [...planted.matchAll(/alertname: (\w+)\n/g)].map((match) => match[1]);
    expect(fired).toEqual(names);
    for (const name of names) expect(planted).toContain(`{ alertname: ${name}, eval_time: 1h }`);
  });

  it('lead each to its own section of the runbooks, and no section is left over', () => {
    const led = [...rules.matchAll(/runbook_url: RUNBOOKS\.md#(\w+)/g)].map((match) => match[1]);
    expect(led).toEqual(names.map((name) => name.toLowerCase()));
    const sections = [...runbooks.matchAll(/^## (.+)$/gm)].map((match) => match[1]);
    expect(sections).toEqual(names);
    const linked = [...runbooks.matchAll(/\]\(#(\w+)\)/g)].map((match) => match[1]!);
    for (const section of linked) expect(led).toContain(section);
  });
});

describe('the dashboard', () => {
  it('has queries that Prometheus can read', () => {
    const records = expressions.map(
      (expr, i) => `      - record: panel:${i}\n        expr: ${JSON.stringify(expr)}`,
    );
    const file = join(folder, 'panels.yaml');
    writeFileSync(file, `groups:\n  - name: panels\n    rules:\n${records.join('\n')}\n`);
    expect(judge('check', 'rules', file)).toContain(`${expressions.length} rules found`);
  });
});

it('nothing uses a metric that does not exist', async () => {
  const measuring = openMeasuring({ scale: 9 });
  const { meter } = measuring;
  const db = createDb({ url: database.url, max: 1, applicationName: 'test of alerts' });
  measuring.opened(db, new Map());
  meter.submitted({ kind: 'a', provider: 'b', outcome: 'answered' }, 1);
  const exposition = openExposition(
    { address: database },
    { scale: 9, quotas: readConfig({ SANDBOX: 'on' }).quotas.defaults },
    measuring.registry,
  );
  const text = await exposition.text();
  await Promise.all([exposition.close(), db.close()]);
  const there = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map((match) => match[1]!));
  const queried = [rules, ...expressions]
    .flatMap((each) => [...each.matchAll(/\b((?:modelrun|nodejs|process)_\w+)/g)])
    .map((match) => match[1]!.replace(/_(bucket|count|sum)$/, ''))
    .filter((name) => name !== 'process_');
  expect(queried.length).toBeGreaterThan(40);
  expect([...new Set(queried)].filter((name) => !there.has(name))).toEqual([]);
});
