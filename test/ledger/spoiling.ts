/** Books that the service wrote, faults that none of our code can cause in them, and the audit's findings. */
import { expect, inject } from 'vitest';
import { createKey } from '../../server/keys/index.ts';
import { type AuditOptions, audit } from '../../server/money/index.ts';
import { createDb, type Db } from '../../server/platform/db/pool.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { admitRun, admitRuns, endRun, type Fixtures, makeFixtures } from './fixtures.ts';

export interface Books extends Fixtures {
  /** A run that holds 100, one that was charged 63, one that failed. */
  pending: string;
  completed: string;
  failed: string;
}

export type Spoiling = Awaited<ReturnType<typeof openSpoiling>>;

export async function openSpoiling() {
  const database = await createTestDatabase();
  const { db } = database;
  const url = new URL(new URL(database.url).pathname, inject('postgres').superuserUrl).href;
  const superuser = createDb({ url, max: 1, applicationName: 'corruption' });

  /** Bypasses rights, triggers and constraints. */
  async function corrupt(...statements: string[]): Promise<void> {
    await superuser.transaction(async (tx) => {
      await tx.query("set local session_replication_role = 'replica'");
      for (const statement of statements) await tx.query(statement);
    });
  }

  /** New ones, of one workspace, replacing all existing ones. */
  async function makeBooks(): Promise<Books> {
    await corrupt(
      `truncate workspace, account, api_key, run, run_payload, run_queue, request_key, ledger_entry, audit_event,
         closed_balance, ledger_sum, usage_hour, usage_hour_of_end_user, usage_closed, key_spending, customer,
         customer_setting, customer_spending, customer_grant, storage_charge cascade`,
    );
    const fixtures = await makeFixtures(db);
    const { workspace, wallet, key } = fixtures;
    await createKey(db, { workspace, name: 'own', scopes: ['models:run'], credit: 50 });
    const run = { workspace, apiKey: key.id, account: wallet, reserved: 100 };
    const [pending, completed, failed] = (await admitRuns(db, run, 3)).map(({ id }) => id);
    await endRun(db, { workspace, id: completed!, charged: 63, fee: 3 });
    await endRun(db, { workspace, id: failed! });
    return { ...fixtures, pending: pending!, completed: completed!, failed: failed! };
  }

  async function failures(options?: AuditOptions): Promise<Record<string, string[]>> {
    const failed: Record<string, string[]> = {};
    for await (const { name, ok, faults } of audit(db, options)) if (!ok) failed[name] = faults;
    return failed;
  }

  /** The names of the checks that fail: the same whether the audit reads all at once or in the smallest parts. */
  async function failing(options?: AuditOptions): Promise<string[]> {
    const names = Object.keys(await failures(options));
    expect(Object.keys(await failures({ ...options, perPart: 1 }))).toEqual(names);
    return names;
  }

  async function close(): Promise<void> {
    await superuser.close();
    await database.drop();
  }

  return { db, url: database.url, corrupt, makeBooks, failures, failing, close };
}

export async function admitTo(
  db: Db,
  { workspace, wallet, key }: Fixtures,
  reserved: number,
): Promise<string> {
  return (await admitRun(db, { workspace, apiKey: key.id, account: wallet, reserved })).id;
}
