/** What operators see of metrics and scores, and the files that they export, by the command line itself. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { SCORES } from '../support/metrics.ts';
import { json, run } from '../support/program.ts';
import {
  request,
  startService,
  type Tenant,
  type TestService,
  unique,
} from '../support/service.ts';

let service: TestService;
let tenant: Tenant;
let workspace: string;
let folder: string;
let environment: Record<string, string>;
let span: string[];
beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
  workspace = uuidToId('wsp', tenant.workspace);
  folder = await mkdtemp(join(tmpdir(), 'cli-observability-'));
  environment = { DATABASE_URL: service.database.url };
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  span = ['--from', at(-1), '--to', at(1)];
  await tenant.create(request('sandbox/echo'), { headers: { Prefer: 'wait=20' } });
  const body = { name: 'fit', value: 'good', source: 'human', sessionId: 'chat' };
  await tenant.send({ path: SCORES, body, headers: { 'Idempotency-Key': unique('score') } });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

test('metrics query prints what the runs cost, as JSON and as a table, and why it refuses', async () => {
  const args = ['metrics', 'query', workspace, ...span, '--by', 'model'];
  const { data } = await json<{ data: object[] }>(args, environment);
  expect(data).toEqual([
    expect.objectContaining({ group: { model: 'sandbox/echo' }, count: 1, errorRate: 0 }),
  ]);
  const { stdout } = await run(args, environment);
  expect(stdout).toMatch(/START|MODEL +CHARGED +RUNS/);
  expect(stdout).toMatch(/sandbox\/echo +0\.\d+ USD +1 /);
  const failed = await run([...args, '--filter', 'state=failed'], environment);
  expect(failed.stdout).toBe('There are no such runs.\n');
  const wrong = await run(
    ['metrics', 'query', workspace, '--from', '2020-01-01', '--to', '2027-01-01'],
    environment,
  );
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toContain('is more than 366 days before to');
});

test('scores list prints the scores, as JSON and as a table', async () => {
  const args = ['scores', 'list', workspace, '--session', 'chat'];
  const { scores } = await json<{ scores: object[] }>(args, environment);
  expect(scores).toEqual([expect.objectContaining({ value: 'good', dataType: 'categorical' })]);
  const { stdout } = await run(args, environment);
  expect(stdout).toMatch(/fit +good +human +chat/);
});

test('export writes a whole file, or none', async () => {
  const out = join(folder, 'runs.parquet');
  const args = ['export', workspace, '--dataset', 'runs', '--format', 'parquet', '--out', out];
  const { bytes } = await json<{ bytes: number }>([...args, ...span], environment);
  const file = await readFile(out);
  expect(file).toHaveLength(bytes);
  const whole = file.buffer.slice(file.byteOffset, file.byteOffset + file.length) as ArrayBuffer;
  expect(await parquetReadObjects({ file: whole })).toMatchObject([{ model: 'sandbox/echo' }]);
  const late = ['--from', '2027-01-02', '--to', '2027-01-01'];
  const refused = await run([...args.slice(0, -1), join(folder, 'none'), ...late], environment);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('later than from')]);
  expect(await readdir(folder)).toEqual(['runs.parquet']);
});
