/** The SQL of broadcast: destinations, and the outbox: what is due, how a batch ended, and what has waited for too long. */
import { setOutbox } from '../money/index.ts';
import type { Queryable } from '../platform/db/pool.ts';
import type { Compression, Encoding } from './otlp.ts';

export interface Destination {
  id: string;
  name: string;
  url: string;
  encoding: Encoding;
  compression: Compression;
  /** Without the content of the spans. */
  headerNames: string[];
  kinds: string[];
  includeContent: boolean;
  createdAt: Date;
  /** The user; null if it was the command line. */
  createdBy: string | null;
  lastAttemptAt: Date | null;
  lastDeliveredAt: Date | null;
  /** Status of the last attempt; null if no answer came. */
  lastStatus: number | null;
  lastError: string | null;
  /** The first failed attempt since the last successful one. */
  failingSince: Date | null;
  disabledAt: Date | null;
  disabledReason: 'by_user' | 'gone' | 'failing' | null;
  /** Numbers of spans: accepted, permanently refused, and too old to send. */
  delivered: number;
  rejected: number;
  givenUp: number;
  /** The number of waiting spans, up to `MOST_WAITING`. */
  waiting: number;
  waitingSince: Date | null;
}

/** The limit of the count of waiting spans. */
const MOST_WAITING = 10_000;

const COLUMNS = `d.id, d.name, d.url, d.encoding, d.compression, d.kinds, d.include_content as "includeContent",
  array(select n from json_object_keys(d.headers) n order by n) as "headerNames",
  d.created_at as "createdAt", d.created_by as "createdBy", d.last_attempt_at as "lastAttemptAt",
  d.last_delivered_at as "lastDeliveredAt", d.last_status as "lastStatus", d.last_error as "lastError",
  d.failing_since as "failingSince", d.disabled_at as "disabledAt", d.disabled_reason as "disabledReason",
  d.delivered, d.rejected, d.given_up as "givenUp",
  (select count(*)::integer from (
    select from broadcast_span s where s.destination = d.id limit ${MOST_WAITING}) s) as waiting,
  (select s.created_at from broadcast_span s where s.destination = d.id order by s.id limit 1) as "waitingSince"`;

export function selectDestinations(db: Queryable, workspace: string): Promise<Destination[]> {
  return db.query<Destination>(
    `select ${COLUMNS} from broadcast_destination d where d.workspace = $1 order by d.id`,
    [workspace],
  );
}

/** Newest first, from before `before`. */
export function selectDestinationsPage(
  db: Queryable,
  page: { workspace: string; before: string; limit: number },
): Promise<Destination[]> {
  return db.query<Destination>(
    `select ${COLUMNS} from broadcast_destination d where d.workspace = $1 and d.id < $2 order by d.id desc limit $3`,
    [page.workspace, page.before, page.limit],
  );
}

export async function selectDestination(
  db: Queryable,
  workspace: string,
  id: string,
): Promise<Destination | undefined> {
  const [row] = await db.query<Destination>(
    `select ${COLUMNS} from broadcast_destination d where d.workspace = $1 and d.id = $2`,
    [workspace, id],
  );
  return row;
}

/** With its secrets, locked until the transaction ends. */
export async function lockDestination(
  tx: Queryable,
  workspace: string,
  id: string,
): Promise<{ url: string; headers: Record<string, string> } | undefined> {
  const [row] = await tx.query<{ url: string; headers: Record<string, string> }>(
    'select url, headers from broadcast_destination where workspace = $1 and id = $2 for no key update',
    [workspace, id],
  );
  return row;
}

/** What is needed to send to it. */
export interface Target {
  url: string;
  encoding: Encoding;
  compression: Compression;
  headers: Record<string, string>;
}

export async function selectTarget(
  db: Queryable,
  workspace: string,
  id: string,
): Promise<Target | undefined> {
  const [row] = await db.query<Target>(
    `select url, encoding, compression, headers from broadcast_destination
     where workspace = $1 and id = $2`,
    [workspace, id],
  );
  return row;
}

interface NewDestination extends Target {
  workspace: string;
  id: string;
  name: string;
  kinds: readonly string[];
  includeContent: boolean;
  createdBy: string | undefined;
}

/**
 * Under the wallet's lock, so settlements after it see the destination. False if the workspace has reached its limit:
 * concurrent creates wait for each other by that lock.
 */
export async function insertDestination(
  tx: Queryable,
  given: NewDestination,
  atMost: number,
): Promise<boolean> {
  const { workspace, id, name, url, encoding, compression } = given;
  await setOutbox(tx, workspace, { outbox: 'destinations', isUsed: true });
  const rows = await tx.query(
    `insert into broadcast_destination
       (workspace, id, name, url, encoding, compression, headers, kinds, include_content, created_by)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10
     where (select count(*) from broadcast_destination where workspace = $1) < $11 returning id`,
    [
      ...[workspace, id, name, url, encoding, compression, JSON.stringify(given.headers)],
      ...[given.kinds, given.includeContent, given.createdBy ?? null, atMost],
    ],
  );
  return rows.length > 0;
}

export interface DestinationChange {
  name?: string;
  url?: string;
  encoding?: Encoding;
  compression?: Compression;
  headers?: Record<string, string>;
  kinds?: readonly string[];
  includeContent?: boolean;
  isDisabled?: boolean;
}

/**
 * A change of the address, the content or the state takes the destination from the process that sends to it now: the
 * answer to that batch says nothing about the new settings. The next attempt is immediate.
 */
export async function updateDestination(
  tx: Queryable,
  { workspace, id }: { workspace: string; id: string },
  change: DestinationChange,
): Promise<void> {
  const { url, encoding, compression, headers, isDisabled } = change;
  const ways = [url, encoding, compression, headers, isDisabled];
  const isOther = ways.some((way) => way !== undefined);
  await tx.query(
    `update broadcast_destination set name = coalesce($3, name), url = coalesce($4, url),
       encoding = coalesce($5, encoding), compression = coalesce($6, compression),
       headers = coalesce($7::json, headers), kinds = coalesce($8, kinds),
       include_content = coalesce($9, include_content),
       failing_since = case when $10 = false then null else failing_since end,
       disabled_at = case when $10 then coalesce(disabled_at, now()) when $10 = false then null else disabled_at end,
       disabled_reason = case when $10 then coalesce(disabled_reason, 'by_user') when $10 = false then null
         else disabled_reason end,
       due_at = case when $11 then now() else due_at end, attempts = case when $11 then 0 else attempts end,
       batch_limit = case when $11 then null else batch_limit end, claim = case when $11 then null else claim end,
       claimed_until = case when $11 then null else claimed_until end
     where workspace = $1 and id = $2`,
    [
      ...[workspace, id, change.name ?? null, url ?? null, encoding ?? null],
      ...[compression ?? null, headers === undefined ? null : JSON.stringify(headers)],
      ...[change.kinds ?? null, change.includeContent ?? null, isDisabled ?? null],
      isOther,
    ],
  );
}

/**
 * Its waiting spans are deleted afterwards. Accounts are locked last, and only while they are written: settlements wait
 * for them.
 */
export async function deleteDestination(
  tx: Queryable,
  workspace: string,
  id: string,
): Promise<boolean> {
  const deleted = await tx.query(
    'delete from broadcast_destination where workspace = $1 and id = $2 returning id',
    [workspace, id],
  );
  if (deleted.length === 0) return false;
  // The transaction waited with this lock for a destination that was being created.
  await setOutbox(tx, workspace, { outbox: 'destinations', isUsed: true });
  const rest = await tx.query('select from broadcast_destination where workspace = $1 limit 1', [
    workspace,
  ]);
  if (rest.length === 0) await setOutbox(tx, workspace, { outbox: 'destinations', isUsed: false });
  return true;
}

export interface DueDestination extends Target {
  id: string;
  workspace: string;
  include_content: boolean;
  /** The number of consecutive failures. */
  attempts: number;
  /** The number of spans that it has accepted at once, if it refused more. */
  batch_limit: number | null;
  claim: string;
}

interface Claim {
  atMost: number;
  hideMs: number;
  claim: string;
  /** The number in progress in this process, by workspace. */
  held: ReadonlyMap<string, number>;
}

export function claimBroadcasts(
  db: Queryable,
  { atMost, hideMs, claim, held }: Claim,
): Promise<DueDestination[]> {
  return db.query<DueDestination>(
    'select * from claim_broadcasts($1, $2, $3, $4::uuid[], $5::integer[])',
    [atMost, hideMs, claim, [...held.keys()], [...held.values()]],
    'claim_broadcasts',
  );
}

interface WaitingSpan {
  id: number;
  run: string;
}

/** The oldest rows that wait for a destination. */
export function selectWaiting(
  db: Queryable,
  destination: string,
  atMost: number,
): Promise<WaitingSpan[]> {
  return db.query<WaitingSpan>(
    'select id, run from broadcast_span where destination = $1 order by id limit $2',
    [destination, atMost],
    'select_waiting_spans',
  );
}

interface BatchEnd {
  destination: string;
  claim: string;
  /** Rows that are done; `delivered` of them were accepted. */
  sent: readonly number[];
  delivered: number;
  status: number | undefined;
  error: string | undefined;
  isTaken: boolean;
  /** The receiver says that it never accepts anything again. */
  isGone: boolean;
  nextInMs: number;
  batchLimit: number | null;
  disableAfterMs: number;
}

/** Why this disabled the destination, if it did. */
export async function saveBatch(db: Queryable, end: BatchEnd): Promise<string | undefined> {
  const [row] = await db.query<{ disabled: string | null }>(
    'select save_broadcast($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as disabled',
    [
      ...[end.destination, end.claim, end.sent, end.delivered, end.status ?? null],
      ...[end.error ?? null, end.isTaken, end.isGone, end.nextInMs, end.batchLimit],
      end.disableAfterMs,
    ],
    'save_broadcast',
  );
  return row?.disabled ?? undefined;
}

interface GivingUp {
  olderThanMs: number;
  /** In one call, for all destinations. */
  atMost: number;
  /** The largest batch. */
  underWay: number;
}

/** Their number. */
export async function giveUpOld(
  db: Queryable,
  { olderThanMs, atMost, underWay }: GivingUp,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select give_up_broadcasts($1, $2, $3) as count',
    [olderThanMs, atMost, underWay],
    'give_up_broadcasts',
  );
  return row?.count ?? 0;
}

/** The number of waiting spans, and how long the oldest has waited, by whether their destination fails. */
export function countWaitingSpans(
  db: Queryable,
): Promise<{ is_failing: boolean; waiting: number; oldest_seconds: number }[]> {
  return db.query(
    `select d.failing_since is not null as is_failing, count(*)::integer as waiting,
       extract(epoch from now() - min(b.created_at))::double precision as oldest_seconds
     from broadcast_span b join broadcast_destination d on d.id = b.destination
     where d.disabled_at is null group by 1`,
    [],
    'count_waiting_spans',
  );
}
