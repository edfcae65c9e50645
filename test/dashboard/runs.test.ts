/** Runs as people find and read them, with their money. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { problemOf, request, runOf, unique } from '../support/service.ts';
import { type BodyOf, bodyOf, type Customer, type Dashboard, startDashboard } from './fixtures.ts';

type List = BodyOf<'listRuns'>;
type Detail = BodyOf<'getRun'>;

let dashboard: Dashboard;
let customer: Customer;

beforeAll(async () => {
  dashboard = await startDashboard();
  customer = await dashboard.customer();
});
afterAll(() => dashboard.close());

const read = (id: string) => customer.owner.get<Detail>(`${customer.path}/runs/${id}`);
const list = (query: string) => customer.owner.get<List>(`${customer.path}/runs?${query}`);

async function ended(model: string, more: Record<string, unknown> = {}, requestKey?: string) {
  const created = runOf(
    await customer.tenant.create(request(model, more), requestKey ? { requestKey } : {}),
  );
  return customer.tenant.end(created.id);
}

test('a run is answered with its request, its states and its entries', async () => {
  const run = await ended('sandbox/echo');
  const detail = await read(run.id);
  expect(detail.run).toEqual(run);
  expect(detail.request).toMatchObject({
    messages: [{ role: 'user', content: 'Hello' }],
    maxOutputTokens: 100,
  });
  expect(detail.history.map(({ state }) => state)).toEqual(['reserved', 'submitting', 'completed']);
  expect(detail.history[0]!.at).toBe(run.createdAt);
  expect(detail.history.at(-1)!.at).toBe(run.finishedAt);
  const moved = (kind: string) => detail.entries.find((entry) => entry.kind === kind)?.amount ?? 0;
  expect(moved('hold')).toBe(run.reservedAmount);
  expect(moved('capture') + moved('fee')).toBe(run.chargedAmount);
  expect(moved('release')).toBe(run.reservedAmount - run.chargedAmount!);
  expect(detail.entries.map(({ direction }) => direction)).toEqual(['out', 'none', 'none', 'in']);
});

test('a run whose request was purged is answered without it', async () => {
  const run = await ended('sandbox/echo');
  await dashboard.service.database.db.query('update run_payload set request = null');
  expect(await read(run.id)).not.toHaveProperty('request');
});

test('an old run without a record of changes is answered with its creation and its end', async () => {
  const run = await ended('sandbox/echo');
  await dashboard.service.database.db.query('update run set history = null');
  const { history } = await read(run.id);
  expect(history).toEqual([
    { state: 'reserved', at: run.createdAt },
    { state: 'completed', at: run.finishedAt },
  ]);
});

test('a run that goes back and forth keeps its last changes only', async () => {
  const run = await ended('sandbox/echo');
  const { db } = dashboard.service.database;
  for (let i = 0; i < 60; i++) {
    const state = i % 2 === 0 ? 'queued' : 'submitting';
    await db.query('update run set state = $1, finished_at = null', [state]);
  }
  await db.query("update run set state = 'completed', finished_at = now()");
  const { history } = await read(run.id);
  expect(history).toHaveLength(51);
});

test('the parameters and labels of a run are answered as they were given', async () => {
  const schema = { type: 'object', properties: { n: { type: 'integer' } } };
  const parameters = {
    ...{ temperature: 0, top_p: 0.5, stop: ['END'], seed: 7, reasoning: { effort: 'low' } },
    response_format: { type: 'json_schema', json_schema: { name: 'n', schema, strict: true } },
  };
  const metadata = { team: 'billing' };
  const run = await ended('sandbox/thinker', { ...parameters, metadata });
  const { request: sent, run: shown } = await read(run.id);
  expect(sent).toMatchObject(parameters);
  expect(sent).not.toHaveProperty('metadata');
  expect(sent).not.toHaveProperty('model');
  expect(shown.metadata).toEqual(metadata);
});

test('the parts of a message are answered in their message, other messages as they were', async () => {
  const parts = [
    { type: 'text', text: 'What is this?' },
    { type: 'image_url', image_url: { url: 'https://example.com/a.png', detail: 'low' } },
    { type: 'file', file: { filename: 'a.csv', file_data: 'data:text/csv;base64,YSxiCg==' } },
  ];
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: parts },
  ];
  const run = await ended('sandbox/echo', { messages });
  expect((await read(run.id)).request?.messages).toEqual([messages[0], { role: 'user', parts }]);
});

test('runs are found by id, request key, session and end user, exactly', async () => {
  const attribution = { sessionId: unique('session'), endUserId: unique('user') };
  const requestKey = unique('order');
  const run = await ended('sandbox/echo', { attribution }, requestKey);
  for (const text of [run.id, requestKey, attribution.sessionId, attribution.endUserId]) {
    const { data } = await list(`search=${encodeURIComponent(text)}`);
    expect(data.map(({ id }) => id)).toEqual([run.id]);
  }
  expect((await list(`search=${attribution.sessionId.slice(0, -1)}`)).data).toEqual([]);
  expect(await list(`search=${run.id}&state=failed`)).toEqual({ data: [], nextCursor: null });
  const { data } = await list(`search=${run.id}`);
  expect(data[0]).toMatchObject({
    ...{ id: run.id, state: 'completed', idempotencyKey: requestKey, ...attribution },
    ...{ chargedAmount: run.chargedAmount, promptTokens: run.usage?.promptTokens },
    durationMs: Date.parse(run.finishedAt!) - Date.parse(run.createdAt),
  });
});

test('runs are found by their labels, all of which they have to have', async () => {
  const team = unique('team');
  const billed = await ended('sandbox/echo', { metadata: { team, stage: 'a:b' } });
  const other = await ended('sandbox/echo', { metadata: { team } });
  const idsOf = async (query: string) => (await list(query)).data.map(({ id }) => id);
  expect(await idsOf(`metadata=team:${team}`)).toEqual([other.id, billed.id]);
  expect(await idsOf(`metadata=team:${team}&metadata=stage:a:b`)).toEqual([billed.id]);
  expect(await idsOf(`metadata=team:${team.slice(0, -1)}`)).toEqual([]);
});

test('the runs of one user come page by page, newest first, without runs whose session has its name', async () => {
  const endUserId = unique('user');
  await ended('sandbox/echo', { attribution: { sessionId: endUserId } });
  const made: string[] = [];
  for (let i = 0; i < 5; i++) {
    made.unshift((await ended('sandbox/echo', { attribution: { endUserId } })).id);
  }
  const first = await list(`endUserId=${endUserId}&limit=3`);
  const second = await list(`endUserId=${endUserId}&limit=3&cursor=${first.nextCursor}`);
  expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(made);
  expect(second.nextCursor).toBeNull();
});

test('runs are narrowed to a key, and to no key there is', async () => {
  const key = await customer.tenant.newKey();
  const created = runOf(await customer.tenant.as(key).create(request('sandbox/echo')));
  const { data } = await list(`keyId=${created.keyId}`);
  expect(data.map(({ id }) => id)).toEqual([created.id]);
  expect((await list('keyId=key_nonsense')).data).toEqual([]);
});

test('a look-up that is asked for does not wait for its time, and several are one', async () => {
  const patient = await startDashboard({
    environment: { SWEEP_INTERVAL_MS: '86400000', RECONCILE_DEADLINE_MS: '60000' },
  });
  const { tenant, owner, path } = await patient.customer();
  const { db } = patient.service.database;
  const { id } = runOf(await tenant.create(request('sandbox/cancelled')));
  const stateOf = async () => (await owner.get<Detail>(`${path}/runs/${id}`)).run.state;
  await expect.poll(stateOf, { interval: 20 }).toBe('needs_reconciliation');
  await db.query("update run_queue set due_at = now() + interval '1 hour'");
  await db.query(
    "update run set updated_at = now() - interval '3 s', next_check_at = now() + interval '1 hour'",
  );
  expect(await stateOf()).toBe('needs_reconciliation');

  const ask = { method: 'POST', path: `${path}/runs/${id}/look-up` };
  const answers = await Promise.all([1, 2, 3].map(() => owner.send(ask)));
  const states = answers.map((answer) => bodyOf<Detail>(answer).run.state);
  expect(states).toEqual(['failed', 'failed', 'failed']);
  expect(await db.query('select look_ups from run')).toEqual([{ look_ups: 1 }]);
  await patient.close();
});

test('a run that needs no look-up is answered as it is', async () => {
  const run = await ended('sandbox/echo');
  const path = `${customer.path}/runs/${run.id}/look-up`;
  const { run: same } = bodyOf<Detail>(await customer.owner.send({ method: 'POST', path }));
  expect(same).toEqual(run);
  const nothing = `${customer.path}/runs/run_nonsense`;
  problemOf(await customer.owner.send({ path: nothing }), 'not_found');
  problemOf(await customer.owner.send({ method: 'POST', path: `${nothing}/look-up` }), 'not_found');
});
