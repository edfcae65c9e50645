/** The SQL of endpoints. */

import { setOutbox } from '../money/index.ts';
import type { Queryable } from '../platform/db/pool.ts';

export interface Endpoint {
  id: string;
  url: string;
  description: string;
  eventTypes: string[];
  createdAt: Date;
  /** The user; null if it was the command line. */
  createdBy: string | null;
  /** Precise to the minute. */
  lastDeliveredAt: Date | null;
  /** The time until which the previous secret also signs. */
  previousSecretUntil: Date | null;
  /** The first failed attempt since the last successful one. */
  failingSince: Date | null;
  disabledAt: Date | null;
  disabledReason: 'by_user' | 'gone' | 'failing' | null;
}

const COLUMNS = `id, url, description, event_types as "eventTypes", created_at as "createdAt",
  created_by as "createdBy", last_delivered_at as "lastDeliveredAt",
  case when previous_until > now() then previous_until end as "previousSecretUntil",
  failing_since as "failingSince", disabled_at as "disabledAt", disabled_reason as "disabledReason"`;

export function selectEndpoints(db: Queryable, workspace: string): Promise<Endpoint[]> {
  return db.query<Endpoint>(
    `select ${COLUMNS} from webhook_endpoint where workspace = $1 order by id`,
    [workspace],
  );
}

/** Newest first, from before `before`. */
export function selectEndpointsPage(
  db: Queryable,
  page: { workspace: string; before: string; limit: number },
): Promise<Endpoint[]> {
  return db.query<Endpoint>(
    `select ${COLUMNS} from webhook_endpoint where workspace = $1 and id < $2 order by id desc limit $3`,
    [page.workspace, page.before, page.limit],
  );
}

export async function selectEndpoint(
  db: Queryable,
  workspace: string,
  id: string,
): Promise<Endpoint | undefined> {
  const [row] = await db.query<Endpoint>(
    `select ${COLUMNS} from webhook_endpoint where workspace = $1 and id = $2`,
    [workspace, id],
  );
  return row;
}

export interface NewEndpoint {
  workspace: string;
  id: string;
  url: string;
  description: string;
  eventTypes: readonly string[];
  secret: string;
  createdBy: string | undefined;
}

/**
 * Under the wallet's lock, so settlements after it see the endpoint. Undefined if the workspace has reached its limit:
 * concurrent creates wait for each other by that lock.
 */
export async function insertEndpoint(
  tx: Queryable,
  endpoint: NewEndpoint,
  atMost: number,
): Promise<Endpoint | undefined> {
  const { workspace, id, url, description, eventTypes, secret, createdBy } = endpoint;
  await setOutbox(tx, workspace, { outbox: 'webhooks', isUsed: true });
  const [row] = await tx.query<Endpoint>(
    `insert into webhook_endpoint (workspace, id, url, description, event_types, secret, created_by)
     select $1, $2, $3, $4, $5, $6, $7
     where (select count(*) from webhook_endpoint where workspace = $1) < $8 returning ${COLUMNS}`,
    [workspace, id, url, description, eventTypes, secret, createdBy ?? null, atMost],
  );
  return row;
}

export interface EndpointChange {
  url?: string;
  description?: string;
  eventTypes?: readonly string[];
  isDisabled?: boolean;
}

export async function updateEndpoint(
  tx: Queryable,
  workspace: string,
  id: string,
  { url, description, eventTypes, isDisabled }: EndpointChange,
): Promise<Endpoint | undefined> {
  const [before] = await tx.query<{ is_disabled: boolean }>(
    `select disabled_at is not null as is_disabled from webhook_endpoint
     where workspace = $1 and id = $2 for no key update`,
    [workspace, id],
  );
  const [row] = await tx.query<Endpoint>(
    `update webhook_endpoint set url = coalesce($3, url), description = coalesce($4, description),
       event_types = coalesce($5, event_types),
       failing_since = case when $6 = false then null else failing_since end,
       disabled_at = case when $6 then coalesce(disabled_at, now()) when $6 = false then null else disabled_at end,
       disabled_reason = case when $6 then coalesce(disabled_reason, 'by_user') when $6 = false then null
         else disabled_reason end
     where workspace = $1 and id = $2 returning ${COLUMNS}`,
    [workspace, id, url ?? null, description ?? null, eventTypes ?? null, isDisabled ?? null],
  );
  // Also for an enabled endpoint: a message may have been written while it was being disabled.
  if (isDisabled || (isDisabled === false && before?.is_disabled)) {
    await tx.query(
      'update webhook_delivery set due_at = null where workspace = $1 and endpoint = $2 and due_at is not null',
      [workspace, id],
    );
  }
  return row;
}

export async function deleteEndpoint(
  tx: Queryable,
  workspace: string,
  id: string,
): Promise<boolean> {
  // Accounts before endpoints, the lock order of settlements.
  await setOutbox(tx, workspace, { outbox: 'webhooks', isUsed: true });
  const deleted = await tx.query(
    'delete from webhook_endpoint where workspace = $1 and id = $2 returning id',
    [workspace, id],
  );
  const rest = await tx.query('select from webhook_endpoint where workspace = $1 limit 1', [
    workspace,
  ]);
  if (rest.length === 0) await setOutbox(tx, workspace, { outbox: 'webhooks', isUsed: false });
  return deleted.length > 0;
}

/** The new secret signs at once; the previous one also signs for this long. */
export async function rotateSecret(
  tx: Queryable,
  {
    workspace,
    id,
    secret,
    overlapMs,
  }: { workspace: string; id: string; secret: string; overlapMs: number },
): Promise<Endpoint | undefined> {
  const [row] = await tx.query<Endpoint>(
    `update webhook_endpoint set previous_secret = secret, previous_until = now() + $4 * interval '1 ms', secret = $3
     where workspace = $1 and id = $2 returning ${COLUMNS}`,
    [workspace, id, secret, overlapMs],
  );
  return row;
}
