/** Alerts: one of many processes raises each once when its threshold is crossed, and again only after recovery. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type AlertSettingsChange,
  changeAlertSettings,
  checkAlerts,
  selectAlerts,
  writeAlert,
} from '../../server/alerts/index.ts';
import { giveGrant, revokeGrant } from '../../server/money/index.ts';
import { newUuid, uuidToId } from '../../server/platform/lib/ids.ts';
import { createWebhooks, type EventType } from '../../server/webhooks/index.ts';
import { bodyOf as messageOf } from '../../server/webhooks/message.ts';
import { type Dashboard, startDashboard } from '../dashboard/fixtures.ts';
import { asOwner } from '../support/postgres.ts';
import type { Tenant } from '../support/service.ts';

let dashboard: Dashboard;
let tenant: Tenant;
beforeAll(async () => {
  dashboard = await startDashboard({ parts: ['api'] });
});
beforeEach(async () => {
  tenant = await dashboard.service.tenant();
});
afterAll(() => dashboard.close());

const db = () => dashboard.service.database.db;

const set = (change: AlertSettingsChange) =>
  changeAlertSettings(db(), { workspace: tenant.workspace, change });

/** Whether each alert is open after one more look, newest first. */
async function look(sendsMail = false) {
  await checkAlerts(db(), sendsMail);
  const rows = await selectAlerts(db(), { workspace: tenant.workspace, limit: 100 });
  return rows.map(({ kind, data, recoveredAt }) => ({ kind, data, isOpen: recoveredAt === null }));
}

const kinds = async () => (await look()).map(({ kind, isOpen }) => (isOpen ? kind : `(${kind})`));

const endpoint = (...eventTypes: EventType[]) =>
  createWebhooks({ db: db(), allowsPrivate: true }).create(tenant, {
    ...{ url: 'http://127.0.0.1:9/', eventTypes },
  });

const deliveries = () =>
  db().query<{ type: string; data: Record<string, unknown> }>(
    'select type, data from webhook_delivery where workspace = $1 order by id',
    [tenant.workspace],
  );

/** This many ended runs, created a while ago and ended at another time. */
async function ended(
  state: 'completed' | 'failed',
  count: number,
  more: { code?: string; minutesAgo?: number; endedMinutesAgo?: number } = {},
) {
  const { code = 'provider_refused', minutesAgo = 1, endedMinutesAgo = 0 } = more;
  await db().query(
    `insert into run (workspace, id, api_key, account, idempotency_key, subject, provider, kind, state, terms, currency, scale,
       fee_basis_points, reserved_amount, deadline, created_at, updated_at, finished_at, error)
     select $1, (left(run_id_bound(now() - $4 * interval '1 minute')::text, 13) || right(gen_random_uuid()::text, 23))::uuid,
       $1, $1, gen_random_uuid()::text, 'sandbox/echo', 'sandbox', 'model_run', $2, '{}', 'USD', 9, 0, 1, now(), now(), now(),
       now() - $6 * interval '1 minute', case when $2 = 'failed' then json_build_object('code', $5::text) end
     from generate_series(1, $3)`,
    [tenant.workspace, state, count, minutesAgo, code, endedMinutesAgo],
  );
}

describe('the rate of failures', () => {
  it('is sent once while it swings around its threshold, and again after it has recovered', async () => {
    await endpoint('runs.failure_rate_high');
    await set({ failureRatePercent: 50, failureMinRuns: 4, failureWindowMinutes: 15 });
    await ended('failed', 3);
    expect(await kinds()).toEqual([]);
    await ended('completed', 3);
    const figures = { endedRuns: 6, failedRuns: 3, windowMinutes: 15, thresholdPercent: 50 };
    expect(await look()).toEqual([{ kind: 'runs.failure_rate_high', isOpen: true, data: figures }]);
    // 3 of 7 is below the threshold, and not below four fifths of it.
    await ended('completed', 1);
    await ended('failed', 1);
    await kinds();
    await ended('completed', 1);
    expect(await kinds()).toEqual(['runs.failure_rate_high']);
    await ended('completed', 20);
    expect(await kinds()).toEqual(['(runs.failure_rate_high)']);
    await ended('failed', 30);
    expect(await kinds()).toEqual(['runs.failure_rate_high', '(runs.failure_rate_high)']);
    expect((await deliveries()).map(({ type }) => type)).toEqual([
      'runs.failure_rate_high',
      'runs.failure_rate_high',
    ]);
    expect((await deliveries())[0]!.data).toEqual(figures);
  });

  it('counts neither what callers ended themselves nor what is older than the window', async () => {
    await set({ failureRatePercent: 1, failureMinRuns: 1, failureWindowMinutes: 15 });
    await ended('failed', 5, { code: 'cancelled' });
    await ended('failed', 5, { code: 'key_revoked' });
    await ended('failed', 5, { minutesAgo: 20, endedMinutesAgo: 16 });
    await ended('completed', 5);
    expect(await kinds()).toEqual([]);
    await ended('failed', 1);
    expect(await kinds()).toEqual(['runs.failure_rate_high']);
  });

  it('counts runs by their end, however long before the window they were made', async () => {
    await set({ failureRatePercent: 1, failureMinRuns: 5, failureWindowMinutes: 15 });
    await ended('failed', 4, { minutesAgo: 90 });
    expect(await kinds()).toEqual([]);
    await ended('failed', 1, { minutesAgo: 2_000 });
    expect(await kinds()).toEqual(['runs.failure_rate_high']);
  });

  it('does not recover while no run ends, until a day has passed', async () => {
    await set({ failureRatePercent: 1, failureMinRuns: 1, failureWindowMinutes: 15 });
    await ended('failed', 2);
    expect(await kinds()).toEqual(['runs.failure_rate_high']);
    await db().query(
      `update run set finished_at = now() - interval '1 hour' where workspace = $1`,
      [tenant.workspace],
    );
    expect(await kinds()).toEqual(['runs.failure_rate_high']);
    await asOwner(dashboard.service.database, (owner) =>
      owner.query('delete from run where workspace = $1', [tenant.workspace]),
    );
    expect(await kinds()).toEqual(['(runs.failure_rate_high)']);
  });

  it('of one workspace says nothing about another, and one without thresholds is not checked', async () => {
    await ended('failed', 30);
    expect(await kinds()).toEqual([]);
    const other = await dashboard.service.tenant();
    const change = { failureRatePercent: 1, failureMinRuns: 1 };
    await changeAlertSettings(db(), { workspace: other.workspace, change });
    expect(await kinds()).toEqual([]);
  });
});

describe('a key near its limit', () => {
  async function limited(dayLimit: number, monthLimit: number | null = null) {
    const { id } = tenant.key;
    const spender = newUuid();
    await db().query(
      'update api_key set spender = $2, day_limit = $3, month_limit = $4 where id = $1',
      [...[id, spender, dayLimit, monthLimit]],
    );
    const spend = (day: string, spent: number, held = 0) =>
      db().query(
        `insert into key_spending (workspace, spender, day, spent, held)
         values ($1, $2, (now() at time zone 'UTC')::date + $3::interval, $4, $5)
         on conflict (workspace, spender, day) do update set spent = excluded.spent, held = excluded.held`,
        [tenant.workspace, spender, day, spent, held],
      );
    return { id, spend };
  }

  it('is sent once in a day, whatever is held, and ends when the limit is raised', async () => {
    await endpoint('key.limit_near');
    await set({ keyLimitPercent: 80 });
    const { id, spend } = await limited(1_000);
    await spend('0', 799, 201);
    expect(await kinds()).toEqual([]);
    await spend('0', 800);
    expect(await look()).toEqual([
      {
        kind: 'key.limit_near',
        isOpen: true,
        data: {
          ...{ keyId: id, keyName: 'test', period: 'day', limitAmount: 1_000 },
          ...{ spentAmount: 800, thresholdPercent: 80 },
        },
      },
    ]);
    await spend('0', 900);
    expect(await kinds()).toEqual(['key.limit_near']);
    await db().query('update api_key set day_limit = 2000 where id = $1', [id]);
    expect(await kinds()).toEqual(['(key.limit_near)']);
    expect(await deliveries()).toHaveLength(1);
    const [{ data } = { data: {} }] = await deliveries();
    const body = messageOf(
      {
        message: newUuid(),
        type: 'key.limit_near',
        run: null,
        kind: null,
        version: null,
        data,
        created_at: new Date(),
      },
      { idPrefixes: new Map(), unit: { currency: 'USD', scale: 9 } },
    );
    expect(JSON.parse(body).data).toMatchObject({ keyId: uuidToId('key', id), currency: 'USD' });
  });

  it('is sent for the day and for the month, and not for a revoked key', async () => {
    await set({ keyLimitPercent: 100 });
    const { id, spend } = await limited(10, 10);
    await spend('0', 10);
    expect((await look()).map(({ data }) => data.period).toSorted()).toEqual(['day', 'month']);
    await db().query('update api_key set revoked_at = now() where id = $1', [id]);
    expect((await look()).every(({ isOpen }) => !isOpen)).toBe(true);
  });

  it('is not sent for a limit of 0', async () => {
    await set({ keyLimitPercent: 1 });
    await limited(0);
    expect(await kinds()).toEqual([]);
  });
});

describe('a low balance', () => {
  const warnBelow = (amount: number | null) =>
    db().query('update workspace set low_balance_amount = $2 where id = $1', [
      tenant.workspace,
      amount,
    ]);

  it('is raised once, ends after a credit, and is raised again; endpoints get a message of their own', async () => {
    await endpoint('credit.low');
    const { available } = await tenant.wallet();
    await warnBelow(available + 1);
    expect(await kinds()).toEqual(['credit.low']);
    expect(await kinds()).toEqual(['credit.low']);
    await tenant.topUp(1);
    expect(await kinds()).toEqual(['(credit.low)']);
    await warnBelow(available + 2);
    expect(await kinds()).toEqual(['credit.low', '(credit.low)']);
    await warnBelow(null);
    expect(await kinds()).toEqual(['(credit.low)', '(credit.low)']);
    expect(await deliveries()).toEqual([]);
  });
});

it('ten processes that check at once raise one alert, and send it once', async () => {
  await endpoint('runs.failure_rate_high');
  await dashboard.person(tenant.workspace, 'owner');
  await set({ failureRatePercent: 1, failureMinRuns: 1 });
  await ended('failed', 3);
  const raised = await Promise.all(Array.from({ length: 10 }, () => checkAlerts(db(), true)));
  expect(raised.reduce((sum, count) => sum + count)).toBe(1);
  expect(await kinds()).toEqual(['runs.failure_rate_high']);
  expect(await deliveries()).toHaveLength(1);
  const mails = await db().query('select from mail where kind = $1', ['alert']);
  expect(mails).toHaveLength(1);
});

describe('by mail', () => {
  async function mailed(mailTo: 'nobody' | 'owners' | 'admins') {
    await db().query('delete from mail');
    const owner = await dashboard.person(tenant.workspace, 'owner');
    const admin = await dashboard.person(tenant.workspace, 'admin');
    await dashboard.person(tenant.workspace, 'member');
    await set({ failureRatePercent: 1, failureMinRuns: 1, mailTo });
    await ended('failed', 3);
    await checkAlerts(db(), true);
    const rows = await db().query<{ about: string; recipient: string }>(
      'select about, recipient from mail',
    );
    const options = {
      db: db(),
      unit: { currency: 'USD', scale: 9 },
      publicUrl: 'https://runs.example.com',
    };
    const emails = await Promise.all(
      rows.map(({ about, recipient }) => writeAlert(options, about, recipient)),
    );
    return { owner, admin, rows, emails, options };
  }

  it.each([
    ['nobody', 0],
    ['owners', 1],
    ['admins', 2],
  ] as const)('%s: the alert is mailed to %i users', async (mailTo, count) => {
    const { owner, admin, emails } = await mailed(mailTo);
    const readers = [owner.email, admin.email].slice(0, count);
    expect(emails.map((email) => email?.to).toSorted()).toEqual(readers.toSorted());
    for (const email of emails) {
      expect(email!.subject).toMatch(/: many runs fail$/);
      expect(email!.text).toContain('3 of 3 runs failed in 15 minutes; the threshold is 1%.');
      const page = `https://runs.example.com/dashboard/${uuidToId('wsp', tenant.workspace)}/alerts`;
      expect(email!.text).toContain(page);
    }
  });

  it('a user who no longer gets alerts is sent no email', async () => {
    const { rows, options } = await mailed('admins');
    await set({ mailTo: 'owners' });
    const emails = rows.map(({ about, recipient }) => writeAlert(options, about, recipient));
    expect((await Promise.all(emails)).filter((email) => email !== undefined)).toHaveLength(1);
    await set({ mailTo: 'nobody' });
    const [{ about, recipient }] = rows as [{ about: string; recipient: string }];
    expect(await writeAlert(options, about, recipient)).toBeUndefined();
  });

  it('a user who is no member any more is sent no email', async () => {
    const { rows, options } = await mailed('owners');
    await db().query('delete from membership where workspace = $1', [tenant.workspace]);
    const [{ about, recipient }] = rows as [{ about: string; recipient: string }];
    expect(await writeAlert(options, about, recipient)).toBeUndefined();
  });
});

it('a week before a grant expires there is one alert and one email, until it is spent or has ended', async () => {
  const customer = await dashboard.customer();
  tenant = customer.tenant;
  const { workspace } = tenant;
  const DAY = 86_400_000;
  const give = (reference: string, days: number) =>
    db().transaction((tx) =>
      giveGrant(tx, {
        ...{ workspace, amount: 5_000_000_000, reason: 'welcome', reference },
        expiresAt: new Date(Date.now() + days * DAY),
      }),
    );
  await give('given too late for it', 3);
  const { grant } = await give('later', 9);
  expect(await kinds()).toEqual([]);
  const aged = (days: number) =>
    asOwner(dashboard.service.database, (owner) =>
      owner.query(
        `update credit_grant set created_at = created_at - $2 * interval '1 day', ends_at = ends_at - $2 * interval '1 day'
         where id = $1`,
        [grant.id, days],
      ),
    );
  await aged(3);
  const [alert] = await look(true);
  expect(alert).toMatchObject({
    ...{ kind: 'grant.expiring', isOpen: true },
    data: { reason: 'welcome', amount: 5_000_000_000, leftAmount: 5_000_000_000 },
  });
  const rows = await db().query<{ about: string; recipient: string }>(
    'select m.about, m.recipient from mail m join alert a on a.reference = m.about where a.workspace = $1',
    [workspace],
  );
  expect(rows).toHaveLength(1);
  const options = { db: db(), unit: { currency: 'USD', scale: 9 }, publicUrl: '' };
  const email = await writeAlert(options, rows[0]!.about, rows[0]!.recipient);
  expect(email!.text).toContain('5.00 USD of the 5.00 USD that the workspace was granted');
  expect(await kinds()).toEqual(['grant.expiring']);
  await db().transaction((tx) => revokeGrant(tx, grant.id));
  expect(await kinds()).toEqual(['(grant.expiring)']);
});

it('of two changes of the settings at once neither is lost', async () => {
  await Promise.all([set({ keyLimitPercent: 80 }), set({ failureRatePercent: 20 })]);
  expect(await set({})).toMatchObject({ keyLimitPercent: 80, failureRatePercent: 20 });
  expect(await set({ keyLimitPercent: null })).toMatchObject({
    ...{ keyLimitPercent: null, failureRatePercent: 20, mailTo: 'owners' },
  });
});
