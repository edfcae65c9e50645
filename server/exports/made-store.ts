/** The SQL of exports that are made in the background. */
import type { Queryable } from '../platform/db/pool.ts';
import type { DatasetName } from './datasets.ts';
import type { FormatName } from './formats.ts';

/** Too many bytes; no room in the quota; every attempt took too long to read the rows; every attempt failed. */
export type MadeFailure = 'too_large' | 'no_room' | 'too_slow' | 'not_made';

export interface MadeExport {
  id: string;
  dataset: DatasetName;
  format: FormatName;
  /** Of the calendar that the workspace had when it was asked for: `2027-01`. */
  month: string;
  /** Null for all end users. */
  endUserId: string | null;
  state: 'queued' | 'making' | 'ready' | 'failed';
  /** The attempt that makes or has made the file, by which its bytes are stored. */
  claim: string | null;
  bytes: number | null;
  failure: MadeFailure | null;
  createdAt: Date;
  finishedAt: Date | null;
  expiresAt: Date;
}

/** An export that this process makes, under a lease. */
export interface ClaimedExport {
  workspace: string;
  id: string;
  claim: string;
  /** Counts this attempt. */
  attempts: number;
  dataset: DatasetName;
  format: FormatName;
  from: Date;
  to: Date;
  endUserId: string | null;
}

const MADE = `id, dataset, format, month, end_user_id as "endUserId", state, claim, bytes, failure,
  created_at as "createdAt", finished_at as "finishedAt", expires_at as "expiresAt"`;

export interface MadeSum {
  count: number;
  /** Of all files, also of those that have expired until they are removed. */
  bytes: number;
  /** When the first of these files expires. */
  freesAt: Date | null;
}

/** Until the end of the transaction, nobody else asks for one, and none becomes ready. */
export async function lockMade(tx: Queryable, workspace: string): Promise<MadeSum> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('made exports ' || $1, 0))`, [
    workspace,
  ]);
  const [row] = await tx.query<MadeSum>(
    `select (count(*) filter (where expires_at > now()))::integer as count,
       coalesce(sum(bytes) filter (where claim is not null), 0)::bigint as bytes,
       min(expires_at) filter (where expires_at > now() and bytes > 0) as "freesAt"
     from made_export where workspace = $1`,
    [workspace],
  );
  return row!;
}

/** Also one that has expired, until it is removed. */
export async function selectMadeOfRequest(
  tx: Queryable,
  workspace: string,
  requestKey: string,
): Promise<MadeExport | undefined> {
  const [row] = await tx.query<MadeExport>(
    `select ${MADE} from made_export where workspace = $1 and request_key = $2`,
    [workspace, requestKey],
  );
  return row;
}

type NewExport = Pick<MadeExport, 'id' | 'dataset' | 'format' | 'month' | 'endUserId'> & {
  workspace: string;
  from: Date;
  to: Date;
  requestKey: string;
  askedBy: string;
  keptDays: number;
};

export async function insertMade(tx: Queryable, made: NewExport): Promise<MadeExport> {
  const [row] = await tx.query<MadeExport>(
    `insert into made_export
       (workspace, id, dataset, format, month, span_from, span_to, end_user_id, request_key, asked_by, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now() + $11 * interval '1 day') returning ${MADE}`,
    [
      ...[made.workspace, made.id, made.dataset, made.format, made.month, made.from, made.to],
      ...[made.endUserId, made.requestKey, made.askedBy, made.keptDays],
    ],
  );
  return row!;
}

export async function selectMade(
  db: Queryable,
  workspace: string,
  id: string,
): Promise<MadeExport | undefined> {
  const [row] = await db.query<MadeExport>(
    `select ${MADE} from made_export where workspace = $1 and id = $2 and expires_at > now()`,
    [workspace, id],
  );
  return row;
}

/** A workspace has few. */
export function selectMadePage(
  db: Queryable,
  { workspace, before, limit }: { workspace: string; before: string; limit: number },
): Promise<MadeExport[]> {
  return db.query<MadeExport>(
    `select ${MADE} from made_export where workspace = $1 and id < $2 and expires_at > now()
     order by id desc limit $3`,
    [workspace, before, limit],
  );
}

/** Who asked for a made export that has ended. */
export async function selectEndedMade(
  db: Queryable,
  id: string,
): Promise<(MadeExport & { workspace: string; askedBy: string | null }) | undefined> {
  const [row] = await db.query<MadeExport & { workspace: string; askedBy: string | null }>(
    `select ${MADE}, workspace, asked_by as "askedBy" from made_export
     where id = $1 and state in ('ready', 'failed') and expires_at > now()`,
    [id],
  );
  return row;
}

/* Those that make them. */

/**
 * The oldest unfinished export of each workspace, if it is due: so a workspace has one made at a time, however many
 * processes there are. What has waited longest, since it was due and the last one of its workspace ended, comes first. A
 * process that dies keeps its export for the rest of its lease.
 */
export function claimMade(
  db: Queryable,
  { atMost, leaseMs }: { atMost: number; leaseMs: number },
): Promise<ClaimedExport[]> {
  return db.query<ClaimedExport>(
    `update made_export set state = 'making', claim = gen_random_uuid(), attempts = attempts + 1,
       due_at = now() + $2 * interval '1 ms'
     where id in (
       select m.id from made_export m
       where m.state in ('queued', 'making') and m.due_at <= now() and m.expires_at > now()
         and not exists (
           select from made_export o where o.workspace = m.workspace and o.id < m.id
             and o.state in ('queued', 'making') and o.expires_at > now())
       order by greatest(m.due_at, (select max(e.finished_at) from made_export e where e.workspace = m.workspace))
       limit $1 for update skip locked)
     returning workspace, id, claim, attempts, dataset, format, span_from as "from", span_to as "to",
       end_user_id as "endUserId"`,
    [atMost, leaseMs],
    'claim_made_exports',
  );
}

/** True while the attempt is the one that makes it, and it is still wanted. */
const IS_MINE = `id = $1 and claim = $2 and state = 'making' and expires_at > now()`;

type Attempt = Pick<ClaimedExport, 'id' | 'claim'>;

/** Has one of them. */
export interface MadeEnd {
  bytes?: number;
  failure?: MadeFailure;
}

/** False once the lease is lost, or the export is not wanted any more. */
export async function keepMade(
  db: Queryable,
  { id, claim }: Attempt,
  leaseMs: number,
): Promise<boolean> {
  const rows = await db.query(
    `update made_export set due_at = now() + $3 * interval '1 ms' where ${IS_MINE} returning id`,
    [id, claim, leaseMs],
    'keep_made_export',
  );
  return rows.length > 0;
}

/** For another attempt; one that could not begin is not counted. */
export async function postponeMade(
  db: Queryable,
  { id, claim }: Attempt,
  { inMs, isCounted }: { inMs: number; isCounted: boolean },
): Promise<void> {
  await db.query(
    `update made_export set state = 'queued', due_at = now() + $3 * interval '1 ms',
       attempts = attempts - case when $4 then 0 else 1 end
     where ${IS_MINE}`,
    [id, claim, inMs, isCounted],
    'postpone_made_export',
  );
}

/** False if the attempt is not the one that makes it any more: then nothing is changed. */
export async function endMade(
  tx: Queryable,
  { id, claim }: Attempt,
  { bytes, failure }: MadeEnd,
): Promise<boolean> {
  const rows = await tx.query(
    `update made_export set state = case when $4::text is null then 'ready' else 'failed' end, bytes = $3, failure = $4,
       finished_at = now()
     where ${IS_MINE} returning id`,
    [id, claim, bytes ?? null, failure ?? null],
    'end_made_export',
  );
  return rows.length > 0;
}

/** Those that are not made yet, of all workspaces. */
export async function countWaitingMade(
  db: Queryable,
): Promise<{ waiting: number; oldest_seconds: number }> {
  const [row] = await db.query<{ waiting: number; oldest_seconds: number }>(
    `select count(*)::integer as waiting,
       coalesce(extract(epoch from now() - min(created_at)), 0)::double precision as oldest_seconds
     from made_export where state in ('queued', 'making') and expires_at > now()`,
    [],
    'count_waiting_exports',
  );
  return row!;
}

/* Their end. Expired ones are gone for every reader, and their bytes are removed soon. */

export async function expireMade(
  tx: Queryable,
  workspace: string,
  id: string,
): Promise<MadeExport | undefined> {
  const [row] = await tx.query<MadeExport>(
    `update made_export set expires_at = now() where workspace = $1 and id = $2 and expires_at > now() returning ${MADE}`,
    [workspace, id],
  );
  return row;
}

/** Those below this id. */
export async function expireMadeBefore(
  db: Queryable,
  { workspace, before }: { workspace: string; before: string },
): Promise<void> {
  await db.query(
    'update made_export set expires_at = now() where workspace = $1 and id < $2 and expires_at > now()',
    [workspace, before],
  );
}

/** Those that may have rows of the end user: all of which an attempt has begun, since files are not searched. */
export async function expireMadeOfEndUser(
  db: Queryable,
  workspace: string,
  endUser: string,
): Promise<void> {
  await db.query(
    `update made_export set expires_at = now()
     where workspace = $1 and (claim is not null or attempts > 0 or end_user_id = $2) and expires_at > now()`,
    [workspace, endUser],
  );
}

interface Removable {
  workspace: string;
  id: string;
}

/**
 * While an attempt that lost its lease may still store something: a process that was paused, or did not reach the database,
 * learns late that another one makes its export, or that nobody wants it any more. Bytes are removed once more after that.
 */
const MAY_BE_LATE = `(state = 'making' or attempts > 1)
  and greatest(due_at, expires_at) > now() - interval '1 hour'`;
/** Whether nothing of it is left once its bytes are removed. */
const IS_OVER = `expires_at <= now() and not (${MAY_BE_LATE})`;

/** Those of failed and expired exports that may have stored bytes, except of an attempt that may still go on. */
export function selectRemovable(
  db: Queryable,
  { workspace, atMost }: { workspace: string | null; atMost: number },
): Promise<Removable[]> {
  return db.query<Removable>(
    `select workspace, id from made_export
     where (${IS_OVER} or claim is not null
         and (state = 'failed' or expires_at <= now() and (state <> 'making' or due_at <= now())))
       and ($1::uuid is null or workspace = $1)
     order by expires_at limit $2`,
    [workspace, atMost],
    'select_removable_exports',
  );
}

/** Once its bytes are gone. A failed one is shown until it expires; one that may be late stays for another removal. */
export async function deleteRemoved(db: Queryable, { workspace, id }: Removable): Promise<void> {
  await db.query(
    `with gone as (
       delete from made_export where workspace = $1 and id = $2 and ${IS_OVER}
     )
     update made_export set claim = null where workspace = $1 and id = $2 and not (${IS_OVER})`,
    [workspace, id],
    'delete_removed_export',
  );
}
