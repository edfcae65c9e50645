/** Customers, keys, webhook endpoints, saved exports, alerts and credit through the client: as the service answers, and when an answer is lost. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  ConflictError,
  ConnectionError,
  CustomerExistsError,
  createClient,
  EndUserBudgetReachedError,
  LimitReachedError,
  NotFoundError,
  UsageError,
} from '../../client/index.ts';
import { createManagement } from '../../client/management.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { ECHO } from './client-against.ts';

let service: TestService;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService({ validatesResponses: true });
  tenant = await service.tenant();
});
afterAll(() => service.close());

/** Loses as many answers as the test says, after the service has acted. */
function losing(lost: number) {
  let left = lost;
  return createManagement({
    ...{ baseUrl: service.url, apiKey: tenant.key.key, retry: { baseDelayMs: 1 } },
    fetch: async (sent: Request) => {
      const response = await fetch(sent);
      if (left-- > 0) throw new TypeError('cut off');
      return response;
    },
  });
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const listed: Item[] = [];
  for await (const item of items) listed.push(item);
  return listed;
}

it('a customer whose answers are lost is made once, changed, listed and erased', async () => {
  const { customers } = losing(2);
  const keys: string[] = [];
  const endUserId = 'Ada / Bakery ü';
  const customer = await customers.create(
    { endUserId, name: 'Ada', budgets: { totalAmount: 0 } },
    { onRequestKey: (key) => keys.push(key) },
  );
  expect(keys).toHaveLength(1);
  expect(customer).toMatchObject({ endUserId, budgets: [{ period: 'total', limitAmount: 0 }] });
  await expect(customers.create({ endUserId })).rejects.toBeInstanceOf(CustomerExistsError);

  const { modelRuns } = createClient({ baseUrl: service.url, apiKey: tenant.key.key });
  const refused = modelRuns.create({ ...ECHO, attribution: { endUserId } });
  await expect(refused).rejects.toBeInstanceOf(EndUserBudgetReachedError);
  await expect(refused).rejects.toBeInstanceOf(LimitReachedError);
  await expect(refused).rejects.toMatchObject({ limit: 0, period: 'total', available: 0 });

  expect(await customers.update(endUserId, { state: 'blocked', name: null })).toMatchObject({
    state: 'blocked',
  });
  await customers.create({ endUserId: 'second' });
  const listed = await all(customers.list({ limit: 1 }));
  expect(listed.map((each) => each.endUserId)).toEqual(['second', endUserId]);
  expect(await all(customers.list({ state: 'blocked' }))).toHaveLength(1);
  expect(await customers.erase(endUserId)).toMatchObject({ openRuns: 0 });
  await expect(customers.get(endUserId)).rejects.toBeInstanceOf(NotFoundError);
  await expect(customers.get('..')).rejects.toBeInstanceOf(UsageError);
  await customers.updateSettings({ defaultBudgets: { dayAmount: 7 } });
  expect((await customers.settings()).defaultBudgets).toEqual({ dayAmount: 7 });
});

it('a grant whose answer is lost is given once, spent, listed and revoked', async () => {
  const { customers } = losing(2);
  const endUserId = 'Packages / ü';
  await losing(0).customers.create({ endUserId });
  const grant = await customers.grant(endUserId, { amount: 7, note: 'Package' });
  expect(grant).toMatchObject({ amount: 7, leftAmount: 7, note: 'Package' });
  expect(await all(customers.grants(endUserId, { limit: 1 }))).toEqual([grant]);
  expect(await customers.getGrant(endUserId, grant.id)).toEqual(grant);
  expect((await customers.get(endUserId)).balance).toMatchObject({ availableAmount: 7 });
  const { modelRuns } = createClient({ baseUrl: service.url, apiKey: tenant.key.key });
  const refused = modelRuns.create({ ...ECHO, attribution: { endUserId } });
  await expect(refused).rejects.toMatchObject({ limit: 7, period: 'balance', available: 7 });
  expect(await customers.revokeGrant(endUserId, grant.id)).toMatchObject({ expiredAmount: 7 });
  await expect(customers.revokeGrant(endUserId, 'cgr_0')).rejects.toBeInstanceOf(NotFoundError);
  expect((await customers.update(endUserId, { hasBalance: false })).balance).toBeNull();
});

it('a key whose answer is lost is named by the conflict, and can be revoked', async () => {
  const { keys } = losing(1);
  const lost = keys.create({ name: 'lost', scopes: ['models:read'] }, { idempotencyKey: 'lost' });
  await expect(lost).rejects.toMatchObject({ requestKey: 'lost', keyId: expect.any(String) });
  const { keyId = '' } = (await lost.catch((error: unknown) => error)) as ConflictError;
  expect(await keys.revoke(keyId)).toMatchObject({ key: { id: keyId, status: 'revoked' } });
  const made = await keys.create({ name: 'shop', scopes: ['models:read'] });
  expect(made.secret).toMatch(/^mrk_/);
  expect(await keys.update(made.key.id, { dayLimitAmount: 5 })).toMatchObject({
    spendingLimits: [{ period: 'day', limitAmount: 5 }],
  });
  const rotated = await keys.rotate(made.key.id, { overlapSeconds: 0 });
  expect(rotated.secret).not.toBe(made.secret);
  expect(await keys.get(rotated.key.id)).toMatchObject({ name: 'shop' });
  expect((await all(keys.list({ status: 'active', limit: 1 }))).map(({ id }) => id)).toContain(
    rotated.key.id,
  );
});

it('an endpoint is made, rotated once even if the answer is lost, and deleted', async () => {
  const { webhookEndpoints } = losing(0);
  const input = { url: 'https://example.com/hooks', eventTypes: ['budget.reached' as const] };
  const { endpoint, secret } = await webhookEndpoints.create(input, { idempotencyKey: 'hooks' });
  const again = webhookEndpoints.create(input, { idempotencyKey: 'hooks' });
  await expect(again).rejects.toBeInstanceOf(ConflictError);
  await expect(again).rejects.toMatchObject({ problem: { endpointId: endpoint.id } });
  const unknown = losing(9).webhookEndpoints.rotate(endpoint.id, { overlapSeconds: 60 });
  await expect(unknown).rejects.toBeInstanceOf(ConnectionError);
  await expect(unknown).rejects.toMatchObject({ attempts: 1 });
  const rotated = await webhookEndpoints.rotate(endpoint.id, { overlapSeconds: 60 });
  expect(rotated.secret).not.toBe(secret);
  expect(await webhookEndpoints.update(endpoint.id, { status: 'disabled' })).toMatchObject({
    status: 'disabled',
  });
  expect(await all(webhookEndpoints.list())).toHaveLength(1);
  expect(await all(webhookEndpoints.messages(endpoint.id, { state: 'failed' }))).toEqual([]);
  await expect(webhookEndpoints.resend(endpoint.id, 'msg_none')).rejects.toMatchObject({
    code: 'not_found',
  });
  await losing(1).webhookEndpoints.delete(endpoint.id);
  await expect(webhookEndpoints.get(endpoint.id)).rejects.toBeInstanceOf(NotFoundError);
});

it('a saved export whose answer is lost is saved once, and its file has the charges of its period', async () => {
  const { savedExports } = losing(1);
  const input = {
    ...{ name: 'Books', dataset: 'charges' as const, format: 'ndjson' as const },
    period: 'current_month' as const,
  };
  const saved = await savedExports.create(input, { idempotencyKey: 'books' });
  expect(await savedExports.create(input, { idempotencyKey: 'books' })).toEqual(saved);
  expect(await all(savedExports.list({ limit: 1 }))).toEqual([await savedExports.get(saved.id)]);

  const { modelRuns } = createClient({ baseUrl: service.url, apiKey: tenant.key.key });
  const { id } = await modelRuns.createAndWait(ECHO);
  const linesAt = async (at: Date | undefined) => {
    const file = await savedExports.file(saved.id, { ...(at && { at }) });
    const text = await new Response(file).text();
    return text.split('\n').filter(Boolean);
  };
  const charges = await linesAt(undefined);
  expect(charges.map((line) => JSON.parse(line).runId)).toContain(id);
  expect(await linesAt(new Date('2025-07-15T00:00:00Z'))).toEqual([]);
  await expect(savedExports.file(saved.id, { at: new Date(NaN) })).rejects.toThrow(UsageError);
  await expect(savedExports.file('..')).rejects.toBeInstanceOf(UsageError);

  await losing(1).savedExports.delete(saved.id);
  await expect(savedExports.get(saved.id)).rejects.toBeInstanceOf(NotFoundError);
  await expect(savedExports.file(saved.id)).rejects.toBeInstanceOf(NotFoundError);
});

it('thresholds are set and turned off, and what was raised is listed', async () => {
  const { alerts } = losing(2);
  const set = await alerts.updateSettings({ lowBalanceAmount: 5, keyLimitPercent: null });
  expect(set).toMatchObject({ lowBalanceAmount: 5 });
  expect(await alerts.settings()).toEqual(set);
  expect(set).not.toHaveProperty('keyLimitPercent');
  expect(await all(alerts.list({ state: 'open', kind: 'credit.low' }))).toEqual([]);
});

it('a payment whose answer is lost is started once, and the auto-recharge is set and removed', async () => {
  const { billing } = losing(1);
  const { availableAmount, payments: bounds } = await billing.wallet();
  const amount = bounds!.leastAmount;
  const lost = losing(1).billing.createPayment({ amount }, { idempotencyKey: 'credit' });
  const payment = await lost;
  expect(payment).toMatchObject({ state: 'open', amount });
  expect(await billing.createPayment({ amount }, { idempotencyKey: 'credit' })).toEqual(payment);
  await expect(
    billing.createPayment({ amount: amount * 2 }, { idempotencyKey: 'credit' }),
  ).rejects.toMatchObject({ code: 'idempotency_key_reuse' });
  const paid = {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ card: 'succeeds' }),
  };
  await fetch(payment.checkoutUrl!, paid as RequestInit);
  await expect
    .poll(async () => (await billing.getPayment(payment.id)).state, { timeout: 60_000 })
    .toBe('succeeded');
  expect((await billing.wallet()).availableAmount).toBe(availableAmount + amount);
  expect((await all(billing.payments({ state: ['succeeded'] }))).map(({ id }) => id)).toEqual([
    payment.id,
  ]);
  const [newest] = await all(billing.entries({ limit: 1 }));
  expect(newest).toMatchObject({ kind: 'payment', amount });
  expect(await all(billing.grants())).toEqual([]);

  const terms = { thresholdAmount: amount, rechargeAmount: amount, monthCapAmount: amount };
  expect(await billing.setRecharge(terms)).toMatchObject({ state: 'needs_card' });
  expect((await billing.openCardPage()).checkoutUrl).toMatch(/^http/);
  await losing(1).billing.removeRecharge();
  expect(await billing.recharge()).not.toHaveProperty('thresholdAmount');
  expect(await billing.details()).toEqual({ address: [], taxIds: [] });
  expect((await billing.openDetailsPage()).billingUrl).toMatch(/^http/);
  await expect(billing.getPayment('..')).rejects.toBeInstanceOf(UsageError);
});
