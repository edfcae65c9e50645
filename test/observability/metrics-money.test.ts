/** Whatever happened to the money of a workspace, its metrics add up to what the ledger has captured. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Metrics } from '../../openapi/generated/developer.ts';
import { type Customer, type Dashboard, startDashboard } from '../dashboard/fixtures.ts';
import { history, play } from '../dashboard/money-history.ts';
import { cases } from '../fuzz/seed.ts';
import { jsonOf } from '../support/service.ts';

const HISTORIES = 16;
const GROUPS = [
  ...[[], ['kind'], ['model'], ['tool'], ['keyId'], ['state', 'errorCode'], ['promptId']],
  ...[['endUserId'], ['endUserId', 'keyId'], ['sessionId'], ['metadata.team']],
];

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard({ parts: ['api'] });
});
afterAll(() => dashboard.close());

test('metrics by any dimension add up to the ledger after arbitrary histories', async () => {
  const { db } = dashboard.service.database;
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const customer = await dashboard.customer();
      await play(db, customer, steps);
      const { captured, keys, runs, failed, ended } = await booksOf(customer);
      for (const dimensions of GROUPS) {
        for (const interval of [null, 'hour', 'day']) {
          const { data } = await metricsOf(customer, { dimensions, interval });
          expect(sum(data.map(({ charged }) => charged))).toBe(captured);
          expect(sum(data.map(({ count }) => count))).toBe(runs);
        }
      }
      const { data: byKey } = await metricsOf(customer, { dimensions: ['keyId'], interval: null });
      expect(byKey.map(({ charged }) => charged!).sort()).toEqual(keys.sort());
      const {
        data: [all],
      } = await metricsOf(customer, { dimensions: [], interval: null });
      expect(all!.errorRate).toBe(
        ended === 0 ? undefined : Math.round((failed / ended) * 1e6) / 1e6,
      );
    }),
    { ...cases(HISTORIES), endOnFailure: true },
  );
}, 300_000);

async function booksOf({ tenant: { workspace } }: Customer) {
  const { db } = dashboard.service.database;
  const [books] = await db.query<{ captured: number; keys: number[] | null }>(
    `with by_key as (
       select r.api_key, coalesce(sum(e.amount) filter (where e.kind in ('capture_provider', 'capture_fee')), 0) as spent
       from run r left join ledger_entry e on e.workspace = r.workspace and e.run = r.id
       where r.workspace = $1 group by r.api_key
     )
     select coalesce(sum(spent), 0)::bigint as captured, json_agg(spent) as keys from by_key`,
    [workspace],
  );
  const [counts] = await db.query<{ runs: number; failed: number; ended: number }>(
    `select count(*)::integer as runs, (count(*) filter (where state = 'failed'))::integer as failed,
       (count(*) filter (where finished_at is not null))::integer as ended from run where workspace = $1`,
    [workspace],
  );
  return { captured: books!.captured, keys: books!.keys ?? [], ...counts! };
}

async function metricsOf({ tenant }: Customer, more: object): Promise<Metrics> {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const measures = ['charged', 'count', 'errorRate'];
  const answer = await tenant.send({
    path: '/v1/developer/observability/metrics/query',
    body: { measures, from: at(-2), to: at(2), ...more },
  });
  expect(answer.status, answer.text).toBe(200);
  return jsonOf(answer) as Metrics;
}

function sum(numbers: readonly (number | undefined)[]): number {
  return numbers.reduce<number>((all, one) => all + (one ?? 0), 0);
}
