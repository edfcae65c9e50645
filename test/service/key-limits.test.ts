/** What a key may spend and which models it may name, as a program with that key sees it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account, ModelList, ModelRunEstimate } from '../../client/index.ts';
import { changeKey, type KeyChange } from '../../server/keys/index.ts';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import {
  jsonOf,
  PLENTY,
  problemOf,
  RUNS,
  request,
  runOf,
  startService,
  type Tenant,
  type TestService,
  unique,
} from '../support/service.ts';

let service: TestService;
/** Carries out no run, so that created runs stay pending. */
let quiet: TestService;
let tenant: Tenant;
const echo = request('sandbox/echo');

beforeAll(async () => {
  service = await startService();
  quiet = await startService({ parts: ['api'] });
  tenant = await service.tenant();
});
afterAll(async () => {
  await service.close();
  await quiet.close();
});

async function withKey(of: Tenant, input: Parameters<Tenant['newKey']>[0]): Promise<Tenant> {
  return of.as(await of.newKey(input));
}

async function account(of: Tenant): Promise<Account> {
  const answer = await of.get('/v1/developer/account');
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return jsonOf(answer) as Account;
}

const change = ({ database }: TestService, { key }: Tenant, wanted: KeyChange) =>
  changeKey(database.db, { id: uuidToId('key', key.id), change: wanted });

async function holdOf(of: Tenant): Promise<number> {
  const answer = await of.send({ path: `${RUNS}/estimate`, body: echo });
  return (jsonOf(answer) as ModelRunEstimate).reservedAmount;
}

describe('a spending limit', () => {
  it('that does not leave the hold is 402 spending_limit_reached, and leaves the key free', async () => {
    const owner = await quiet.tenant();
    const hold = await holdOf(owner);
    const limited = await withKey(owner, { dayLimit: 2 * hold - 1, monthLimit: 10 * hold });
    expect((await limited.create(echo)).status).toBe(202);
    const requestKey = unique('request');
    const refused = await limited.create(echo, { requestKey });
    expect(refused.status).toBe(402);
    expect(problemOf(refused, 'spending_limit_reached')).toMatchObject({
      ...{ requiredAmount: hold, availableAmount: hold - 1, period: 'day' },
      ...{ limitAmount: 2 * hold - 1, spentAmount: 0, heldAmount: hold },
      ...{ currency: 'USD', scale: 9, resetsAt: expect.stringMatching(/T00:00:00.000Z$/) },
    });
    expect((await account(limited)).pendingRuns.count).toBe(1);
    await change(quiet, limited, { dayLimit: 2 * hold });
    expect((await limited.create(echo, { requestKey })).status).toBe(202);
  });

  it('is shown before by the estimate and by the account', async () => {
    const owner = await quiet.tenant();
    const hold = await holdOf(owner);
    const limited = await withKey(owner, { monthLimit: hold - 1 });
    const estimate = jsonOf(await limited.send({ path: `${RUNS}/estimate`, body: echo }));
    expect(estimate).toMatchObject({ covered: false, reservedAmount: hold });
    expect(await account(limited)).toMatchObject({
      spendableAmount: hold - 1,
      spendingLimits: [{ period: 'month', limitAmount: hold - 1, availableAmount: hold - 1 }],
    });
  });

  it('never lets two creates at once have what is left for one', async () => {
    const owner = await service.tenant();
    const limited = await withKey(owner, { dayLimit: await holdOf(owner) });
    const answers = await Promise.all([1, 2, 3, 4].map(() => limited.create(echo)));
    const created = answers.filter(({ status }) => status === 202);
    expect(created).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 202)) {
      problemOf(answer, 'spending_limit_reached');
    }
    const run = await limited.end(runOf(created[0]!).id);
    const [limit] = (await account(limited)).spendingLimits;
    expect(limit).toMatchObject({ spentAmount: run.chargedAmount, heldAmount: 0 });
  });

  it('refuses no repeat of a create that has its run', async () => {
    const owner = await quiet.tenant();
    const limited = await withKey(owner, { dayLimit: await holdOf(owner) });
    const requestKey = unique('request');
    const first = await limited.create(echo, { requestKey });
    const again = await limited.create(echo, { requestKey });
    expect([again.status, runOf(again).id]).toEqual([202, runOf(first).id]);
  });
});

describe('the models of a key', () => {
  it('are all that it may name: another one is 403 model_not_allowed with a pointer', async () => {
    const limited = await withKey(tenant, { models: ['sandbox/slow', 'sandbox/e', 'other/*'] });
    for (const path of [RUNS, `${RUNS}/estimate`]) {
      for (const model of ['sandbox/echo', 'unknown']) {
        const headers = { 'Idempotency-Key': unique('request') };
        const body = request(model);
        const refused = await limited.send({ path, body, ...(path === RUNS && { headers }) });
        expect(refused.status).toBe(403);
        expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="model-run-api"');
        expect(problemOf(refused, 'model_not_allowed').errors).toMatchObject([
          { pointer: '#/model', code: 'model_not_allowed' },
        ]);
      }
    }
    const unknown = await limited.send({ path: `${RUNS}/estimate`, body: request('other/one') });
    problemOf(unknown, 'unknown_model');
  });

  it('are the models that it is shown, page by page', async () => {
    const limited = await withKey(tenant, { models: ['sandbox/slow', 'sandbox/echo', 'other/*'] });
    const ids: string[] = [];
    for (let query = '?limit=1'; query !== ''; ) {
      const { data, nextCursor } = jsonOf(
        await limited.get(`/v1/developer/models${query}`),
      ) as ModelList;
      ids.push(...data.map(({ id }) => id));
      query = nextCursor === null ? '' : `?limit=1&cursor=${nextCursor}`;
    }
    expect(ids).toEqual(['sandbox/echo', 'sandbox/slow']);
  });

  it('that are taken away leave its runs to be found, and a change holds within a second', async () => {
    const limited = await withKey(tenant, { models: ['sandbox/*'] });
    const requestKey = unique('request');
    const { id } = runOf(await limited.create(echo, { requestKey }));
    await change(service, limited, { models: ['sandbox/slow'] });
    await expect
      .poll(async () => (await limited.create(echo)).status, { timeout: 10_000 })
      .toBe(403);
    expect(runOf(await limited.create(echo, { requestKey })).id).toBe(id);
    await change(service, limited, { models: null });
    await expect
      .poll(async () => (await limited.create(echo)).status, { timeout: 10_000 })
      .toBe(202);
  });
});

describe('the account of a key', () => {
  it('is the wallet where it has no credit, with what all keys hold', async () => {
    const owner = await quiet.tenant();
    const hold = runOf(await owner.create(echo)).reservedAmount;
    const other = await withKey(owner, {});
    expect(await account(other)).toEqual({
      keyId: uuidToId('key', other.key.id),
      ...{ currency: 'USD', scale: 9, spendableAmount: PLENTY - hold, spendingLimits: [] },
      accounts: [{ account: 'wallet', availableAmount: PLENTY - hold, heldAmount: hold }],
      requestRate: {
        ...{ limit: 6_000, remaining: 5_999, windowSeconds: 60 },
        resetsAt: expect.stringMatching(/Z$/),
      },
      pendingRuns: { limit: 1_000, count: 1 },
      quotas: expect.arrayContaining([
        expect.objectContaining({ quota: 'stored_outputs', used: 0 }),
      ]),
    });
  });

  it('is its own credit, and the wallet only with a fallback', async () => {
    const alone = await withKey(tenant, { credit: 500 });
    const credit = { account: 'key_credit', availableAmount: 500, heldAmount: 0 };
    expect(await account(alone)).toMatchObject({ spendableAmount: 500, accounts: [credit] });
    const expiresAt = new Date(Date.now() + 3_600_000);
    const both = await withKey(tenant, {
      ...{ credit: 500, walletFallback: true, dayLimit: 200, monthLimit: 300 },
      ...{ models: ['sandbox/*'], expiresAt },
    });
    const shown = await account(both);
    expect(shown.accounts.map((each) => each.account)).toEqual(['key_credit', 'wallet']);
    expect(shown).toMatchObject({ spendableAmount: 200, models: ['sandbox/*'] });
    expect(shown.expiresAt).toBe(expiresAt.toISOString());
    const [day, month] = shown.spendingLimits.map(({ resetsAt }) => new Date(resetsAt));
    expect(day!.getTime() - Date.now()).toBeLessThanOrEqual(86_400_000);
    expect([month!.getUTCDate(), day! <= month!]).toEqual([1, true]);
  });

  it('counts the requests of the key as the header does', async () => {
    const fresh = await withKey(tenant, {});
    await fresh.get('/v1/developer/models');
    const answer = await fresh.get('/v1/developer/account');
    const { remaining } = (jsonOf(answer) as Account).requestRate;
    expect(answer.headers.get('ratelimit')).toContain(`"default";r=${remaining};`);
  });
});
