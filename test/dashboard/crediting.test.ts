/** Who may credit a wallet: what the deployment says, in the answers, the refusals and the default. */
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../server/platform/config/index.ts';
import { problemOf } from '../support/service.ts';
import { type BodyOf, type Dashboard, startDashboard } from './fixtures.ts';

const open: Dashboard[] = [];
afterAll(async () => {
  for (const dashboard of open) await dashboard.close();
});

const INPUT = { amount: 1_000, reference: 'out of nothing' };

async function companyWhere(CREDIT_BY: string) {
  const dashboard = await startDashboard({ parts: ['api'], environment: { CREDIT_BY } });
  open.push(dashboard);
  const customer = await dashboard.customer();
  const { owner, path, tenant } = customer;
  const admin = await dashboard.person(tenant.workspace, 'admin');
  const credits = `${path}/wallet/credits`;
  return {
    admin: () => admin.send({ path: credits, body: INPUT }),
    owner: () => owner.send({ path: credits, body: INPUT }),
    creditBy: async () => (await owner.get<BodyOf<'getWorkspace'>>(path)).creditBy,
    wallet: () => tenant.wallet(),
    topUp: (amount: number) => tenant.topUp(amount),
  };
}

describe('a wallet is credited', () => {
  it('by nobody in the dashboard where only the operator may: 403 credit_by_operator', async () => {
    const customer = await companyWhere('operator');
    const before = await customer.wallet();
    for (const credit of [customer.admin, customer.owner]) {
      const refused = await credit();
      expect(refused.status).toBe(403);
      problemOf(refused, 'credit_by_operator');
    }
    expect(await customer.creditBy()).toBe('operator');
    expect(await customer.wallet()).toEqual(before);
    await customer.topUp(7);
    expect((await customer.wallet()).available).toBe(before.available + 7);
  });

  it('by owners where they may, and an admin is refused: 403 forbidden', async () => {
    const customer = await companyWhere('owner');
    const refused = problemOf(await customer.admin(), 'forbidden');
    expect(refused.detail).toContain('owner');
    expect((await customer.owner()).status).toBe(201);
    expect(await customer.creditBy()).toBe('owner');
  });

  it('by admins and owners where they may', async () => {
    const customer = await companyWhere('admin');
    expect((await customer.admin()).status).toBe(201);
    expect((await customer.owner()).status).toBe(200);
    expect(await customer.creditBy()).toBe('admin');
  });

  it('by the operator alone in production, unless the deployment says otherwise', () => {
    const creditBy = (environment: Record<string, string>) => readConfig(environment).creditBy;
    expect(creditBy({ NODE_ENV: 'production' })).toBe('operator');
    expect(creditBy({ NODE_ENV: 'production', CREDIT_BY: 'owner' })).toBe('owner');
    expect(creditBy({})).toBe('admin');
    expect(() => creditBy({ CREDIT_BY: 'member' })).toThrow('CREDIT_BY must be one of');
  });
});
