/** Another name, another expiry and another credit of a key that there is, with the money that moves for it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { problemOf, RUNS, request, runOf, unique } from '../support/service.ts';
import { type BodyOf, bodyOf, type Customer, type Dashboard, startDashboard } from './fixtures.ts';

type Created = BodyOf<'createKey', 201>;
type Key = BodyOf<'getKey'>;
type Wallet = BodyOf<'getWallet'>;

let dashboard: Dashboard;
let customer: Customer;

beforeAll(async () => {
  dashboard = await startDashboard();
  customer = await dashboard.customer();
});
afterAll(() => dashboard.close());

async function make(more: object = {}): Promise<Created> {
  const headers = { 'Idempotency-Key': unique('click') };
  const body = { name: 'a key', scopes: ['models:read', 'models:run'], ...more };
  return bodyOf(await customer.owner.send({ path: `${customer.path}/keys`, body, headers }));
}

const change = ({ id }: Pick<Key, 'id'>, body: unknown) =>
  customer.owner.send({ method: 'PATCH', path: `${customer.path}/keys/${id}`, body });
const wallet = () => customer.owner.get<Wallet>(`${customer.path}/wallet`);
const usingKey = (secret: string) => customer.tenant.as({ ...customer.tenant.key, key: secret });

test('a key is renamed, and the audit trail has the name', async () => {
  const { key } = await make();
  const renamed = bodyOf<Key>(await change(key, { name: ' Invoices ' }));
  expect(renamed).toEqual({ ...key, name: 'Invoices' });
  problemOf(await change(key, { name: '  ' }), 'invalid_request');
  const { data } = await customer.owner.get<BodyOf<'listAuditEvents'>>(
    `${customer.path}/audit-events`,
  );
  expect(data[0]).toMatchObject({ kind: 'key_changed', detail: { keyId: key.id } });
});

test('an expiry is set, moved and taken away, and is never in the past', async () => {
  const { key } = await make();
  const expiresAt = '2099-12-31T00:00:00.000Z';
  expect(bodyOf<Key>(await change(key, { expiresAt })).expiresAt).toBe(expiresAt);
  const past = await change(key, { expiresAt: '2020-01-01T00:00:00Z' });
  expect(problemOf(past, 'invalid_request').errors).toMatchObject([{ pointer: '#/expiresAt' }]);
  expect(bodyOf<Key>(await change(key, { expiresAt: null }))).toEqual(key);
});

test('credit moves between the wallet and the key, whichever way, and a repeat moves nothing', async () => {
  const { availableAmount: before } = await wallet();
  const { key } = await make({ creditAmount: 5_000_000 });
  for (const creditAmount of [9_000_000, 9_000_000, 2_000_000, 0, 3_000_000]) {
    expect(bodyOf<Key>(await change(key, { creditAmount })).creditAmount).toBe(creditAmount);
    const { availableAmount, keyCreditAmount } = await wallet();
    expect([availableAmount, keyCreditAmount]).toEqual([before - creditAmount, creditAmount]);
  }
  await change(key, { creditAmount: 0 });
  expect((await wallet()).availableAmount).toBe(before);
});

test('what the wallet does not have changes nothing', async () => {
  const { key } = await make({ creditAmount: 5_000_000 });
  const { availableAmount } = await wallet();
  const body = { name: 'another', creditAmount: availableAmount + 5_000_001 };
  expect(problemOf(await change(key, body), 'insufficient_credit')).toMatchObject({
    ...{ requiredAmount: availableAmount + 1, availableAmount },
  });
  expect(await customer.owner.get<Key>(`${customer.path}/keys/${key.id}`)).toEqual(key);
});

test('a key that has spent the wallet gets credit of its own, and spends that', async () => {
  const { key, secret } = await make();
  const fallback = await change(key, { walletFallback: true });
  expect(problemOf(fallback, 'invalid_request').errors).toMatchObject([
    { pointer: '#/walletFallback' },
  ]);
  const body = { creditAmount: 5_000_000, walletFallback: true };
  expect(bodyOf<Key>(await change(key, body))).toMatchObject({
    ...{ paysFrom: 'key_credit', creditAmount: 5_000_000, walletFallback: true },
  });
  const tenant = usingKey(secret);
  const { chargedAmount } = await tenant.end(
    runOf(await tenant.create(request('sandbox/echo'))).id,
  );
  expect(await customer.owner.get<Key>(`${customer.path}/keys/${key.id}`)).toMatchObject({
    creditAmount: 5_000_000 - chargedAmount!,
  });
  expect((await tenant.send({ path: RUNS })).status).toBe(200);
});

test('the successor of a key shares the credit with it', async () => {
  const { key, secret } = await make();
  const rotated = bodyOf<BodyOf<'rotateKey', 201>>(
    await customer.owner.send({
      path: `${customer.path}/keys/${key.id}/rotation`,
      body: { overlapSeconds: 600 },
    }),
  );
  await change(rotated.key, { creditAmount: 4_000_000 });
  const old = usingKey(secret);
  const { chargedAmount } = await old.end(runOf(await old.create(request('sandbox/echo'))).id);
  const now = await customer.owner.get<Key>(`${customer.path}/keys/${rotated.key.id}`);
  expect(now.creditAmount).toBe(4_000_000 - chargedAmount!);
});
