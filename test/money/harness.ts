/**
 * Plays the commands of many histories at once on the real functions, each history in its own workspace: one call plays
 * a step of all of them. Reports the result of each command, and the final content of the tables.
 */
import { randomUUID } from 'node:crypto';
import { settleGrants } from '../../server/money/grants.ts';
import {
  closeBalances,
  createLedger,
  giveGrant,
  leftOf,
  revokeGrant,
} from '../../server/money/index.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import { newUuid } from '../../server/platform/lib/ids.ts';
import { type AdmissionRow, admit } from '../../server/runs/admission-store.ts';
import { recordLateOutcome } from '../../server/runs/look-up-store.ts';
import { advanceOf } from '../../server/runs/outcomes.ts';
import { type Advance, advance } from '../../server/runs/settlement-store.ts';
import { claimRuns } from '../../server/runs/store.ts';
import { KINDS_OF_PROCESSES } from '../support/kinds.ts';
import { slots } from '../support/model-runs.ts';
import { untilUnlocked } from '../support/until-unlocked.ts';
import {
  type Account,
  type Create,
  chargeOf,
  type End,
  type Expire,
  type Give,
  isOfCustomer,
  type Late,
  MAX_PENDING,
} from './model.ts';
import { createPaymentHarness, type OpenPayment } from './payments.ts';

/** The environment of one history. */
export interface Tenant {
  /** The kind of its runs: the histories use the kinds by turns. */
  kind: string;
  workspace: string;
  wallet: string;
  credit: string;
  walletKey: string;
  creditKey: string;
  /** The most that the key with credit may spend in a month; half of the histories have it. */
  limit: number | undefined;
  /** The end user of every second run, and its budget in total; half of the histories have one, whatever their limit. */
  customer: string;
  budget: number | undefined;
  /** Ids of runs by the number of their request key, and what they reserved. */
  runs: Map<number, { id: string; reserved: number; attempt: number }>;
  /** By the number of their request key. */
  payments: Map<number, OpenPayment>;
}

interface FoundRun {
  payer: string;
  state: string;
  attempt: number;
  charged: number;
  loss: number;
}

const PROVIDER = 'histories';
const LIMIT = 150;
const BUDGET = 120;
const LATER_MS = 3_600_000;
const TOMORROW = Date.now() + 86_400_000;

export type Harness = ReturnType<typeof createHarness>;

export function createHarness(db: Db) {
  async function open(count: number, creditOfKey: number): Promise<Tenant[]> {
    const tenants = Array.from({ length: count }, (_, i) => ({
      kind: KINDS_OF_PROCESSES[i % KINDS_OF_PROCESSES.length]!.kind,
      ...{ workspace: newUuid(), wallet: newUuid(), credit: newUuid() },
      ...{ walletKey: newUuid(), creditKey: newUuid(), runs: new Map(), payments: new Map() },
      limit: Math.floor(i / KINDS_OF_PROCESSES.length) % 2 === 0 ? undefined : LIMIT,
      customer: newUuid(),
      budget: Math.floor(i / KINDS_OF_PROCESSES.length) % 4 < 2 ? undefined : BUDGET,
    }));
    const columns = (['workspace', 'wallet', 'credit', 'walletKey', 'creditKey'] as const).map(
      (name) => tenants.map((tenant) => tenant[name]),
    );
    await db.query(
      `with tenant as materialized (
         select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $7::bigint[])
           as p (workspace, wallet, credit, wallet_key, credit_key, month_limit)
       ), spaces as (
         insert into workspace (id, name) select workspace, workspace::text from tenant
       ), accounts as (
         insert into account (workspace, id, kind, available)
         select workspace, wallet, 'wallet', 0 from tenant
         union all select workspace, credit, 'key_credit', $6 from tenant
       ), entries as (
         insert into ledger_entry (workspace, account, kind, debit_bucket, credit_bucket, amount, external_reference)
         select workspace, credit, 'top_up', 'external', 'available', $6, 'opening' from tenant
       )
       insert into api_key (workspace, id, hash, prefix, last4, name, scopes, account, month_limit, spender)
       select workspace, key, sha256(key::text::bytea), 'mrk_', 'last', 'test', '{models:run}', account, month_limit,
         case when month_limit is not null then key end
       from (
         select workspace, wallet_key as key, null::uuid as account, null::bigint as month_limit from tenant
         union all select workspace, credit_key, credit, month_limit from tenant
       ) k`,
      [...columns, creditOfKey, tenants.map(({ limit }) => limit ?? null)],
    );
    const capped = tenants.filter(({ budget }) => budget !== undefined);
    await db.query(
      `with capped as materialized (
         select * from unnest($1::uuid[], $2::uuid[]) as c (workspace, customer)
       ), noted as (
         update account a set has_budgets = true from capped c where a.workspace = c.workspace and a.kind = 'wallet'
       )
       insert into customer (workspace, end_user_id, id, has_budgets, total_limit, created_at)
       select workspace, customer::text, customer, true, $3, now() from capped`,
      [capped.map(({ workspace }) => workspace), capped.map(({ customer }) => customer), BUDGET],
    );
    return tenants;
  }

  /** The result of each, in order. */
  async function create(requests: { tenant: Tenant; command: Create }[]): Promise<string[]> {
    if (requests.length === 0) return [];
    const rows = requests.map(({ tenant, command }) => admissionOf(tenant, command));
    const results = await untilUnlocked(() => admit(db, rows, MAX_PENDING));
    return results.map(({ outcome, run, payer }, i) => {
      const { tenant, command } = requests[i]!;
      if (outcome !== 'created') return outcome;
      tenant.runs.set(command.requestKey, { id: run, reserved: command.hold, attempt: 0 });
      return `created, paid by ${payer === tenant.credit ? 'credit' : 'wallet'}`;
    });
  }

  /** Whether each was applied. A command whose request key has no run yet uses a run that does not exist. */
  async function end(requests: { tenant: Tenant; command: End }[]): Promise<boolean[]> {
    if (requests.length === 0) return [];
    const advances = requests.map(({ tenant, command }) => advanceBy(tenant, command));
    const results = await untilUnlocked(() => advance(db, advances));
    return results.map((result) => result !== undefined);
  }

  function late(tenant: Tenant, { requestKey, amount }: Late): Promise<boolean> {
    const id = tenant.runs.get(requestKey)?.id ?? newUuid();
    const late = { workspace: tenant.workspace, id, ran: true, amount, reference: undefined };
    return recordLateOutcome(db, late);
  }

  async function credit(requests: { tenant: Tenant; amount: number }[]): Promise<void> {
    await db.query(
      `with top_up as materialized (
         select * from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as t (workspace, wallet, amount)
       ), entries as (
         insert into ledger_entry (workspace, account, kind, debit_bucket, credit_bucket, amount, external_reference)
         select workspace, wallet, 'top_up', 'external', 'available', amount, gen_random_uuid()::text from top_up
       )
       update account a set available = a.available + t.amount from top_up t where a.id = t.wallet`,
      [
        requests.map(({ tenant }) => tenant.workspace),
        requests.map(({ tenant }) => tenant.wallet),
        requests.map(({ amount }) => amount),
      ],
    );
  }

  const ledger = createLedger({ db });
  const payments = createPaymentHarness(db);

  /** As the service credits: with the grants of the workspace brought up to date. */
  async function topUp({ workspace }: Tenant, amount: number): Promise<void> {
    await ledger.topUp({ workspace, amount, reference: randomUUID() });
  }

  async function give({ workspace }: Tenant, { amount, ends }: Give): Promise<void> {
    const expiresAt = new Date(TOMORROW + ends * LATER_MS);
    const grant = {
      workspace,
      amount,
      expiresAt,
      reason: 'goodwill',
      reference: randomUUID(),
    } as const;
    await db.transaction((tx) => giveGrant(tx, grant));
  }

  async function expire({ workspace }: Tenant, { grant }: Expire): Promise<void> {
    await settle(workspace);
    const open = await db.query<{ id: string }>(
      `select id from credit_grant where workspace = $1 and state = 'open' order by ends_at, id`,
      [workspace],
    );
    const last = open.at(-1);
    if (grant === 'last' && last) await db.transaction((tx) => revokeGrant(tx, last.id));
    if (grant !== 'last') {
      const over = grant === 'all' ? open : open.slice(0, 1);
      await db.query(
        `update credit_grant set ends_at = date_trunc('milliseconds', clock_timestamp()) where id = any ($1)`,
        [over.map(({ id }) => id)],
      );
    }
    await settle(workspace);
  }

  const settle = (workspace: string) => db.transaction((tx) => settleGrants(tx, workspace));

  /** What the service says of the grants before a worker's turn, and what is saved after it. */
  async function grantsOf({ workspace }: Tenant) {
    const toSums = (grants: Awaited<ReturnType<typeof ledger.grants>>) =>
      grants.map((each) => ({ ...each, left: leftOf(each) }));
    const before = toSums(await ledger.grants(workspace));
    await settle(workspace);
    return { before, after: toSums(await ledger.grants(workspace)) };
  }

  async function revoke(tenants: Tenant[]): Promise<void> {
    await db.query(
      'update api_key set revoked_at = coalesce(revoked_at, now()) where id = any ($1::uuid[])',
      [tenants.map((tenant) => tenant.creditKey)],
    );
  }

  /** A living worker claims everything that waits. */
  async function claim(tenants: Tenant[]): Promise<void> {
    const worker = newUuid();
    await db.query("insert into worker (id, lease_until) values ($1, now() + interval '1 hour')", [
      worker,
    ]);
    const byId = new Map(
      tenants.flatMap(({ runs }) => [...runs.values()].map((run) => [run.id, run] as const)),
    );
    for (const { kind } of KINDS_OF_PROCESSES) {
      const take = { queue: `${kind}/${PROVIDER}`, slots: slots(2_000), worker };
      for (let count = -1; count !== 0; ) {
        const claimed = await claimRuns(db, { ...take, claim: randomUUID() });
        for (const { id, attempt } of claimed) byId.get(id)!.attempt = attempt;
        count = claimed.length;
      }
    }
  }

  const close = () => closeBalances(db);

  return {
    ...{ open, create, end, late, credit, topUp, revoke, give, expire, grantsOf, claim, close },
    ...{ pay: payments.pay, report: payments.report, collect: payments.collect },
    look: async () => ({ ...(await look(db)), payments: byId(await payments.look()) }),
  };
}

/**
 * Every account, the sum of its entries, of all and of those after its closed balance, every run, and what counts, by
 * id.
 */
async function look(db: Db) {
  const accounts = await db.query<Account & { id: string }>(
    'select id, available, held, spent, pending from account',
  );
  const entries = await db.query<Omit<Account, 'pending'> & { id: string }>(
    `select account as id,
       sum(case 'available' when credit_bucket then amount when debit_bucket then -amount else 0 end)::bigint as available,
       sum(case 'held' when credit_bucket then amount when debit_bucket then -amount else 0 end)::bigint as held,
       sum(case when kind in ('capture_provider', 'capture_fee') then amount else 0 end)::bigint as spent
     from ledger_entry group by account`,
  );
  const closed = await db.query<Omit<Account, 'pending'> & { id: string }>(
    `select account as id, sum(available)::bigint as available, sum(held)::bigint as held, sum(spent)::bigint as spent
     from (
       select account, available, held, spent from closed_balance
       union all
       select account, case 'available' when credit_bucket then amount when debit_bucket then -amount else 0 end,
         case 'held' when credit_bucket then amount when debit_bucket then -amount else 0 end,
         case when kind in ('capture_provider', 'capture_fee') then amount else 0 end
       from ledger_entry where id > (select until from ledger_closed)
     ) s group by account`,
  );
  const runs = await db.query<FoundRun & { id: string }>(
    `select m.id, m.account as payer, m.state, m.attempt, coalesce(m.charged_amount, 0) as charged,
       coalesce(e.amount, 0) as loss
     from run m
     left join ledger_entry e on e.workspace = m.workspace and e.run = m.id and e.kind = 'loss'`,
  );
  const spending = await db.query<{ id: string; spent: number; held: number }>(
    'select spender as id, sum(spent)::bigint as spent, sum(held)::bigint as held from key_spending group by spender',
  );
  const used = await db.query<{ id: string; spent: number; held: number }>(
    'select customer as id, total_spent as spent, total_held as held from customer_spending',
  );
  return {
    ...{ accounts: byId(accounts), entries: byId(entries), closed: byId(closed), runs: byId(runs) },
    ...{ spending: byId(spending), used: byId(used) },
  };
}

function byId<T extends { id: string }>(rows: T[]): Map<string, Omit<T, 'id'>> {
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

export function admissionOf(tenant: Tenant, { requestKey, hold, by }: Create): AdmissionRow {
  return {
    ...{ workspace: tenant.workspace, id: newUuid() },
    api_key: by === 'wallet' ? tenant.walletKey : tenant.creditKey,
    account: by === 'wallet' ? tenant.wallet : tenant.credit,
    fallback_account: by === 'both' ? tenant.wallet : undefined,
    idempotency_key: `key-${requestKey}`,
    ...{ request_hash: '00', hash_version: 1, kind: tenant.kind, subject: 'a/subject' },
    ...{ provider: PROVIDER, terms: {} },
    ...{ currency: 'USD', scale: 9, fee_basis_points: 500 },
    ...{ reserved_amount: hold, deadline_ms: LATER_MS, request: '{}' },
    end_user_id: isOfCustomer(requestKey) ? tenant.customer : undefined,
    ...{ session_id: undefined, prompt_id: undefined },
    ...{ prompt_version: undefined, metadata: undefined, subject_version: undefined },
    ...traceOf(tenant, requestKey),
  };
}

/** Some runs have a trace; the parent of some is another run of the history, or one that does not exist. */
function traceOf({ workspace, runs }: Tenant, requestKey: number) {
  const trace = workspace.replaceAll('-', '');
  const [first] = runs.values();
  const isWanted = requestKey % 3 === 1;
  return {
    traceparent: requestKey % 3 === 0 ? `00-${trace}-${trace.slice(16)}-01` : undefined,
    parent_uuid: isWanted ? (first?.id ?? newUuid()) : undefined,
    parent_run: isWanted ? 'wanting' : undefined,
    parent_call: undefined,
  };
}

function advanceBy(tenant: Tenant, command: End): Advance {
  const run = tenant.runs.get(command.requestKey) ?? { id: newUuid(), reserved: 0, attempt: 0 };
  const { event, attemptsBehind, loss } = command;
  const { to_state } = advanceOf(event, { workspace: tenant.workspace, id: run.id });
  const charged = chargeOf(run.reserved, command);
  const fee = Math.floor(charged / 7);
  return advanceOf(
    event,
    { workspace: tenant.workspace, id: run.id },
    {
      attempt: attemptsBehind === undefined ? undefined : run.attempt - attemptsBehind,
      ...(to_state === 'completed' && {
        ...{ charged_amount: charged, fee_amount: fee, provider_amount: charged - fee },
      }),
      ...(to_state === 'failed' && {
        error: { code: 'internal', message: 'test', retryable: true },
      }),
      ...(loss > 0 && { loss_amount: loss }),
      ...NEXT_STEP[to_state],
    },
  );
}

const NEXT_STEP: Partial<Record<Advance['to_state'], Partial<Advance>>> = {
  queued: { next_step: 'submit', due_in_ms: 0 },
  received: { next_step: 'price', due_in_ms: LATER_MS, settle_deadline_ms: LATER_MS },
  needs_reconciliation: {
    ...{ next_step: 'reconcile', due_in_ms: LATER_MS, settle_deadline_ms: LATER_MS },
    unknown_reason: 'test',
  },
};
