/** Leaving for the provider and coming back need no session, and each writes or asks: the service counts them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Dashboard, startDashboard } from '../dashboard/fixtures.ts';
import { problemOf } from '../support/service.ts';

let dashboard: Dashboard;

beforeAll(async () => {
  dashboard = await startDashboard({ parts: ['api'] });
});
afterAll(() => dashboard.close());

describe('without a session', () => {
  test.each([
    ['an address', (i: number) => `203.0.113.${i % 2}`, '203.0.113.9', 240],
    ['an IPv6 network', (i: number) => `2001:db8::${i.toString(16)}`, '2001:db9::1', 120],
  ])('%s does not go to the provider and back for ever', async (_, address, another, most) => {
    const go = (i: number, from = address(i)) =>
      dashboard.send({
        path: i % 4 < 2 ? '/session/oidc' : '/session/oidc/callback?state=x&code=x',
        headers: { 'X-Forwarded-For': from },
      });
    for (let i = 0; i < most; i++) problemOf(await go(i), 'not_found');
    for (const i of [0, 2]) {
      const refused = await go(i);
      expect(refused.status).toBe(429);
      problemOf(refused, 'rate_limited');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    problemOf(await go(0, another), 'not_found');
    const methods = { path: '/sign-in-methods', headers: { 'X-Forwarded-For': address(0) } };
    expect((await dashboard.send(methods)).status).toBe(200);
  });
});
