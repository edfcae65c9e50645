/** Exports in the dashboard: a month as a file, and saved exports, which people and programs share. */
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { SAVED_EXPORTS } from '../support/metrics.ts';
import { jsonOf, problemOf, request, runOf, unique } from '../support/service.ts';
import {
  API,
  type BodyOf,
  bodyOf,
  type Customer,
  type Dashboard,
  startDashboard,
} from './fixtures.ts';

type Saved = BodyOf<'createWorkspaceSavedExport', 201>;

let dashboard: Dashboard;
let customer: Customer;
beforeAll(async () => {
  dashboard = await startDashboard();
  customer = await dashboard.customer();
});
afterAll(() => dashboard.close());

const CHARGES = { name: 'Charges', dataset: 'charges', format: 'ndjson', period: 'current_month' };

const save = (more: object = {}, requestKey = unique('click'), { owner, path } = customer) =>
  owner.send({
    path: `${path}/saved-exports`,
    headers: { 'Idempotency-Key': requestKey },
    body: { ...CHARGES, ...more },
  });
const saved = async (more: object = {}) => bodyOf<Saved>(await save(more));
const pathOf = ({ id }: Saved, { path } = customer) => `${path}/saved-exports/${id}`;

async function charged(endUserId: string): Promise<string> {
  const { tenant } = customer;
  const run = runOf(await tenant.create(request('sandbox/echo', { attribution: { endUserId } })));
  return (await tenant.end(run.id)).id;
}

test('what a person saves, a program reads, and the other way round; each act is on record', async () => {
  const { owner, path, tenant } = customer;
  const run = await charged('ada');
  await charged('grace');
  const byPerson = await saved({ endUserId: 'ada' });
  const options = { path: SAVED_EXPORTS, requestKey: unique('export') };
  const byProgram = jsonOf(await tenant.create(CHARGES, options)) as Saved;
  const { data } = await owner.get<{ data: Saved[] }>(`${path}/saved-exports`);
  expect(data).toEqual([byProgram, byPerson]);

  const file = await owner.send({ path: `${pathOf(byPerson)}/file` });
  expect(file.headers.get('content-disposition')).toMatch(/"charges-[\d-]{10}\.ndjson"$/);
  expect(file.headers.get('cache-control')).toBe('no-store');
  const lines = file.text.trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { runId: string }).runId)).toEqual([run]);
  expect((await tenant.get(`${SAVED_EXPORTS}/${byPerson.id}/file`)).text).toBe(file.text);

  for (const one of [byPerson, byProgram]) {
    expect((await owner.send({ method: 'DELETE', path: pathOf(one) })).status).toBe(204);
    problemOf(await owner.send({ path: `${pathOf(one)}/file` }), 'not_found');
    problemOf(await tenant.get(`${SAVED_EXPORTS}/${one.id}`), 'not_found');
  }
  const events = await owner.get<BodyOf<'listAuditEvents'>>(`${path}/audit-events?limit=4`);
  const acts = events.data.map(({ kind, actor, detail }) => [kind, actor?.id ?? detail.byKeyId]);
  expect(acts).toEqual([
    ['saved_export_deleted', owner.id],
    ['saved_export_deleted', owner.id],
    ['saved_export_created', uuidToId('key', tenant.key.id)],
    ['saved_export_created', owner.id],
  ]);
});

test('a month of charges adds up to its statement in every format, also of one customer', async () => {
  const { owner, path } = customer;
  await charged('ada');
  const month = new Date().toISOString().slice(0, 7);
  const zone = `month=${month}&timeZone=UTC`;
  const statement = await owner.get<BodyOf<'getStatement'>>(`${path}/wallet/statement?${zone}`);
  const spent = statement.providerAmount + statement.feeAmount;
  const exported = (query: string) =>
    owner.send({ path: `${path}/month-export?dataset=charges&${zone}&${query}` });
  const sum = (rows: { chargedAmount: number | bigint }[]) =>
    rows.reduce((all, { chargedAmount }) => all + Number(chargedAmount), 0);
  const linesOf = (text: string) => text.trimEnd().split('\n');
  const parse = (text: string) =>
    linesOf(text).map((line) => JSON.parse(line) as { chargedAmount: number; endUserId: string });

  expect(sum(parse((await exported('format=ndjson')).text))).toBe(spent);
  const [head, ...rows] = linesOf((await exported('format=csv')).text).map((line) =>
    line.trimEnd().split(','),
  );
  const column = head!.indexOf('chargedAmount');
  expect(rows.reduce((all, cells) => all + Number(cells[column]), 0)).toBe(spent);
  const address = `${API}${path}/month-export?dataset=charges&${zone}&format=parquet`;
  const answer = await fetch(dashboard.service.url + address, {
    headers: { Cookie: owner.cookie },
  });
  expect(answer.headers.get('content-disposition')).toContain(`"charges-${month}-01.parquet"`);
  const file = await answer.arrayBuffer();
  expect(sum((await parquetReadObjects({ file })) as { chargedAmount: bigint }[])).toBe(spent);

  const ofAda = parse((await exported('format=ndjson&endUserId=ada')).text);
  expect(new Set(ofAda.map(({ endUserId }) => endUserId))).toEqual(new Set(['ada']));
});

test('two clicks save one export; another body with the key, and one more than a hundred, are a 409 conflict', async () => {
  const of = await dashboard.customer();
  const requestKey = unique('click');
  const [first, again] = await Promise.all([save({}, requestKey, of), save({}, requestKey, of)]);
  expect([first!.status, again!.status].toSorted()).toEqual([200, 201]);
  expect(first!.text).toBe(again!.text);
  problemOf(await save({ dataset: 'runs' }, requestKey, of), 'conflict');
  for (let i = 1; i < 100; i++) {
    expect((await save({ name: `${i}` }, unique('click'), of)).status).toBe(201);
  }
  problemOf(await save({ name: 'too many' }, unique('click'), of), 'conflict');
});

test('a saved export of another workspace is a 404', async () => {
  const other = await dashboard.customer();
  const one = await saved();
  const path = pathOf(one, other);
  problemOf(await other.owner.send({ path: `${path}/file` }), 'not_found');
  problemOf(await other.owner.send({ method: 'DELETE', path }), 'not_found');
  expect((await customer.owner.send({ path: `${pathOf(one)}/file` })).status).toBe(200);
});
