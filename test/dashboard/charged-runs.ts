/** Runs of every kind that were charged at any time, with their ledger entries and customers. */
import { asOwner } from '../support/postgres.ts';
import type { TestService } from '../support/service.ts';
import type { Customer } from './fixtures.ts';

type TestDatabase = TestService['database'];

export interface Charge {
  at: number;
  id: string;
  of: number;
  key: number;
  kind: 'model_run' | 'tool_run' | 'compute_job';
  subject: string;
  endUser: string | null;
  labels: Record<string, string> | null;
  provider: number;
  fee: number;
}

/** Runs that have ended and their entries, as a settlement writes them. Some are paid by the credit of a key. */
export async function insertCharges(
  database: TestDatabase,
  customers: readonly Customer[],
  charges: readonly Charge[],
): Promise<void> {
  const rows = charges.map((one) => ({
    ...one,
    workspace: customers[one.of]!.tenant.workspace,
    at: new Date(one.at).toISOString(),
  }));
  // The service gives no entry a time.
  await asOwner(database, (db) =>
    db.query(
      `with given as materialized (
       select g.*, k.id as api_key, coalesce(k.account, w.id) as account
       from json_to_recordset($1) g (workspace uuid, id uuid, at timestamptz, key int, kind text, subject text,
         "endUser" text, labels json, provider bigint, fee bigint)
       join account w on w.workspace = g.workspace and w.kind = 'wallet'
       cross join lateral (
         select * from api_key k where k.workspace = g.workspace order by k.id offset g.key limit 1
       ) k
     ), made as (
       insert into run (workspace, id, kind, api_key, account, idempotency_key, subject, provider, state, terms,
         currency, scale, fee_basis_points, reserved_amount, charged_amount, fee_amount, deadline, end_user_id,
         metadata, created_at, updated_at, finished_at)
       select workspace, id, kind, api_key, account, id::text, subject, 'nobody', 'completed', '{}', 'USD', 9, 0,
         provider + fee, provider + fee, fee, now(), "endUser", labels, at, at, at
       from given
     ), known as (
       insert into customer (workspace, end_user_id, id, created_at)
       select distinct on (workspace, "endUser") workspace, "endUser", id, at from given
       where "endUser" is not null order by workspace, "endUser", id
       on conflict do nothing
     ), entered as (
       insert into ledger_entry (workspace, account, run, kind, debit_bucket, credit_bucket, amount, created_at)
       select g.workspace, g.account, g.id, e.kind, 'held', e.bucket, e.amount, g.at
       from given g cross join lateral (
         values ('capture_provider', 'provider', g.provider), ('capture_fee', 'fee', g.fee)
       ) e (kind, bucket, amount) where e.amount > 0 order by g.at
     ), spent as (
       select account, sum(provider + fee) as sum from given group by account
     )
     update account a set spent = a.spent + s.sum, available = a.available + 100000000000 - s.sum
     from spent s where s.account = a.id`,
      [JSON.stringify(rows)],
    ),
  );
}
