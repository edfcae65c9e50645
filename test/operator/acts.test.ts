/** What an admin does in the console: once, with a reason, and with a trail that shows the workspace what concerns it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AuditEventList, Workspace } from '../../openapi/generated/dashboard.ts';
import type { OperatorActList, WorkspaceDetail } from '../../openapi/generated/operator.ts';
import { bodyOf, type Customer, type Person } from '../dashboard/fixtures.ts';
import {
  COMPUTE_JOBS,
  problemOf,
  RUNS,
  request,
  runOf,
  TOOL_RUNS,
  unique,
} from '../support/service.ts';
import { type Console, startConsole } from './fixtures.ts';

let console: Console;
let customer: Customer;
let admin: Person;

beforeAll(async () => {
  console = await startConsole();
  customer = await console.dashboard.customer();
  admin = await console.operator(customer.tenant.workspace, 'admin');
});
afterAll(() => console.close());

const path = () => `/workspaces/${customer.id}`;
const trail = async () =>
  (await customer.owner.get<AuditEventList>(`${customer.path}/audit-events`)).data;
const read = async <T>(at: string) =>
  bodyOf<T>(await console.send({ path: at, cookie: admin.cookie }));

function act(name: string, body: object, requestKey = unique('click')) {
  const headers = { 'Idempotency-Key': requestKey };
  const method = name === 'quotas' ? 'PATCH' : 'POST';
  return console.send({ method, path: `${path()}/${name}`, cookie: admin.cookie, headers, body });
}

it('gives credit once for a request key, and refuses the key for anything else', async () => {
  const { db } = console.dashboard.service.database;
  const { walletAmount: before } = await read<WorkspaceDetail>(path());
  const requestKey = unique('click');
  const body = { amount: 1_000, reason: ' an outage ' };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => act('credits', body, requestKey)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  problemOf(await act('credits', { ...body, amount: 2_000 }, requestKey), 'conflict');
  problemOf(await act('suspension', { reason: 'an outage' }, requestKey), 'conflict');
  const grant = { amount: 500, category: 'goodwill', expiresAt: '2035-01-01T00:00:00.000Z' };
  const granting = unique('click');
  await act('grants', { ...grant, reason: 'sorry' }, granting);
  const shown = bodyOf<WorkspaceDetail>(
    await act('grants', { ...grant, reason: 'sorry' }, granting),
  );
  expect(shown.walletAmount).toBe(before + 1_500);
  const entries = await db.query(
    `select kind, amount from ledger_entry where workspace = $1 and external_reference like 'console %' order by id`,
    [customer.tenant.workspace],
  );
  expect(entries).toEqual([
    { kind: 'top_up', amount: 1_000 },
    { kind: 'grant', amount: 500 },
  ]);
  const by = { name: admin.name, email: admin.email };
  expect(shown.acts).toMatchObject([
    { kind: 'credit_granted', via: 'console', reason: 'sorry', by, detail: grant },
    { kind: 'wallet_credited', via: 'console', reason: 'an outage', by, detail: { amount: 1_000 } },
  ]);
});

it('shows the workspace the act and its reason, and not the person', async () => {
  const events = (await trail()).slice(0, 2);
  expect(events).toMatchObject([
    { kind: 'credit_granted', detail: { amount: 500, reason: 'goodwill', why: 'sorry' } },
    { kind: 'wallet_credited', detail: { amount: 1_000, why: 'an outage' } },
  ]);
  for (const event of events) expect(event).not.toHaveProperty('actor');
});

it('changes a limit, and lets the default apply again', async () => {
  const limitOf = ({ quotas }: WorkspaceDetail) =>
    quotas.find(({ quota }) => quota === 'spans')!.limit;
  const before = limitOf(await read<WorkspaceDetail>(path()));
  const set = (limit: number | null) => act('quotas', { quota: 'spans', limit, reason: 'agreed' });
  const changed = bodyOf<WorkspaceDetail>(await set(7));
  expect(limitOf(changed)).toBe(7);
  expect(changed.acts[0]).toMatchObject({ kind: 'quota_changed', reason: 'agreed' });
  expect((await trail())[0]).toMatchObject({ kind: 'quota_changed', detail: { limit: 7 } });
  expect(limitOf(bodyOf(await set(null)))).toBe(before);
});

it('refuses an act without a reason, an amount or a request key, and does nothing', async () => {
  const before = await trail();
  problemOf(await act('credits', { amount: 1_000, reason: '   ' }), 'invalid_request');
  problemOf(await act('credits', { amount: 0, reason: 'a reason' }), 'invalid_request');
  problemOf(
    await act('grants', {
      ...{ amount: 1, category: 'goodwill', reason: 'a reason' },
      expiresAt: '2020-01-01T00:00:00.000Z',
    }),
    'invalid_request',
  );
  problemOf(await act('quotas', { quota: 'nothing', limit: 1, reason: 'x' }), 'invalid_request');
  const body = { amount: 1, reason: 'a reason' };
  const withoutKey = { path: `${path()}/credits`, cookie: admin.cookie, body };
  problemOf(await console.send(withoutKey), 'invalid_request');
  expect(await trail()).toEqual(before);
});

it('suspends: creates of every kind are refused before a hold, all else goes on, and resuming ends it', async () => {
  const { db } = console.dashboard.service.database;
  const { tenant, owner } = customer;
  const requestKey = unique('request');
  const run = await tenant.end(
    runOf(await tenant.create(request('sandbox/echo'), { requestKey })).id,
  );
  const inFlight = runOf(await tenant.create(request('sandbox/slow')));
  const key = unique('click');
  const reason = 'The card was stolen';
  const shown = bodyOf<WorkspaceDetail>(await act('suspension', { reason }, key));
  expect(shown.workspace.suspension).toEqual({ since: expect.any(String), reason });
  expect((await act('suspension', { reason }, key)).status).toBe(200);
  problemOf(await act('suspension', { reason }), 'conflict');

  const holds = () =>
    db.query(`select count(*)::int as n from ledger_entry where workspace = $1 and kind = 'hold'`, [
      tenant.workspace,
    ]);
  const before = await holds();
  const creates = [
    () => tenant.create(request('sandbox/echo')),
    () => tenant.create({ tool: 'sandbox/echo', input: {} }, { path: TOOL_RUNS }),
    () =>
      tenant.create(
        { environment: 'javascript', timeoutSeconds: 60, source: '1' },
        { path: COMPUTE_JOBS },
      ),
  ];
  for (const create of creates) problemOf(await create(), 'workspace_suspended');
  const click = {
    path: `${customer.path}/playground/runs`,
    headers: { 'Idempotency-Key': unique('click') },
    body: {
      model: 'sandbox/echo',
      messages: [{ role: 'user', content: 'Hello' }],
      maxOutputTokens: 10,
    },
  };
  problemOf(await owner.send(click), 'run_refused');
  expect(await holds()).toEqual(before);

  // A known request key finds its run, everything can be read, and a run in flight ends with its money.
  expect(runOf(await tenant.create(request('sandbox/echo'), { requestKey })).id).toBe(run.id);
  expect((await tenant.get(`${RUNS}/${run.id}`)).status).toBe(200);
  expect(await tenant.end(inFlight.id)).toMatchObject({ state: 'completed' });
  expect((await owner.get<Workspace>(customer.path)).suspension).toMatchObject({ reason });
  expect((await trail()).find(({ kind }) => kind === 'workspace_suspended')).toMatchObject({
    kind: 'workspace_suspended',
    detail: { why: reason },
  });

  const resumed = bodyOf<WorkspaceDetail>(await act('resumption', { reason: 'A new card' }));
  expect(resumed.workspace).not.toHaveProperty('suspension');
  expect((await tenant.create(request('sandbox/echo'))).status).toBeLessThan(300);
  problemOf(await act('resumption', { reason: 'again' }), 'conflict');
});

it('lists the acts of all operators, newest first and page by page, also those of the command line', async () => {
  const viewer = await console.operator(customer.tenant.workspace, 'viewer');
  const { data, nextCursor } = await read<OperatorActList>('/acts?limit=2');
  expect(data).toMatchObject([
    { kind: 'operator_added', via: 'command_line', detail: { role: 'viewer' } },
    { kind: 'workspace_resumed', via: 'console', workspace: { id: customer.id } },
  ]);
  expect(data[0]!.person).toMatchObject({ email: viewer.email });
  expect(data[0]).not.toHaveProperty('by');
  const cursor = encodeURIComponent(nextCursor!);
  const older = await read<OperatorActList>(`/acts?limit=2&cursor=${cursor}`);
  expect(older.data[0]!.kind).toBe('workspace_suspended');
  const other = await console.dashboard.customer();
  expect((await read<OperatorActList>(`/acts?workspaceId=${other.id}`)).data).toEqual([]);
  expect((await read<OperatorActList>('/acts?workspaceId=nothing')).data).toEqual([]);
});
