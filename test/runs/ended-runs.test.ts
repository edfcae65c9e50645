import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../server/keys/index.ts';
import { request, startTestRuns, type TestRuns } from '../support/model-runs.ts';

let t: TestRuns;
let owner: Principal;
/** The names of the statements that the database received. */
let names: string[] = [];
let runs: TestRuns['runs'];

beforeAll(async () => {
  t = await startTestRuns();
  await t.startWorker();
  await t.listen();
  owner = await t.tenant(1_000_000_000);
  runs = t.build({
    db: {
      ...t.db,
      query: (text, values, name) => {
        names.push(name ?? text);
        return t.db.query(text, values, name);
      },
    },
  });
});
afterAll(() => t.close());

async function created(model: string) {
  const body = request(model);
  const { run } = await runs.create(owner, { idempotencyKey: randomUUID(), body });
  return run;
}

test('a run that has ended is read once, and answered the same again', async () => {
  const { id } = await t.end(owner, await created('sandbox/tool-caller'));
  const first = await runs.get(owner.workspace, id);
  names = [];
  expect(await runs.get(owner.workspace, id)).toEqual(first);
  expect(names).toEqual([]);
});

test('another workspace does not get it', async () => {
  const { id } = await t.end(owner, await created('sandbox/echo'));
  expect(await runs.get(owner.workspace, id)).toBeDefined();
  const outsider = await t.tenant(0);
  expect(await runs.get(outsider.workspace, id)).toBeUndefined();
});

test('a run that goes on is read each time', async () => {
  const { id } = await created('sandbox/slow');
  await runs.get(owner.workspace, id);
  names = [];
  await runs.get(owner.workspace, id);
  expect(names).toContain('read_runs');
});

test('nothing is kept when the connection to the database is lost', async () => {
  const { id } = await t.end(owner, await created('sandbox/echo'));
  await runs.get(owner.workspace, id);
  await t.db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name like '%listener%'`,
  );
  names = [];
  await expect
    .poll(async () => {
      await runs.get(owner.workspace, id);
      return names;
    })
    .toContain('read_runs');
});
