/** The SQL of the outbox: what is due, how a batch ended, and what has waited for too long. */
import type { Queryable } from '../platform/db/pool.ts';
import type { Target } from './destination-store.ts';

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

export interface Claim {
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

export interface WaitingSpan {
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

export interface BatchEnd {
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

export interface GivingUp {
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
