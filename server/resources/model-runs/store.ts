/**
 * The SQL of model runs. Statements that write go through the set-based functions of the migrations; every
 * read names the workspace.
 */
import type { Queryable } from '../../db/pool.ts';
import { writeJson } from '../../kernel/exact-json.ts';
import type { FinishReason } from '../../providers/port.ts';
import type { RunError, StoredAnswer, Terms } from './run.ts';
import { type RunRow, SUMMARY_COLUMNS } from './run-row.ts';
import type { RunState } from './states.ts';

/** A reader is content with a look-up that is younger than this. */
export const LOOK_UP_FRESH_MS = 2_000;

export interface AdmissionRow {
  workspace: string;
  id: string;
  api_key: string;
  account: string;
  fallback_account: string | undefined;
  idempotency_key: string;
  /** SHA-256 as hexadecimal text. */
  request_hash: string;
  hash_version: number;
  model: string;
  provider: string;
  terms: Terms;
  currency: string;
  scale: number;
  fee_basis_points: number;
  reserved_amount: number;
  deadline_ms: number;
  session_id: string | undefined;
  end_user_id: string | undefined;
  prompt_id: string | undefined;
  prompt_version: string | undefined;
  traceparent: string | undefined;
  /** The request as JSON text; travels apart from the row. */
  request: string;
}

export interface AdmissionResult {
  ord: number;
  outcome: 'created' | 'existing' | 'insufficient' | 'too_many_pending' | 'key_ended';
  run: string;
  existing_hash: Buffer | null;
  existing_hash_version: number | null;
  payer: string | null;
  payer_available: number | null;
  saved_at: Date | null;
}

/** Saves and holds many runs in one round trip and one commit; results come in the order of the rows. */
export async function admit(
  db: Queryable,
  rows: AdmissionRow[],
  maxPending: number,
): Promise<AdmissionResult[]> {
  const input = rows.map(({ request: _, ...row }, i) => ({ ord: i + 1, ...row }));
  const results = await db.query<AdmissionResult>(
    'select * from admit_model_runs($1::json, $2::text[], $3)',
    [JSON.stringify(input), rows.map((row) => row.request), maxPending],
    'admit_model_runs',
  );
  return results.sort((a, b) => a.ord - b.ord);
}

/** What moves a run on; see `advance_model_runs` in the migrations. */
export interface Advance {
  workspace: string;
  id: string;
  from_states: readonly RunState[];
  to_state: RunState;
  /** Fences a late worker: applied only while the run is in this attempt. */
  attempt?: number | undefined;
  provider_amount?: number | undefined;
  list_amount?: number | undefined;
  fee_amount?: number | undefined;
  charged_amount?: number | undefined;
  absorbed_amount?: number | undefined;
  loss_amount?: number | undefined;
  prompt_tokens?: number | undefined;
  completion_tokens?: number | undefined;
  cached_prompt_tokens?: number | undefined;
  reasoning_tokens?: number | undefined;
  finish_reason?: FinishReason | undefined;
  error?: RunError;
  provider_reference?: string | undefined;
  unknown_reason?: string;
  queue_reason?: string;
  looked_up?: boolean;
  settle_deadline_ms?: number;
  next_step?: 'submit' | 'reconcile' | 'price';
  due_in_ms?: number;
  audit_kind?: string;
  audit_detail?: Record<string, unknown>;
  answer?: StoredAnswer;
}

/** Applies many advances in one transaction; tells for each whether its condition held. */
export async function advance(db: Queryable, advances: Advance[]): Promise<boolean[]> {
  const input = advances.map(({ answer: _, ...row }, i) => ({ ord: i + 1, ...row }));
  const answers = advances.map(({ answer }) => (answer ? writeJson(answer) : null));
  const rows = await db.query<{ ord: number; applied: boolean }>(
    'select * from advance_model_runs($1::json, $2::text[])',
    [JSON.stringify(input), answers],
    'advance_model_runs',
  );
  return rows.sort((a, b) => a.ord - b.ord).map((row) => row.applied);
}

export interface ClaimedRun {
  workspace: string;
  id: string;
  attempt: number;
  terms: Terms;
  fee_basis_points: number;
  scale: number;
  reserved_amount: number;
  traceparent: string | null;
  session_id: string | null;
  end_user_id: string | null;
  request: string;
}

/** What a process has to fill for one provider. */
export interface Slots {
  atMost: number;
  /** All that are free, of which a workspace gets a share only. */
  free: number;
  /** How many each workspace has in flight. */
  held: ReadonlyMap<string, number>;
}

export function claimRuns(
  db: Queryable,
  claim: { provider: string; slots: Slots; claim: string; worker: string },
): Promise<ClaimedRun[]> {
  const { atMost, free, held } = claim.slots;
  return db.query<ClaimedRun>(
    'select * from claim_model_runs($1, $2, $3, $4, $5, $6::uuid[], $7::integer[])',
    [claim.provider, atMost, claim.claim, claim.worker, free, [...held.keys()], [...held.values()]],
    'claim_model_runs',
  );
}

/** Saves the provider's reference while the answer is still coming. */
export async function saveReferences(
  db: Queryable,
  references: { workspace: string; id: string; attempt: number; reference: string }[],
): Promise<void> {
  await db.query(
    `with locked as materialized (
       select run from run_queue where run = any ($2::uuid[]) order by run for update
     )
     update model_run m set provider_reference = r.reference
     from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::text[]) as r (workspace, id, attempt, reference)
     join locked on locked.run = r.id
     where m.workspace = r.workspace and m.id = r.id and m.attempt = r.attempt
       and m.state in ('submitting', 'needs_reconciliation') and m.provider_reference is null`,
    [
      references.map((r) => r.workspace),
      references.map((r) => r.id),
      references.map((r) => r.attempt),
      references.map((r) => r.reference),
    ],
    'save_references',
  );
}

export interface ReadRow extends RunRow {
  ord: number;
  response: string | null;
  /** By the database's clock, how long until the next look-up is due; null where none is to come. */
  look_up_due_in_ms: number | null;
  /** How long until a reader may have it looked up before that; null where there is nothing to ask for. */
  look_up_open_in_ms: number | null;
}

/** Runs by workspace and id, with their answers; a missing one has no row. */
export function readRuns(
  db: Queryable,
  keys: { workspace: string; id: string }[],
): Promise<ReadRow[]> {
  return db.query<ReadRow>(
    `select k.ord::integer as ord, ${SUMMARY_COLUMNS}, p.response,
       extract(epoch from r.next_check_at - now())::double precision * 1000 as look_up_due_in_ms,
       case when r.next_check_at is not null and r.provider_reference is not null then
         extract(epoch from coalesce(r.last_looked_up_at, r.updated_at) - now())::double precision * 1000 + $3
       end as look_up_open_in_ms
     from unnest($1::uuid[], $2::uuid[]) with ordinality as k (workspace, id, ord)
     join model_run r on r.workspace = k.workspace and r.id = k.id
     left join model_run_payload p on p.workspace = k.workspace and p.run = k.id and r.state = 'completed'`,
    [keys.map((key) => key.workspace), keys.map((key) => key.id), LOOK_UP_FRESH_MS],
    'read_runs',
  );
}

/** The run that a request key of the workspace names, with the hash of its request. */
export async function findByRequestKey(
  db: Queryable,
  workspace: string,
  idempotencyKey: string,
): Promise<{ id: string; hash: Buffer; hashVersion: number } | undefined> {
  const [row] = await db.query<{ id: string; request_hash: Buffer; hash_version: number }>(
    'select id, request_hash, hash_version from model_run where workspace = $1 and idempotency_key = $2',
    [workspace, idempotencyKey],
    'find_by_request_key',
  );
  return row && { id: row.id, hash: row.request_hash, hashVersion: row.hash_version };
}

export async function availableOf(
  db: Queryable,
  accounts: string[],
): Promise<{ id: string; available: number; kind: 'wallet' | 'key_credit' }[]> {
  return db.query(
    'select id, available, kind from account where id = any ($1::uuid[])',
    [accounts],
    'available_of',
  );
}

/** Unsent runs of a key that no worker has claimed. */
export function unsentRunsOfKey(
  db: Queryable,
  workspace: string,
  apiKey: string,
): Promise<{ workspace: string; id: string }[]> {
  return db.query(
    `select m.workspace, m.id from run_queue q join model_run m on m.workspace = q.workspace and m.id = q.run
     where q.workspace = $1 and q.step = 'submit' and q.claim is null and m.api_key = $2`,
    [workspace, apiKey],
  );
}

/** Unsent runs of keys revoked of late: what came back to the queue after the revocation looked. */
export function unsentRunsOfRevokedKeys(
  db: Queryable,
  atMost: number,
): Promise<{ workspace: string; id: string }[]> {
  return db.query(
    `select m.workspace, m.id from api_key k
     join run_queue q on q.workspace = k.workspace and q.step = 'submit' and q.claim is null
     join model_run m on m.workspace = q.workspace and m.id = q.run and m.api_key = k.id
     where k.revoked_at > now() - interval '1 day' limit $1`,
    [atMost],
    'unsent_runs_of_revoked_keys',
  );
}

/** Runs whose time to be sent has passed. */
export function expiredUnsentRuns(
  db: Queryable,
  atMost: number,
): Promise<{ workspace: string; id: string }[]> {
  return db.query(
    `select workspace, run as id from run_queue
     where step = 'submit' and claim is null and give_up_at <= now() limit $1`,
    [atMost],
    'expired_unsent_runs',
  );
}

/** Runs claimed by a worker whose lease has ended: their requests may have been executed. */
export function runsOfDeadWorkers(
  db: Queryable,
  atMost: number,
): Promise<
  { workspace: string; id: string; attempt: number; provider: string; has_reference: boolean }[]
> {
  return db.query(
    `select m.workspace, m.id, m.attempt, m.provider, m.provider_reference is not null as has_reference
     from run_queue q join model_run m on m.workspace = q.workspace and m.id = q.run
     where q.claim is not null
       and not exists (select from worker w where w.id = q.worker and w.lease_until > now())
     limit $1`,
    [atMost],
    'runs_of_dead_workers',
  );
}

/** Every run that is not known to have ended and may have been sent before the database went back. */
export function unsettledSubmissions(
  db: Queryable,
  atMost: number,
): Promise<{ workspace: string; id: string; provider: string; has_reference: boolean }[]> {
  return db.query(
    `select m.workspace, m.id, m.provider, m.provider_reference is not null as has_reference
     from run_queue q join model_run m on m.workspace = q.workspace and m.id = q.run
     where q.step = 'submit' limit $1`,
    [atMost],
  );
}
