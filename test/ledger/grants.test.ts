/** Grants: given once, spent before paid credit, and ended once, whatever else happens to the money of the workspace. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../server/keys/index.ts';
import {
  createLedger,
  expireGrants,
  giveGrant,
  leftOf,
  reverseRefund,
  revokeGrant,
  takeRefund,
} from '../../server/money/index.ts';
import type { Db, Queryable } from '../../server/platform/db/pool.ts';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { untilUnlocked } from '../support/until-unlocked.ts';
import { admitRun, admitRuns, endRuns, type Fixtures, makeFixtures } from './fixtures.ts';
import { openSpoiling, type Spoiling } from './spoiling.ts';

let spoiling: Spoiling;
let db: Db;
beforeAll(async () => {
  spoiling = await openSpoiling();
  ({ db } = spoiling);
});
afterAll(() => spoiling.close());

const PAID = 1_000;
const tomorrow = () => new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 86_400_000);
const GRANT = { amount: 300, reason: 'welcome', reference: 'welcome' } as const;

const give = (workspace: string, grant: Partial<Parameters<typeof giveGrant>[1]> = {}, by = db) =>
  by.transaction((tx) =>
    giveGrant(tx, { ...{ ...GRANT, workspace, expiresAt: tomorrow() }, ...grant }),
  );

/** The time of all open grants is over. */
async function end(workspace: string): Promise<void> {
  await db.query(
    `update credit_grant set ends_at = date_trunc('milliseconds', clock_timestamp()) where workspace = $1 and state = 'open'`,
    [workspace],
  );
}

const throwing = (error: unknown) => {
  throw error;
};
const workerTurn = (by: Db = db) => expireGrants(by, throwing);

const hold = ({ workspace, wallet, key }: Fixtures, reserved: number, account = wallet) =>
  untilUnlocked(() => admitRun(db, { workspace, apiKey: key.id, account, reserved }));

const charge = (workspace: string, ...charges: { id: string; charged?: number; fee?: number }[]) =>
  untilUnlocked(() =>
    endRuns(
      db,
      charges.map((each) => ({ workspace, ...each })),
    ),
  );

async function grantsOf(workspace: string) {
  const grants = await createLedger({ db }).grants(workspace);
  return grants.map((grant) => [grant.state, grant.spent, grant.expired, leftOf(grant)]);
}

async function entriesOf(workspace: string) {
  const { entries } = await createLedger({ db }).entries(workspace, { limit: 100 });
  return entries
    .filter(({ kind }) => kind.startsWith('grant'))
    .map(({ kind, amount, reference, accountKind }) => [kind, amount, reference, accountKind]);
}

const availableOf = async (workspace: string) =>
  (await createLedger({ db }).balances(workspace))[0]!.available;

/** Loses the connection to the database, or dies, before the commit. */
const crashing = (): Db =>
  Object.assign(Object.create(db) as Db, {
    transaction: ((work) =>
      db.transaction(async (tx) => {
        await work(tx);
        throw new Error('the process ends here');
      })) as Db['transaction'],
  });

describe('giving', () => {
  test('one reference gives one grant, however many send it at once, and never another one', async () => {
    const { workspace } = await makeFixtures(db, PAID);
    const expiresAt = tomorrow();
    const given = await Promise.all([1, 2, 3, 4].map(() => give(workspace, { expiresAt })));
    expect(given.map(({ replayed }) => replayed).sort()).toEqual([false, true, true, true]);
    expect(new Set(given.map(({ grant }) => grant.id)).size).toBe(1);
    expect(await availableOf(workspace)).toBe(PAID + 300);
    expect(await entriesOf(workspace)).toEqual([['grant', 300, 'welcome', 'wallet']]);
    for (const other of [{ amount: 301 }, { reason: 'goodwill' as const }, {}]) {
      const again = give(workspace, { expiresAt: new Date(+expiresAt + 1), ...other });
      await expect(again).rejects.toMatchObject({ code: 'conflict' });
    }
  });

  test('a grant that a crash ends before its commit is not given, and is given once by a repeat', async () => {
    const { workspace } = await makeFixtures(db, PAID);
    await expect(give(workspace, {}, crashing())).rejects.toThrow('ends here');
    expect(await grantsOf(workspace)).toEqual([]);
    expect(await availableOf(workspace)).toBe(PAID);
    expect((await give(workspace)).replayed).toBe(false);
    expect(await availableOf(workspace)).toBe(PAID + 300);
  });

  test('bounds are named', async () => {
    const { workspace } = await makeFixtures(db, PAID);
    const detailOf = (grant: Parameters<typeof give>[1]) =>
      give(workspace, grant).then(
        () => 'given',
        ({ detail }) => detail,
      );
    expect(await detailOf({ amount: 0 })).toMatch('from 1 to 9007199254740991 units');
    expect(await detailOf({ expiresAt: new Date() })).toMatch('in the future');
    expect(await detailOf({ expiresAt: new Date('2099-01-01') })).toMatch('within 3660 days');
    expect(await detailOf({ note: 'x'.repeat(501) })).toMatch('1 to 500 characters');
    expect(await detailOf({ reference: '' })).toMatch('1 to 200 printable characters');
    expect(await detailOf({ amount: Number.MAX_SAFE_INTEGER })).toMatch('would hold more than');
    await give(workspace);
    await db.query(
      `insert into credit_grant
         (workspace, id, reference, reason, amount, expires_at, ends_at, counted, charged_from)
       select workspace, gen_random_uuid(), n::text, reason, amount, expires_at, ends_at, counted, charged_from
       from credit_grant, generate_series(2, 100) n where workspace = $1`,
      [workspace],
    );
    expect(await detailOf({ reference: 'one more' })).toMatch('has 100 grants');
    // They have no entries.
    await spoiling.corrupt(
      `delete from credit_grant where workspace = '${workspace}' and reference <> 'welcome'`,
    );
  });
});

describe('spending', () => {
  test('takes the grant that expires first, then the next one, then paid credit', async () => {
    const fixtures = await makeFixtures(db, PAID);
    const { workspace } = fixtures;
    const ledger = createLedger({ db });
    await give(workspace, { reference: 'late', expiresAt: new Date(+tomorrow() + 3_600_000) });
    await give(workspace, { reference: 'early' });
    const lefts = async () =>
      (await ledger.openGrants(workspace)).map((grant) => [grant.reference, leftOf(grant)]);
    for (const [charged, left] of [
      [
        200,
        [
          ['early', 100],
          ['late', 300],
        ],
      ],
      [250, [['late', 150]]],
      [400, []],
    ] as const) {
      const { id } = await hold(fixtures, 500);
      await charge(workspace, { id, charged });
      expect(await lefts()).toEqual(left);
    }
    await end(workspace);
    await workerTurn();
    expect(await grantsOf(workspace)).toEqual([
      ['ended', 300, 0, 0],
      ['ended', 300, 0, 0],
    ]);
    expect(await availableOf(workspace)).toBe(PAID + 600 - 850);
  });

  test('counts what keys with credit of their own are charged, and an expiry takes their granted credit', async () => {
    const fixtures = await makeFixtures(db, PAID);
    const { workspace, wallet } = fixtures;
    await give(workspace);
    // All of the paid credit, and half of the granted one.
    const key = await createKey(db, {
      ...{ workspace, name: 'own', scopes: ['models:run'], credit: PAID + 150 },
    });
    const accounts = await createLedger({ db }).balances(workspace);
    const { account } = accounts.find(({ account }) => account !== wallet)!;
    const { id } = await hold({ ...fixtures, key }, 60, account);
    await charge(workspace, { id, charged: 40 });
    expect(await grantsOf(workspace)).toEqual([['open', 40, 0, 260]]);
    await end(workspace);
    await workerTurn();
    expect(await grantsOf(workspace)).toEqual([['ended', 40, 260, 0]]);
    expect(await entriesOf(workspace)).toEqual([
      ['grant_expired', 110, 'welcome/2', 'key_credit'],
      ['grant_expired', 150, 'welcome/1', 'wallet'],
      ['grant', 300, 'welcome', 'wallet'],
    ]);
    const { entries } = await createLedger({ db }).entries(workspace, { limit: 1 });
    expect(entries[0]!.apiKey).toBe(key.id);
    const after = await createLedger({ db }).balances(workspace);
    expect(after.map(({ available }) => available)).toEqual([0, PAID]);
  });
});

describe('the end', () => {
  test('leaves what runs hold: what they are charged is spent, and what they release is taken', async () => {
    const fixtures = await makeFixtures(db, PAID);
    const { workspace } = fixtures;
    await give(workspace);
    const before = await hold(fixtures, 200);
    await end(workspace);
    await workerTurn();
    expect(await grantsOf(workspace)).toEqual([['expiring', 0, 100, 200]]);
    expect(await availableOf(workspace)).toBe(PAID);
    // A run that began later spends paid credit.
    const after = await hold(fixtures, 200);
    await charge(workspace, { id: after.id, charged: 170 });
    await workerTurn();
    expect(await grantsOf(workspace)).toEqual([['expiring', 0, 100, 200]]);
    await charge(workspace, { id: before.id, charged: 80 });
    await workerTurn();
    await workerTurn();
    expect(await grantsOf(workspace)).toEqual([['ended', 80, 220, 0]]);
    expect(await availableOf(workspace)).toBe(PAID - 170);
  });

  test('of several at once keeps what a run holds once, of the one that expires first', async () => {
    const fixtures = await makeFixtures(db, PAID);
    const { workspace } = fixtures;
    for (const day of [3, 1, 2]) {
      const expiresAt = new Date(+tomorrow() + day * 86_400_000);
      await give(workspace, { reference: `day ${day}`, amount: 100, expiresAt });
    }
    const { id } = await hold(fixtures, 150);
    const day = async (n: number) =>
      (await createLedger({ db }).grants(workspace)).find(({ reference }) =>
        reference.endsWith(`${n}`),
      )!;
    // The others cover what the run holds.
    const { id: last } = await day(3);
    await db.transaction((tx) => revokeGrant(tx, last));
    expect(await day(3)).toMatchObject({ state: 'ended', expired: 100 });
    await end(workspace);
    await workerTurn();
    expect(await day(1)).toMatchObject({ state: 'expiring', expired: 0 });
    expect(await day(2)).toMatchObject({ state: 'expiring', expired: 50 });
    expect(await availableOf(workspace)).toBe(PAID);
    await charge(workspace, { id, charged: 110 });
    await workerTurn();
    expect(await day(1)).toMatchObject({ state: 'ended', spent: 100, expired: 0 });
    expect(await day(2)).toMatchObject({ state: 'ended', spent: 10, expired: 90 });
    expect(await availableOf(workspace)).toBe(PAID);
  });

  test('takes what a run releases as the run ends: no other one holds it before a worker comes', async () => {
    const fixtures = await makeFixtures(db, 1);
    const { workspace, wallet, key } = fixtures;
    await give(workspace);
    await give(workspace, { reference: 'later', expiresAt: new Date(+tomorrow() + 3_600_000) });
    const [first, second] = [await hold(fixtures, 301), await hold(fixtures, 299)];
    await end(workspace);
    await workerTurn();
    expect(await availableOf(workspace)).toBe(1);
    await charge(workspace, { id: first.id, charged: 40 }, { id: second.id });
    expect(await availableOf(workspace)).toBe(1);
    const run = { workspace, apiKey: key.id, account: wallet, reserved: 2 };
    expect((await untilUnlocked(() => admitRun(db, run))).outcome).toBe('insufficient');
    const ended = [
      ['ended', 0, 300, 0],
      ['ended', 40, 260, 0],
    ];
    const shown = (state: string) => ended.map(([, ...sums]) => [state, ...sums]);
    expect(await grantsOf(workspace)).toEqual(shown('expiring'));
    expect((await entriesOf(workspace)).slice(0, 3)).toEqual([
      ['grant_expired', 299, 'later/2', 'wallet'],
      ['grant_expired', 1, 'later/1', 'wallet'],
      ['grant_expired', 260, 'welcome/1', 'wallet'],
    ]);
    await createLedger({ db }).topUp({ workspace, amount: 500, reference: 'later' });
    await workerTurn();
    expect(await grantsOf(workspace)).toEqual(ended);
    expect(await availableOf(workspace)).toBe(501);
    const recorded = await db.query<{ detail: unknown }>(
      `select detail from audit_event where workspace = $1 and kind = 'grant_expired' order by detail ->> 'amount'`,
      [workspace],
    );
    const [later, welcome] = await createLedger({ db }).grants(workspace);
    expect(recorded.map(({ detail }) => detail)).toEqual([
      { grant: uuidToId('grt', welcome!.id), amount: 260 },
      { grant: uuidToId('grt', later!.id), amount: 300 },
    ]);
  });

  test('is in the audit trail twice at most, however many runs release something of it', async () => {
    const fixtures = await makeFixtures(db, PAID);
    const { workspace } = fixtures;
    await give(workspace);
    const runs = [];
    for (const each of [50, 50, 50, 50]) runs.push(await hold(fixtures, each));
    await end(workspace);
    await workerTurn();
    for (const { id } of runs) {
      await charge(workspace, { id, charged: 10 });
      await workerTurn();
    }
    const taken = (await entriesOf(workspace)).filter(([kind]) => kind === 'grant_expired');
    expect(taken.map(([, amount]) => amount)).toEqual([40, 40, 40, 40, 100]);
    const recorded = await db.query<{ amount: number }>(
      `select (detail ->> 'amount')::integer as amount from audit_event
       where workspace = $1 and kind = 'grant_expired' order by id`,
      [workspace],
    );
    expect(recorded).toEqual([{ amount: 100 }, { amount: 160 }]);
  });

  test('of which nothing is kept costs settlements nothing: they read no grants', async () => {
    const fixtures = await makeFixtures(db, PAID);
    const { workspace } = fixtures;
    await give(workspace);
    const [before, after] = [await hold(fixtures, 10), await hold(fixtures, 10)];
    const reads = async (tx: Queryable) => {
      const [row] = await tx.query<{ reads: number }>(
        `select sum(seq_scan + coalesce(idx_scan, 0))::integer as reads from pg_stat_xact_user_tables
         where relname in ('credit_grant', 'customer_grant')`,
      );
      return row!.reads;
    };
    const readsOf = (id: string) =>
      db.transaction(async (tx) => {
        const earlier = await reads(tx);
        await endRuns(tx, [{ workspace, id }]);
        return (await reads(tx)) - earlier;
      });
    expect(await readsOf(before.id)).toBe(0);
    await end(workspace);
    await workerTurn();
    expect(await readsOf(after.id)).toBeGreaterThan(0);
  });

  test('by a revocation is an expiry, once', async () => {
    const { workspace } = await makeFixtures(db, PAID);
    const { grant } = await give(workspace);
    const revoke = () => db.transaction((tx) => revokeGrant(tx, grant.id));
    const ends = await Promise.all([revoke(), revoke(), workerTurn(), revoke()]);
    expect(ends.filter((ended) => typeof ended === 'object' && !ended.replayed)).toHaveLength(1);
    expect(await grantsOf(workspace)).toEqual([['ended', 0, 300, 0]]);
    expect(await availableOf(workspace)).toBe(PAID);
  });

  test('that a crash ends before its commit has taken nothing, and the next turn takes it once', async () => {
    const { workspace } = await makeFixtures(db, PAID);
    await give(workspace);
    await end(workspace);
    await expect(workerTurn(crashing())).rejects.toThrow('ends here');
    expect([await grantsOf(workspace), await availableOf(workspace)]).toEqual([
      [['open', 0, 0, 300]],
      PAID + 300,
    ]);
    await workerTurn();
    await workerTurn();
    expect([await grantsOf(workspace), await availableOf(workspace)]).toEqual([
      [['ended', 0, 300, 0]],
      PAID,
    ]);
  });

  test('comes once and takes no paid credit while several workers, runs and credits race', async () => {
    const ROUNDS = 6;
    for (let round = 0; round < ROUNDS; round++) {
      const fixtures = await makeFixtures(db, PAID);
      const { workspace, wallet, key } = fixtures;
      await give(workspace);
      await give(workspace, { reference: 'second', amount: 200 });
      const run = { workspace, apiKey: key.id, account: wallet, reserved: 100 };
      const runs = await admitRuns(db, run, 4);
      await end(workspace);
      await Promise.all([
        workerTurn(),
        charge(workspace, ...runs.slice(0, 2).map(({ id }, i) => ({ id, charged: 30 + i }))),
        workerTurn(),
        createLedger({ db }).topUp({ workspace, amount: 50, reference: 'beside' }),
        charge(workspace, { id: runs[2]!.id }),
        workerTurn(),
        hold(fixtures, 700).then(({ id }) => charge(workspace, { id, charged: 650 })),
        charge(workspace, { id: runs[3]!.id, charged: 90 }),
        workerTurn(),
      ]);
      await workerTurn();
      const grants = await createLedger({ db }).grants(workspace);
      expect(grants.map(({ state }) => state)).toEqual(['ended', 'ended']);
      const expired = grants.reduce((sum, grant) => sum + grant.expired, 0);
      const charged = 30 + 31 + 90 + 650;
      expect(await availableOf(workspace)).toBe(PAID + 50 + 500 - expired - charged);
      // The four runs held granted credit, unless they ended before the expiry; nothing else may spend all of it.
      const spent = grants.reduce((sum, grant) => sum + grant.spent, 0);
      expect(spent + expired).toBe(500);
      expect(spent).toBeGreaterThanOrEqual(30 + 31 + 90);
    }
  });
});

test('granted credit pays no debt of a refund, and paid credit beside it does', async () => {
  const { workspace } = await makeFixtures(db, PAID);
  await give(workspace);
  const refund = (atMost: number, reference: string) =>
    db.transaction((tx) => takeRefund(tx, { workspace, atMost, reference }));
  expect(await refund(PAID + 100, 'pay/1')).toBe(PAID);
  expect(await refund(100, 'pay/2')).toBe(0);
  await createLedger({ db }).topUp({ workspace, amount: 70, reference: 'next' });
  expect(await refund(100, 'pay/2')).toBe(70);
  expect([await grantsOf(workspace), await availableOf(workspace)]).toEqual([
    [['open', 0, 0, 300]],
    300,
  ]);
  const amount = PAID + 70;
  await db.transaction((tx) => reverseRefund(tx, { workspace, amount, reference: 'pay/3' }));
});

test('a statement adds up with what was granted and has expired', async () => {
  const fixtures = await makeFixtures(db, PAID);
  const { workspace } = fixtures;
  await give(workspace);
  const { id } = await hold(fixtures, 100);
  await charge(workspace, { id, charged: 90, fee: 4 });
  await end(workspace);
  await workerTurn();
  const day = 86_400_000;
  const around = { from: new Date(Date.now() - day), to: new Date(Date.now() + day) };
  expect(await createLedger({ db }).statement(workspace, around)).toMatchObject({
    ...{ opening: 0, credited: PAID, granted: 300, expired: 210, provider: 86, fee: 4 },
    closing: PAID,
  });
});

test('the audit finds no fault in all of that, and names grants that are not what their entries and charges say', async () => {
  expect(await spoiling.failures({ fromTheStart: true })).toEqual({});
  const fixtures = await spoiling.makeBooks();
  const { workspace, pending } = fixtures;
  await charge(workspace, { id: pending });
  await give(workspace);
  const { id } = await hold(fixtures, 100);
  await charge(workspace, { id, charged: 90 });
  await end(workspace);
  await workerTurn();
  await give(workspace, { reference: 'open' });
  expect(await spoiling.failures()).toEqual({});
  const kept = await makeFixtures(db, PAID);
  await give(kept.workspace);
  await hold(kept, 200);
  await end(kept.workspace);
  await workerTurn();
  expect(await spoiling.failures()).toEqual({});
  await spoiling.corrupt('update account set has_kept = false');
  expect((await spoiling.failures()).grants).toEqual([
    expect.stringMatching(/^account \S+: what its runs release of grants/),
  ]);
  await spoiling.corrupt('update account set has_kept = true');
  const saved = await db.query('select * from credit_grant order by id');
  const spoilt = async (change: string) => {
    await spoiling.corrupt(`update credit_grant set ${change}`);
    const { grants } = await spoiling.failures();
    await spoiling.corrupt(
      'delete from credit_grant',
      `insert into credit_grant select * from json_populate_recordset(null::credit_grant, '${JSON.stringify(saved)}')`,
    );
    return grants?.[0] ?? 'no fault';
  };
  expect(await spoilt(`amount = 299 where state = 'open'`)).toMatch('the grant open of 299');
  expect(await spoilt(`reference = 'x' where state = 'open'`)).toMatch(/the grant \w+ of /);
  expect(await spoilt(`spent = 1 where state = 'open'`)).toMatch('spent 1, and 0 was charged');
  expect(await spoilt(`spent = 80, expired = 220 where state = 'ended'`)).toMatch('expired 220');
  expect(await spoilt(`charged_to = charged_to + 1 where state = 'ended'`)).toMatch(
    '91 was charged while the grant welcome was open, and grants spent 90',
  );
});
