/**
 * Every operation of the operator's API, against everybody who may not have it. The operations and their roles come from
 * the document: a new one is in the matrix at once.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperatorActList } from '../../openapi/generated/operator.ts';
import {
  addOperator,
  listOperators,
  removeOperator,
  removeSecondFactor,
} from '../../server/people/index.ts';
import { bodyOf, type Customer, type Person } from '../dashboard/fixtures.ts';
import { type DocumentedOperation, ofOperator } from '../support/contract.ts';
import { problemOf } from '../support/service.ts';
import { type Console, type RequestParts, requestOf, startConsole } from './fixtures.ts';

const HOUR_MS = 3_600_000;

let console: Console;
let customer: Customer;
let viewer: Person;
let admin: Person;
let names: Record<string, string>;

beforeAll(async () => {
  console = await startConsole({ parts: ['api'] });
  customer = await console.dashboard.customer();
  const { workspace } = customer.tenant;
  viewer = await console.operator(workspace, 'viewer');
  admin = await console.operator(workspace, 'admin');
  names = { workspaceId: customer.id };
});
afterAll(() => console.close());

const { operations } = ofOperator;
/** It brings the proof, so it needs none. */
const proving = (id: string) => id === 'createProof';
const acts = operations.filter(({ id, method }) => method !== 'GET' && !proving(id));

function send(operation: DocumentedOperation, person?: Person, parts: RequestParts = {}) {
  return console.send({ ...requestOf(operation, names, parts), cookie: person?.cookie });
}

/** Everything that a request could have changed. */
function rows() {
  return console.dashboard.service.database.db.query(
    `select (select count(*) from ledger_entry) as entries, (select count(*) from quota) as quotas,
       (select count(*) from audit_event) as events,
       (select count(*) from operator_act) as acts, (select json_agg(w order by w.id) from workspace w) as workspaces,
       (select count(*) from run) as runs, (select json_agg(o) from operator_role o) as operators`,
  );
}

async function refused(answer: ReturnType<typeof send>, status: number, code: string) {
  const { status: answered, ...rest } = await answer;
  problemOf({ status: answered, ...rest }, code);
  expect(answered).toBe(status);
}

describe.each(operations)('$id', (operation) => {
  it('refuses no session, a made-up one and an API key with 401, and does nothing', async () => {
    const before = await rows();
    const madeUp = { Cookie: '__Host-session=bm90IGEgc2Vzc2lvbiBhdCBhbGwsIHJlYWxseQ' };
    const key = { Authorization: `Bearer ${customer.tenant.key.key}` };
    for (const headers of [{}, madeUp, key]) {
      await refused(send(operation, undefined, { headers }), 401, 'unauthenticated');
    }
    expect(await rows()).toEqual(before);
  });

  it('answers an owner of a workspace who is no operator 404, with a second factor or without', async () => {
    const before = await rows();
    const { owner } = customer;
    await refused(send(operation, owner), 404, 'not_found');
    await console.stand(owner, {});
    await refused(send(operation, owner), 404, 'not_found');
    expect(await rows()).toEqual(before);
  });

  it('refuses an operator without a second factor with 403 second_factor_missing', async () => {
    const before = await rows();
    await console.stand(admin, { hasFactor: false });
    await refused(send(operation, admin), 403, 'second_factor_missing');
    await console.stand(admin, {});
    expect(await rows()).toEqual(before);
  });

  it('is for the role that the document names, and for those above it', async () => {
    const before = await rows();
    const lets = operation.role === 'viewer' ? [viewer, admin] : [admin];
    if (operation.role === 'admin') {
      await refused(send(operation, viewer), 403, 'forbidden');
      expect(await rows()).toEqual(before);
    }
    for (const person of lets) {
      // The code of the proof is wrong, which only an operator learns.
      expect((await send(operation, person)).status).toBe(proving(operation.id) ? 401 : 200);
    }
  });

  it('takes no change from another site', async () => {
    if (operation.method === 'GET') return;
    const before = await rows();
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'https://evil.example' },
    ]) {
      await refused(send(operation, admin, { headers }), 403, 'cross_site');
    }
    expect(await rows()).toEqual(before);
  });
});

describe.each(operations.filter(({ id }) => !proving(id)))('$id', (operation) => {
  it('refuses a session without a code with 403 proof_needed', async () => {
    const before = await rows();
    await console.stand(admin, { provenMsAgo: null });
    await refused(send(operation, admin), 403, 'proof_needed');
    await console.stand(admin, {});
    expect(await rows()).toEqual(before);
  });
});

it('lets a code of 13 hours ago read, and not act', async () => {
  await console.stand(admin, { provenMsAgo: 13 * HOUR_MS });
  for (const operation of operations.filter(({ method }) => method === 'GET')) {
    expect((await send(operation, admin)).status).toBe(200);
  }
  for (const operation of acts) await refused(send(operation, admin), 403, 'proof_needed');
  await console.stand(admin, {});
});

it('knows an operator that the command line has removed no more', async () => {
  const { db } = console.dashboard.service.database;
  const gone = await console.operator(customer.tenant.workspace, 'admin');
  const [operation] = operations;
  expect((await send(operation!, gone)).status).toBe(200);
  expect(await removeOperator(db, gone.email)).toBe(true);
  await refused(send(operation!, gone), 404, 'not_found');
});

it('takes nobody by an address that the user has not proven, unless the command says so', async () => {
  const { db } = console.dashboard.service.database;
  const { email } = await console.dashboard.person(customer.tenant.workspace, 'member');
  await expect(addOperator(db, { email, role: 'admin' })).rejects.toThrow(/--unverified/);
  expect((await listOperators(db)).map((operator) => operator.email)).not.toContain(email);
  await db.query('update app_user set email_verified = true where email = $1', [email]);
  expect(await addOperator(db, { email, role: 'viewer' })).toMatchObject({ email });
});

it('ends the role with the second factor, and trusts no session that the old one had proven', async () => {
  const { db } = console.dashboard.service.database;
  const person = await console.operator(customer.tenant.workspace, 'admin');
  const { email } = person;
  expect(await removeSecondFactor(db, email)).toBe(true);
  await refused(send(operations[0]!, person), 404, 'not_found');
  expect((await listOperators(db)).map((operator) => operator.email)).not.toContain(email);
  const { data } = bodyOf<OperatorActList>(
    await console.send({ path: '/acts', cookie: viewer.cookie }),
  );
  expect(data[0]).toMatchObject({ kind: 'operator_removed', via: 'rule', person: { email } });

  await db.query(
    `insert into second_factor (user_id, secret, confirmed_at)
     select id, 'another', now() from app_user where email = $1`,
    [email],
  );
  await refused(send(operations[0]!, person), 404, 'not_found');
  await addOperator(db, { email, role: 'viewer', isTheirs: true });
  await refused(send(operations[0]!, person), 403, 'proof_needed');
});

it('opens nothing of other APIs, and is opened by none of their roles', () => {
  expect(new Set(operations.map(({ path }) => path.split('/')[2]))).toEqual(new Set(['operator']));
  const roles = new Set(operations.map(({ role }) => role));
  expect([...roles].filter((role) => role !== 'viewer' && role !== 'admin')).toEqual([]);
});
