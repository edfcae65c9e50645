import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Customers,
  createCustomerStore,
  createCustomers,
} from '../../server/customers/index.ts';
import { changeKey } from '../../server/keys/index.ts';
import { closeBalances } from '../../server/money/index.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import { newUuid, uuidToId } from '../../server/platform/lib/ids.ts';
import { admitRun, endRun } from './fixtures.ts';
import { admitTo, type Books, openSpoiling, type Spoiling } from './spoiling.ts';

let spoiling: Spoiling;
let db: Db;
let fixtures: Books;
let pending: string;
let completed: string;
let failed: string;

beforeAll(async () => {
  spoiling = await openSpoiling();
  ({ db } = spoiling);
});
afterAll(() => spoiling.close());

beforeEach(async () => {
  fixtures = await spoiling.makeBooks();
  ({ pending, completed, failed } = fixtures);
});

const corrupt = (...statements: string[]) => spoiling.corrupt(...statements);
const failures = () => spoiling.failures();
const failing = () => spoiling.failing();

const entry = (columns: string) =>
  `insert into ledger_entry (workspace, account, run, kind, debit_bucket, credit_bucket, amount, external_reference)
   values ('${fixtures.workspace}', ${columns})`;

test('a database that only the service has written to passes every check', async () => {
  expect(await failures()).toEqual({});
  await admitTo(db, fixtures, 0);
  expect(await failing()).toEqual([]);
  await closeBalances(db);
  expect(await spoiling.failing({ fromTheStart: true })).toEqual([]);
});

describe('balances and money', () => {
  test('a cached balance that is not the sum of its entries is named', async () => {
    await corrupt(`update account set available = available + 1 where id = '${fixtures.wallet}'`);
    expect((await failures()).balances?.[0]).toMatch(
      /^account acc_\w+: cached 788 available, 100 held, 63 spent; the entries say 787, 100, 63$/,
    );
    expect(await failing()).toEqual(['balances']);
  });

  test('an entry that was changed without its balance is named', async () => {
    await corrupt(`update ledger_entry set amount = 999 where kind = 'top_up'`);
    expect(await failing()).toEqual(['balances']);
  });

  test('entries of an account that is not there are named', async () => {
    await corrupt(entry(`'${newUuid()}', null, 'top_up', 'external', 'available', 5, 'stray'`));
    expect(await failing()).toEqual(['balances']);
  });

  test('an account that gave more than it had is named', async () => {
    await corrupt(
      entry(`'${fixtures.wallet}', null, 'transfer_out', 'available', 'transit', 5000, 'x'`),
      entry(`'${fixtures.wallet}', null, 'transfer_in', 'transit', 'available', 1, 'x'`),
    );
    expect(await failing()).toEqual(['transit', 'below-zero', 'balances']);
  });

  test('a transfer that left and did not arrive is named by its reference', async () => {
    await corrupt(
      entry(`'${fixtures.wallet}', null, 'transfer_out', 'available', 'transit', 5, 'lost'`),
    );
    const { transit } = await failures();
    expect(transit?.[0]).toMatch(/^workspace wsp_\w+: transfer lost: 5 left and 0 arrived$/);
  });

  test('a wrong count of pending runs is named', async () => {
    await corrupt(`update account set pending = 2 where id = '${fixtures.wallet}'`);
    expect(await failing()).toEqual(['pending']);
  });
});

describe('runs and their entries', () => {
  test('a pending run without its hold is named', async () => {
    await corrupt(
      `delete from ledger_entry where run = '${pending}'`,
      `update account set held = 0, available = available + 100 where id = '${fixtures.wallet}'`,
    );
    expect(await failing()).toEqual(['pending', 'holds']);
  });

  test('a pending run whose hold was given back is named', async () => {
    await corrupt(
      entry(`'${fixtures.wallet}', '${pending}', 'release', 'held', 'available', 100, null`),
      `update account set held = 0, available = available + 100 where id = '${fixtures.wallet}'`,
    );
    expect(await failing()).toEqual(['pending', 'holds']);
  });

  test('a hold on another account than the one that pays is named', async () => {
    await corrupt(
      `update ledger_entry set account = (select id from account where kind = 'key_credit') where run = '${failed}'`,
    );
    expect(await failing()).toEqual(['holds']);
  });

  test('a terminal run that still holds is named', async () => {
    await corrupt(`delete from ledger_entry where run = '${failed}' and kind = 'release'`);
    expect(await failing()).toEqual(['balances', 'settled']);
  });

  test('a capture that the run does not know of is named', async () => {
    await corrupt(
      `update ledger_entry set kind = 'capture_provider', credit_bucket = 'provider'
       where run = '${failed}' and kind = 'release'`,
      `update account set spent = spent + 100, available = available - 100 where id = '${fixtures.wallet}'`,
    );
    expect(await failing()).toEqual(['captures']);
  });

  test('a fee other than the captured one is named', async () => {
    await corrupt(`update run set fee_amount = 4 where id = '${completed}'`);
    expect((await failures()).captures?.[0]).toMatch(/^run run_\w+: charged 63 with a fee of 4;/);
  });

  test('a charge above the hold is named', async () => {
    await corrupt(
      `alter table run drop constraint run_amounts`,
      `update run set reserved_amount = 10 where id = '${completed}'`,
    );
    expect(await failing()).toEqual(['settled', 'captures']);
  });
});

describe('queue, payloads and orphans', () => {
  test('a pending run that nobody will carry out is named', async () => {
    await corrupt(`delete from run_queue where run = '${pending}'`);
    expect(await failing()).toEqual(['queue', 'pending']);
  });

  test('a terminal run that is still queued is named', async () => {
    await corrupt(
      `insert into run_queue (workspace, run, queue, step, due_at, give_up_at)
       values ('${fixtures.workspace}', '${failed}', 'nobody', 'submit', now(), now())`,
    );
    expect((await failures()).queue?.[0]).toMatch(/failed, but still in the queue$/);
  });

  test('a run without its payload is named', async () => {
    await corrupt(`delete from run_payload where run = '${completed}'`);
    expect(await failing()).toEqual(['payloads']);
  });

  test('a run without its request key, and one whose key names another run, are named', async () => {
    const another = newUuid();
    await corrupt(
      `delete from request_key where run = '${completed}'`,
      `update request_key set run = '${another}' where run = '${failed}'`,
    );
    const { 'keys-of-runs': orphans, 'request-keys': keys, ...others } = await failures();
    expect(others).toEqual({});
    expect(orphans?.[0]).toContain('does not exist, but has a request key');
    expect(keys?.join()).toContain('has no request key');
    expect(keys?.join()).toContain(`its request key names the run ${another}`);
  });

  test.each(['ledger entry', 'payload', 'queue row'])(
    'a %s without its run is named',
    async (what) => {
      const run = newUuid();
      const inserts: Record<string, string> = {
        'ledger entry': entry(
          `'${fixtures.wallet}', '${run}', 'loss', 'external', 'provider', 1, null`,
        ),
        payload: `insert into run_payload (workspace, run) values ('${fixtures.workspace}', '${run}')`,
        'queue row': `insert into run_queue (workspace, run, queue, step, due_at, give_up_at)
        values ('${fixtures.workspace}', '${run}', 'nobody', 'submit', now(), now())`,
      };
      await corrupt(inserts[what] as string);
      const { orphans, ...others } = await failures();
      expect(orphans?.[0]).toContain(`does not exist, but has a ${what}`);
      expect(others).toEqual({});
    },
  );

  test('a run whose key is gone, and a key whose account is gone, are named', async () => {
    await corrupt(
      `update run set api_key = '${newUuid()}' where id = '${completed}'`,
      `update api_key set account = '${newUuid()}' where id = '${fixtures.key.id}'`,
    );
    expect(await failing()).toEqual(['key-accounts', 'orphans']);
  });

  test('a closed hour of usage that lacks a run, or counts another amount, is named', async () => {
    // As if it were two hours later.
    const close = () => db.query("select close_usage(10, interval '-2 hours') as closed");
    // The pending run keeps its hour open.
    expect(await close()).toEqual([{ closed: 0 }]);
    await endRun(db, { workspace: fixtures.workspace, id: pending, charged: 5 });
    expect(await close()).toEqual([{ closed: 1 }]);
    expect(await failing()).toEqual([]);
    await corrupt('update usage_hour set charged = charged + 1 where charged > 0');
    expect((await failures()).usage?.[0]).toMatch(
      /^workspace wsp_\w+: the hour \d{4}-\d\d-\d\dT\d\d:00Z is closed with .+; there are 3 with 68 captured$/,
    );
    await corrupt('delete from usage_hour_of_end_user');
    expect((await failures()).usage?.[0]).toMatch(/by end user 0 and 0/);
    expect(await failing()).toEqual(['usage']);
  });

  test('usage of an hour that is not closed, or has no runs, is named', async () => {
    await endRun(db, { workspace: fixtures.workspace, id: pending });
    const add = (hour: string) =>
      `insert into usage_hour_of_end_user (workspace, hour, kind, end_user_id, state, error_code, runs, charged,
         fee, usage, latencies)
       values ('${fixtures.workspace}', '${hour}', 'x', '', 'failed', '', 1, 0, 0, '{}', '{}')`;
    await corrupt(add('2020-01-01T05:00Z'));
    expect((await failures()).usage?.[0]).toMatch(
      /2020-01-01T05:00Z .+ by end user 1 and 0; there/,
    );
    await db.query("select close_usage(10, interval '-2 hours')");
    await corrupt(add('2120-01-01T05:00Z'));
    expect((await failures()).usage?.join()).toMatch(/2020-01-01T05:00Z.+2120-01-01T05:00Z/);
    expect(await failing()).toEqual(['usage']);
  });

  test('a workspace without a wallet is named', async () => {
    await corrupt(`insert into workspace (id, name) values ('${newUuid()}', 'poor')`);
    expect(await failing()).toEqual(['wallets']);
  });

  test.each([
    'account',
    'api_key',
    'run',
    'run_payload',
    'request_key',
    'ledger_entry',
    'closed_balance',
    'run_queue',
  ])('rows in %s of a workspace that is not there are named', async (table) => {
    const nobody = newUuid();
    await closeBalances(db);
    await corrupt(`update ${table} set workspace = '${nobody}'`);
    const { workspaces } = await failures();
    expect(workspaces).toHaveLength(1);
    expect(workspaces?.[0]).toContain(`does not exist, but has rows in ${table}`);
  });
});

describe('spending limits', () => {
  let limited: string;
  beforeEach(async () => {
    const { workspace, wallet, key } = fixtures;
    await changeKey(db, { id: uuidToId('key', key.id), change: { dayLimit: 500 } });
    const run = { workspace, apiKey: key.id, account: wallet, reserved: 40 };
    limited = (await admitRun(db, run)).id;
    expect(await failing()).toEqual([]);
  });

  test('a sum that is not what the runs were charged and hold is named', async () => {
    await corrupt('update key_spending set spent = spent - 1');
    expect((await failures()).spending?.[0]).toMatch(
      /^key key_\w+: on \d{4}-\d\d-\d\d, 62 counts as spent and 140 as held; its runs say 63 and 140$/,
    );
    await corrupt('update key_spending set spent = spent + 1, held = 0');
    expect(await failing()).toEqual(['spending']);
  });

  test('a settlement that the sum does not know of is named', async () => {
    await corrupt(`update run set spender = null where id = '${limited}'`);
    await endRun(db, { workspace: fixtures.workspace, id: limited, charged: 7 });
    expect(await failing()).toEqual(['spending']);
  });

  test('a sum that is gone is named by the runs that count in it', async () => {
    await corrupt('delete from key_spending');
    expect((await failures()).spenders?.[0]).toMatch(/^run run_\w+: counts against limits, and/);
  });
});

describe('budgets', () => {
  let customers: Customers;
  beforeEach(async () => {
    const { workspace, wallet, key } = fixtures;
    customers = createCustomers({
      ...{ store: createCustomerStore(db), limitOf: () => 10 },
      eraseEndUser: () => Promise.reject(new Error('nothing is erased here')),
    });
    const input = { endUserId: 'customer-1', budgets: { monthAmount: 500 } };
    await customers.create({ workspace, actor: { by_key: key.id } }, 'customer-1', input);
    const run = { workspace, apiKey: key.id, account: wallet, reserved: 40 };
    await admitRun(db, { ...run, endUser: 'customer-1' });
    expect(await failing()).toEqual([]);
  });

  test('a sum that is not what the pending runs of the customer hold is named', async () => {
    await corrupt('update customer_spending set total_held = 41');
    expect((await failures()).budgets?.[0]).toMatch(
      /^workspace wsp_\w+: 41 counts as held against the budgets of a customer; its pending runs hold 40$/,
    );
    await corrupt('delete from customer_spending');
    expect(await failing()).toEqual(['budgets']);
  });

  test('a balance that is not what is left of its grants is named', async () => {
    const { workspace } = fixtures;
    const given = { amount: 70, note: null, expiresAt: null };
    await customers.grant({ workspace }, 'order-1', 'customer-1', given);
    expect(await failing()).toEqual([]);
    await corrupt('update customer set prepaid_limit = prepaid_limit - 1');
    expect((await failures()).balances?.[0]).toMatch(
      /^workspace wsp_\w+: grants to a customer have 110 left, of 109 that its runs may still be charged$/,
    );
    await corrupt('update customer set prepaid_limit = 39', 'delete from customer_grant');
    expect((await failures()).balances).toContainEqual(
      expect.stringMatching(/40 is charged or held for a customer that may spend 39$/),
    );
  });

  test('sums of a customer that do not know of what is kept for its runs are named', async () => {
    const { workspace } = fixtures;
    await customers.update({ workspace }, 'customer-1', { hasBalance: true });
    expect(await failing()).toEqual([]);
    await corrupt('update customer_spending set has_kept = false');
    expect((await failures()).balances).toEqual([
      expect.stringMatching(
        /what runs of a customer release of grants whose time is over would not be taken$/,
      ),
    ]);
  });
});
