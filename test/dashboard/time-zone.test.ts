/** Days and months of a workspace are those of its time zone, or of the one that a request names. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '../../server/platform/lib/ids.ts';
import { closeEndedHours } from '../../server/runs/index.ts';
import { cases } from '../fuzz/seed.ts';
import { problemOf } from '../support/service.ts';
import { type BodyOf, bodyOf, type Customer, type Dashboard, startDashboard } from './fixtures.ts';

type Usage = BodyOf<'getUsage'>;

let dashboard: Dashboard;
let customer: Customer;
beforeAll(async () => {
  dashboard = await startDashboard();
  customer = await dashboard.customer();
});
afterAll(() => dashboard.close());

test('owners set it, with an event; admins and unknown names are refused', async () => {
  const { owner, path, tenant } = customer;
  const admin = await dashboard.person(tenant.workspace, 'admin');
  const set = (by: typeof owner, timeZone: string) =>
    by.send({ method: 'PATCH', path, body: { timeZone } });
  expect(await owner.get(path)).toMatchObject({ timeZone: 'UTC' });
  const refused = problemOf(await set(admin, 'Asia/Kolkata'), 'forbidden');
  expect(refused.errors).toMatchObject([{ pointer: '#/timeZone' }]);
  const unknown = problemOf(await set(owner, 'Mars/Olympus'), 'invalid_request');
  expect(unknown.errors).toMatchObject([{ pointer: '#/timeZone', code: 'format' }]);
  const changed = bodyOf<BodyOf<'updateWorkspace'>>(await set(owner, 'Asia/Kolkata'));
  expect(changed).toMatchObject({ timeZone: 'Asia/Kolkata' });
  const me = await owner.get<BodyOf<'getMe'>>('/me');
  expect(me.workspaces).toMatchObject([{ timeZone: 'Asia/Kolkata' }]);
  const { data } = await owner.get<BodyOf<'listAuditEvents'>>(`${path}/audit-events`);
  expect(data[0]).toMatchObject({ kind: 'settings_changed', detail: { timeZone: 'Asia/Kolkata' } });
});

test('a statement is of a month there, and of another zone if the request names it', async () => {
  const { owner, path } = customer;
  const read = (query: string) =>
    owner.get<BodyOf<'getStatement'>>(`${path}/wallet/statement?${query}`);
  expect(await read('month=2026-03')).toMatchObject({
    ...{ from: '2026-02-28T18:30:00.000Z', to: '2026-03-31T18:30:00.000Z' },
  });
  expect(await read('month=2026-03&timeZone=Europe/Berlin')).toMatchObject({
    ...{ from: '2026-02-28T23:00:00.000Z', to: '2026-03-31T22:00:00.000Z' },
  });
  for (const query of [
    'wallet/statement?month=2026-03',
    'usage?from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z',
  ]) {
    const answer = await owner.send({ path: `${path}/${query}&timeZone=Nowhere` });
    expect(problemOf(answer, 'invalid_request').errors).toMatchObject([{ parameter: 'timeZone' }]);
  }
});

const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata'] as const;
/** Two weeks in which the clocks of Berlin and of New York change, and a month ends. */
const FROM = Date.parse('2025-10-24T12:00:00.000Z');
const DAYS = 14;
const MINUTES = DAYS * 24 * 60;

const runs = fc.array(
  fc.record({ minute: fc.nat({ max: MINUTES }), charged: fc.integer({ min: 0, max: 900 }) }),
  { minLength: 1, maxLength: 60 },
);

/** Completed runs of that time, as they are in the tables. */
async function insert(of: Customer, made: { minute: number; charged: number }[]): Promise<void> {
  const { db } = dashboard.service.database;
  const rows = made.map(({ minute, charged }) => {
    const at = FROM + minute * 60_000;
    const id = at.toString(16).padStart(12, '0') + newUuid().replaceAll('-', '').slice(12);
    return { id, at: new Date(at).toISOString(), charged };
  });
  await db.query(
    `insert into run (workspace, id, kind, api_key, account, idempotency_key, subject, provider, state, terms,
       currency, scale, fee_basis_points, reserved_amount, charged_amount, fee_amount, deadline,
       created_at, updated_at, finished_at)
     select $1, r.id, 'model_run', k.id, a.id, r.id::text, 'x', 'nobody', 'completed', '{}', 'USD', 9, 0, 1000,
       r.charged, 0, now(), r.at, r.at, r.at
     from api_key k join account a on a.workspace = k.workspace and a.kind = 'wallet'
     cross join json_to_recordset($2) r (id uuid, at timestamptz, charged bigint)
     where k.workspace = $1`,
    [of.tenant.workspace, JSON.stringify(rows)],
  );
}

/** The day there, by the rules of the test's own formatter. */
const dayThere = (at: number, timeZone: string) =>
  new Date(at).toLocaleDateString('sv-SE', { timeZone });

test('the usage of a day is what its runs were charged, in any zone, whatever hours are closed', async () => {
  await fc.assert(
    fc.asyncProperty(runs, async (made) => {
      const of = await dashboard.customer();
      await insert(of, made);
      for (const closes of [false, true]) {
        // Each call closes a day at most.
        for (let day = 0; closes && day <= DAYS; day += 1)
          await closeEndedHours(dashboard.service.database.db);
        for (const timeZone of ZONES) {
          const query = new URLSearchParams({
            ...{ from: new Date(FROM).toISOString(), timeZone },
            to: new Date(FROM + MINUTES * 60_000 + 1).toISOString(),
          });
          const usage = await of.owner.get<Usage>(`${of.path}/usage?${query}`);
          const expected: Record<string, number> = {};
          for (const { minute, charged } of made) {
            const day = dayThere(FROM + minute * 60_000, timeZone);
            expected[day] = (expected[day] ?? 0) + charged;
          }
          const found = usage.buckets.map(({ start, chargedAmount }) => {
            const at = Date.parse(start);
            // A bucket begins with its day.
            expect(dayThere(at - 1, timeZone)).not.toBe(dayThere(at, timeZone));
            return [dayThere(at, timeZone), chargedAmount];
          });
          expect(Object.fromEntries(found)).toEqual(expected);
        }
      }
    }),
    cases(12),
  );
});
