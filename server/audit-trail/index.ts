/**
 * The audit trail: who did what, when. The transaction of the act writes it, and nothing changes it later. (The check
 * of the books, `audit`, is in the ledger.)
 */
import type { Queryable } from '../platform/db/pool.ts';
import { Problem } from '../platform/lib/problem.ts';
import {
  type Act,
  type EventPage,
  type EventRow,
  hasAct,
  insertAct,
  insertEvents,
  selectEvents,
} from './store.ts';

export type Event = EventRow;
export type { Act, EventFilter } from './store.ts';

/** A user; an API key; or an operator of the deployment, of whom the workspace sees the reason alone. */
export type Actor = string | { why: string } | KeyActor;

export interface KeyActor {
  /** Its id. */
  by_key: string;
}

/** Who acts in a workspace: the user of a session, or a program by its key. */
export function callerOf(principal: { workspace: string; session: { user: string } }): {
  workspace: string;
  actor: string;
};
export function callerOf(principal: { workspace: string; apiKey: string }): {
  workspace: string;
  actor: KeyActor;
};
export function callerOf({
  workspace,
  ...by
}: { workspace: string } & ({ session: { user: string } } | { apiKey: string })) {
  return { workspace, actor: 'session' in by ? by.session.user : { by_key: by.apiKey } };
}

/** The key that acts, if it is one. */
export function keyOf(actor: Actor | undefined): string | undefined {
  return typeof actor === 'object' && 'by_key' in actor ? actor.by_key : undefined;
}

/** The user who acts, if it is one. */
export function userOf(actor: Actor | undefined): string | undefined {
  return typeof actor === 'string' ? actor : undefined;
}

/** The actor of a row that keeps the user and the key in columns of their own. */
export function actorOf(user: string | null, key: string | null): Actor | undefined {
  return key === null ? (user ?? undefined) : { by_key: key };
}

/**
 * Records an act of administration, in the transaction of the act. Without a workspace, it is an act of a user that
 * concerns no workspace; without an actor, it is an act of the command line or the service.
 */
export function recordEvent(
  tx: Queryable,
  workspace: string | null,
  kind: string,
  detail: Record<string, unknown> = {},
  actor?: Actor,
): Promise<void> {
  return recordEvents(tx, workspace, kind, [detail], actor);
}

/** The same for acts that are done at once, one for each detail. */
export function recordEvents(
  tx: Queryable,
  workspace: string | null,
  kind: string,
  details: readonly Record<string, unknown>[],
  actor?: Actor,
): Promise<void> {
  const [user, who] = typeof actor === 'object' ? [undefined, actor] : [actor, {}];
  const events = details.map((detail) => ({ ...detail, ...who }));
  return insertEvents(tx, { workspace, kind, details: events, actor: user });
}

/**
 * Newest first, from before the event `before`: the events of the workspace, and the sign-ins of its members since they
 * joined.
 */
export function listEvents(db: Queryable, page: EventPage): Promise<Event[]> {
  return selectEvents(db, page);
}

/*
 * What operators of the deployment did, with their reasons: in the console, on the command line, and by rules that they
 * have set. No workspace sees this; the event in its own trail has the reason.
 */

/**
 * Records an act of an operator, in the transaction of the act and before anything else of it: another request with the
 * same request key then waits for this one. Returns whether the act is new; one that the request key has done before is
 * not done again.
 */
export async function recordAct(tx: Queryable, act: Act): Promise<boolean> {
  if (await insertAct(tx, act)) return true;
  if (await hasAct(tx, act)) return false;
  const detail = 'has done something else before';
  throw new Problem('conflict', `This request key ${detail}.`, {
    errors: [{ header: 'Idempotency-Key', detail, code: 'idempotency_key_reuse' }],
  });
}
