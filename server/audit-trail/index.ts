/**
 * The audit trail: who did what, when. The transaction of the act writes it, and nothing changes it later. (The check
 * of the books, `audit`, is in the ledger.)
 */
import type { Queryable } from '../platform/db/pool.ts';
import { type EventPage, type EventRow, insertEvent, selectEvents } from './store.ts';

export type Event = EventRow;
export type { EventFilter } from './store.ts';

/**
 * Records an act of administration, in the transaction of the act. Without a workspace, it is an act of a user that
 * concerns no workspace; without an actor, it is an act of the command line or the service.
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

/**
 * Newest first, from before the event `before`: the events of the workspace, and the sign-ins of its members since they
 * joined.
 */
export function listEvents(db: Queryable, page: EventPage): Promise<Event[]> {
  return selectEvents(db, page);
}
