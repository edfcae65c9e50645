/** What operators see of workspaces: sums that agree with the ledger, in pages, and nothing of what runs said. */
import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type {
  Operator,
  WorkspaceDetail,
  WorkspaceList,
  Workspace as WorkspaceRow,
} from '../../openapi/generated/operator.ts';
import { addOperator } from '../../server/people/index.ts';
import { idToUuid } from '../../server/platform/lib/ids.ts';
import { bodyOf, type Customer, cookieOf, PASSWORD, type Person } from '../dashboard/fixtures.ts';
import { ofOperator } from '../support/contract.ts';
import { problemOf, request, runOf, unique } from '../support/service.ts';
import { type Console, contract, requestOf, startConsole } from './fixtures.ts';

const CANARY = 'a sentence that only the customer may read';

let console: Console;
let customer: Customer;
let viewer: Person;

beforeAll(async () => {
  console = await startConsole();
  customer = await console.dashboard.customer();
  viewer = await console.operator(customer.tenant.workspace, 'viewer');
  const { tenant } = customer;
  for (const model of ['sandbox/echo', 'sandbox/echo', 'sandbox/refused']) {
    const body = request(model, { messages: [{ role: 'user', content: CANARY }] });
    await tenant.end(runOf(await tenant.create(body)).id);
  }
});
afterAll(() => console.close());

const get = async <Body>(path: string): Promise<Body> =>
  bodyOf<Body>(await console.send({ path, cookie: viewer.cookie }));
const detailOf = (id = customer.id) => get<WorkspaceDetail>(`/workspaces/${id}`);

it('shows the money that the ledger has', async () => {
  const { db } = console.dashboard.service.database;
  const [ledger] = await db.query<{ provider: number; fee: number; credit: number }>(
    `select coalesce(sum(amount) filter (where kind = 'capture_provider'), 0)::bigint as provider,
       coalesce(sum(amount) filter (where kind = 'capture_fee'), 0)::bigint as fee,
       coalesce(sum(amount) filter (where kind = 'top_up'), 0)::bigint as credit
     from ledger_entry where workspace = $1`,
    [customer.tenant.workspace],
  );
  const { workspace: row, last24Hours, ...detail } = await detailOf();
  expect(ledger!.provider).toBeGreaterThan(0);
  for (const sums of [row.last30Days, last24Hours]) {
    expect(sums).toMatchObject({
      ...{ runs: 3, failedRuns: 1, providerAmount: ledger!.provider, feeAmount: ledger!.fee },
      ...{ chargedAmount: ledger!.provider + ledger!.fee, lostAmount: 0, storageAmount: 0 },
      ...{ marginAmount: ledger!.fee, toppedUpAmount: ledger!.credit, paidAmount: 0 },
    });
  }
  expect(row.availableAmount).toBe(ledger!.credit - ledger!.provider - ledger!.fee);
  expect(detail).toMatchObject({
    ...{ walletAmount: row.availableAmount, keyCreditAmount: 0, pendingRuns: 0 },
    spentAmount: ledger!.provider + ledger!.fee,
    kinds: [{ kind: 'model_run', runs: 3, failedRuns: 1 }],
    failures: [{ runs: 1 }],
    ...{ keys: { active: 1, ended: 0 }, people: { members: 2, owners: 1, withSecondFactor: 1 } },
    payments: [],
  });
});

it('adds closed hours, losses, stored bytes and payments to that, each in its time', async () => {
  const { db } = console.dashboard.service.database;
  const other = await console.dashboard.customer();
  const { workspace } = other.tenant;
  const before = (await detailOf(other.id)).workspace.last30Days;
  const hour = (hours: number) => `date_trunc('hour', now()) - interval '${hours} hours'`;
  for (const [hours, charged] of [
    [48, 1_050],
    [31 * 24, 7_777],
  ] as const) {
    await db.query(
      `insert into usage_hour (workspace, hour, kind, subject, api_key, state, error_code, prompt_id, prompt_version,
         runs, charged, fee, usage, latencies)
       values ($1, ${hour(hours)}, 'model_run', 'sandbox/echo', $1, 'completed', '', '', '', 2, $2, 50, '{}', '')`,
      [workspace, charged],
    );
  }
  await db.query(`insert into usage_closed values ($1, ${hour(1)})`, [workspace]);
  await db.query(
    `insert into ledger_entry (workspace, account, kind, debit_bucket, credit_bucket, amount, external_reference)
     select $1, a.id, v.kind, v.debit, v.credit, v.amount, 'a reference' from account a
     cross join (values ('loss', 'external', 'storage', 20), ('payment', 'external', 'available', 500),
       ('refund', 'available', 'external', 120)) v (kind, debit, credit, amount)
     where a.workspace = $1 and a.kind = 'wallet'`,
    [workspace],
  );
  await db.query(
    `insert into storage_charge (workspace, day, bytes, price, amount)
     values ($1, (now() at time zone 'UTC')::date, 1000000000, 30, 30)`,
    [workspace],
  );
  const { workspace: row, last24Hours } = await detailOf(other.id);
  expect(row.last30Days).toEqual({
    ...before,
    ...{ runs: 2, failedRuns: 0, chargedAmount: 1_050, providerAmount: 1_000, feeAmount: 50 },
    ...{ storageAmount: 30, lostAmount: 20, marginAmount: 60, paidAmount: 380 },
  });
  expect(last24Hours).toMatchObject({ runs: 0, chargedAmount: 0, marginAmount: 10 });
});

it('lists all workspaces in pages, newest first, and finds them by name and id', async () => {
  const others = [await console.dashboard.customer(), await console.dashboard.customer()];
  const found: WorkspaceRow[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: WorkspaceList = await get(
      `/workspaces?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`,
    );
    expect(page.data).toHaveLength(1);
    found.push(...page.data);
    cursor = page.nextCursor;
  }
  const ids = found.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].sort().reverse());
  expect(ids).toEqual(expect.arrayContaining([customer.id, ...others.map(({ id }) => id)]));
  const { name } = found.find(({ id }) => id === customer.id)!;
  for (const search of [name.toUpperCase(), customer.id]) {
    const { data } = await get<WorkspaceList>(`/workspaces?search=${encodeURIComponent(search)}`);
    expect(data.map(({ id }) => id)).toEqual([customer.id]);
  }
  expect((await get<WorkspaceList>('/workspaces?search=nobody%25')).data).toEqual([]);
});

it('shows nothing of what was asked or answered', async () => {
  for (const operation of ofOperator.operations.filter(({ method }) => method === 'GET')) {
    const ask = requestOf(operation, { workspaceId: customer.id });
    const { status, text } = await console.send({ ...ask, cookie: viewer.cookie });
    expect(status).toBe(200);
    expect(text).not.toContain(CANARY);
  }
});

it('opens with a code of the app: at the sign-in, or later, and each code once', async () => {
  const person = await console.dashboard.person(customer.tenant.workspace, 'member');
  await addOperator(console.dashboard.service.database.db, {
    email: person.email,
    role: 'admin',
    isTheirs: true,
  });
  const me = (cookie: string) => console.send({ path: '/me', cookie });
  problemOf(await me(person.cookie), 'second_factor_missing');
  const { secret } = bodyOf<{ secret: string }>(
    await person.send({ path: '/me/second-factor', body: { currentPassword: PASSWORD } }),
  );
  const app = createOTP(Buffer.from(base32.decode(secret)).toString());
  /** Each is of a later step than the one before, however slow the machine is. */
  const codeOf = (later: number) => app.hotp(Math.floor(Date.now() / 30_000) + later);
  const first = { code: await codeOf(-1) };
  bodyOf(await person.send({ path: '/me/second-factor/confirmation', body: first }));
  // The code that turned it on is a proof as well.
  expect((await me(person.cookie)).status).toBe(200);

  const { db } = console.dashboard.service.database;
  await db.query('update user_session set proven_at = null where user_id = $1', [
    idToUuid('user', person.id),
  ]);
  problemOf(await me(person.cookie), 'proof_needed');
  const proof = { path: '/proof', cookie: person.cookie };
  problemOf(await console.send({ ...proof, body: first }), 'wrong_credentials');
  const { provenUntil } = bodyOf<Operator>(
    await console.send({ ...proof, body: { code: await codeOf(0) } }),
  );
  expect(Date.parse(provenUntil)).toBeGreaterThan(Date.now() + 11 * 3_600_000);
  expect((await me(person.cookie)).status).toBe(200);

  const body = { email: person.email, password: PASSWORD, code: await codeOf(1) };
  const entered = await console.dashboard.send({ path: '/session', body });
  expect((await me(cookieOf(entered))).status).toBe(200);
});

it('refuses what breaks the contract, and answers all that it promises', async () => {
  const { cookie } = await console.operator(customer.tenant.workspace, 'admin');
  for (const operation of ofOperator.operations) {
    const send = (parts: Parameters<typeof requestOf>[2]) =>
      console.send({ ...requestOf(operation, { workspaceId: customer.id }, parts), cookie });
    problemOf(await send({ query: 'nonsense[]=1' }), 'invalid_request');
    problemOf(await send({ headers: { 'X-Large': 'x'.repeat(20_000) } }), 'headers_too_large');
    const { path } = requestOf(operation, { workspaceId: customer.id });
    problemOf(await console.send({ method: 'PUT', path, cookie }), 'method_not_allowed');
    if (operation.path.includes('{')) {
      const unknown = requestOf(operation, { workspaceId: 'nonsense' });
      problemOf(await console.send({ ...unknown, cookie }), 'not_found');
    }
    // In the order of the document: what is suspended is resumed.
    if (operation.role === 'admin') expect((await send({})).status).toBe(200);
    if (!operation.takesBody) continue;
    problemOf(await send({ body: '{' }), 'malformed_json');
    problemOf(await send({ body: { nonsense: true } }), 'invalid_request');
    problemOf(await send({ body: 'x'.repeat(65_537) }), 'payload_too_large');
    const headers = { 'Content-Type': 'text/plain' };
    problemOf(await send({ body: '{}', headers }), 'unsupported_media_type');
  }
  problemOf(await console.send({ path: '/workspaces?cursor=broken', cookie }), 'invalid_cursor');
  const promised = [...ofOperator.documented().statuses];
  const { statuses } = contract.seen();
  const rest = promised.filter((each) => !statuses.has(each) && !ELSEWHERE.test(each));
  expect(rest).toEqual([]);
});

/** Refusals by session, role and state, which other files have; and those of a failing service or a slow or restless caller. */
const ELSEWHERE = / (401|403|404|408|409|429|500|503)$/;

it('refuses codes that are guessed', async () => {
  const person = await console.operator(customer.tenant.workspace, 'viewer');
  const guess = () =>
    console.send({
      path: '/proof',
      cookie: person.cookie,
      body: { code: unique('x').slice(0, 6) },
    });
  let answer = await guess();
  while (answer.status === 401) answer = await guess();
  problemOf(answer, 'rate_limited');
});
