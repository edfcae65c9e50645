/**
 * The audit trail: who did what, when. It is written in the transaction of the act and never changed. (The check
 * of the books, `audit`, is the ledger's.)
 */
import type { Queryable } from '../db/pool.ts';
import { type EventPage, type EventRow, insertEvent, selectEvents } from './store.ts';

export type Event = EventRow;
export type { EventFilter } from './store.ts';

/**
 * Notes an act of administration, in the transaction that does it. Without a workspace it is an act of a
 * user that concerns none; without an actor it is the command line's or the service's own.
 */
export function recordEvent(
  tx: Queryable,
  workspace: string | null,
  kind: string,
  detail: Record<string, unknown> = {},
  actor?: string,
): Promise<void> {
  return insertEvent(tx, { workspace, kind, detail, actor });
}

/** Newest first, below the event `before`: those of the workspace, and the sign-ins of its members since they joined. */
export function listEvents(db: Queryable, page: EventPage): Promise<Event[]> {
  return selectEvents(db, page);
}
