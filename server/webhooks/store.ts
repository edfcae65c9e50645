/**
 * The SQL of webhooks: endpoints, and the messages for them: what is due, how an attempt ended, and the messages of an
 * endpoint.
 */
import { setOutbox } from '../money/index.ts';
import type { Queryable } from '../platform/db/pool.ts';
import type { MessageSource } from './message.ts';

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

const ENDPOINT = `id, url, description, event_types as "eventTypes", created_at as "createdAt",
  created_by as "createdBy", last_delivered_at as "lastDeliveredAt",
  case when previous_until > now() then previous_until end as "previousSecretUntil",
  failing_since as "failingSince", disabled_at as "disabledAt", disabled_reason as "disabledReason"`;

export function selectEndpoints(db: Queryable, workspace: string): Promise<Endpoint[]> {
  return db.query<Endpoint>(
    `select ${ENDPOINT} from webhook_endpoint where workspace = $1 order by id`,
    [workspace],
  );
}

/** Newest first, from before `before`. */
export function selectEndpointsPage(
  db: Queryable,
  page: { workspace: string; before: string; limit: number },
): Promise<Endpoint[]> {
  return db.query<Endpoint>(
    `select ${ENDPOINT} from webhook_endpoint where workspace = $1 and id < $2 order by id desc limit $3`,
    [page.workspace, page.before, page.limit],
  );
}

export async function selectEndpoint(
  db: Queryable,
  workspace: string,
  id: string,
): Promise<Endpoint | undefined> {
  const [row] = await db.query<Endpoint>(
    `select ${ENDPOINT} from webhook_endpoint where workspace = $1 and id = $2`,
    [workspace, id],
  );
  return row;
}

interface NewEndpoint {
  workspace: string;
  id: string;
  url: string;
  description: string;
  eventTypes: readonly string[];
  secret: string;
  createdBy: string | undefined;
  requestKey: string | undefined;
}

/** The id of the endpoint that a request created. */
export async function selectEndpointOfRequest(
  tx: Queryable,
  workspace: string,
  requestKey: string,
): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    'select id from webhook_endpoint where workspace = $1 and request_key = $2',
    [workspace, requestKey],
  );
  return row?.id;
}

/** Also those that have not been sent: nothing about an end user who is erased leaves the service. */
export async function deleteMessagesOfEndUser(
  db: Queryable,
  workspace: string,
  endUser: string,
): Promise<void> {
  await db.query(
    `delete from webhook_delivery
     where workspace = $1 and data ->> 'endUserId' = $2 and type in ('budget.reached', 'customer.blocked')`,
    [workspace, endUser],
  );
}

const DELETED_AT_ONCE = 1_000;

/** Those about no run that are not to be sent, 30 days after their event: what they tell of can cost nothing. */
export async function deleteOldMessages(db: Queryable): Promise<void> {
  let deleted: unknown[];
  do {
    deleted = await db.query(
      `delete from webhook_delivery where id in (
         select id from webhook_delivery
         where run is null and due_at is null and created_at < now() - interval '30 days'
         order by created_at limit $1)
       returning id`,
      [DELETED_AT_ONCE],
    );
  } while (deleted.length === DELETED_AT_ONCE);
}

/**
 * Under the wallet's lock, so settlements after it see the endpoint. Concurrent creates wait for each other by that lock.
 */
export async function lockEndpoints(tx: Queryable, workspace: string): Promise<void> {
  await setOutbox(tx, workspace, { outbox: 'webhooks', isUsed: true });
}

/** Undefined if the workspace has reached its limit. The caller has locked its endpoints. */
export async function insertEndpoint(
  tx: Queryable,
  endpoint: NewEndpoint,
  atMost: number,
): Promise<Endpoint | undefined> {
  const { workspace, id, url, description, eventTypes, secret, createdBy } = endpoint;
  const [row] = await tx.query<Endpoint>(
    `insert into webhook_endpoint (workspace, id, url, description, event_types, secret, created_by, request_key)
     select $1, $2, $3, $4, $5, $6, $7, $9
     where (select count(*) from webhook_endpoint where workspace = $1) < $8 returning ${ENDPOINT}`,
    [
      ...[workspace, id, url, description, eventTypes, secret, createdBy ?? null, atMost],
      endpoint.requestKey ?? null,
    ],
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
     where workspace = $1 and id = $2 returning ${ENDPOINT}`,
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
     where workspace = $1 and id = $2 returning ${ENDPOINT}`,
    [workspace, id, secret, overlapMs],
  );
  return row;
}

export interface DueDelivery extends MessageSource {
  id: number;
  workspace: string;
  endpoint: string;
  attempts: number;
  url: string;
  secret: string;
  /** Also signs, for some time after a rotation. */
  previous_secret: string | null;
  /** The service span of the create of its run; null if none was recorded. */
  service_span: Buffer | null;
}

interface Claim {
  atMost: number;
  /** To one endpoint. */
  atOnce: number;
  hideMs: number;
  /** The number in progress in this process, by workspace. */
  held: ReadonlyMap<string, number>;
}

export function claimDeliveries(
  db: Queryable,
  { atMost, atOnce, hideMs, held }: Claim,
): Promise<DueDelivery[]> {
  return db.query<DueDelivery>(
    'select * from claim_deliveries($1, $2, $3, $4::uuid[], $5::integer[])',
    [atMost, atOnce, hideMs, [...held.keys()], [...held.values()]],
    'claim_deliveries',
  );
}

export interface Attempt {
  delivery: number;
  attempt: number;
  status: number | undefined;
  /** Why the delivery failed. */
  error: string | undefined;
  isDelivered: boolean;
  /** The receiver says that it never accepts anything again. */
  isGone: boolean;
  nextInMs: number;
  disableAfterMs: number;
}

/** Why this disabled the endpoint, if it did. */
export async function saveAttempt(db: Queryable, attempt: Attempt): Promise<string | undefined> {
  const [row] = await db.query<{ disabled: string | null }>(
    'select save_delivery($1, $2, $3, $4, $5, $6, $7, $8) as disabled',
    [
      attempt.delivery,
      attempt.attempt,
      attempt.status ?? null,
      attempt.error ?? null,
      attempt.isDelivered,
      attempt.isGone,
      attempt.nextInMs,
      attempt.disableAfterMs,
    ],
    'save_delivery',
  );
  return row?.disabled ?? undefined;
}

export async function reportLowBalances(db: Queryable): Promise<void> {
  await db.query('select tell_of_low_balances()', [], 'tell_of_low_balances');
}

export interface Delivery {
  id: number;
  message: string;
  endpoint: string;
  type: string;
  run: string | null;
  kind: string | null;
  attempts: number;
  createdAt: Date;
  lastAttemptAt: Date | null;
  lastStatus: number | null;
  lastError: string | null;
  deliveredAt: Date | null;
  nextAttemptAt: Date | null;
}

const DELIVERY = `d.id, d.message, d.endpoint, d.type, d.run, d.kind, d.attempts, d.created_at as "createdAt",
  d.last_attempt_at as "lastAttemptAt", d.last_status as "lastStatus", d.last_error as "lastError",
  d.delivered_at as "deliveredAt", d.due_at as "nextAttemptAt"`;

/** The state of a message: waiting, accepted, or no longer sent. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export function stateOf({ nextAttemptAt, deliveredAt }: Delivery): DeliveryState {
  if (nextAttemptAt) return 'pending';
  return deliveredAt ? 'delivered' : 'failed';
}

/** Newest first, from before `before`. */
export function selectDeliveries(
  db: Queryable,
  page: {
    workspace: string;
    endpoint: string;
    state: DeliveryState | undefined;
    before: number;
    limit: number;
  },
): Promise<Delivery[]> {
  return db.query<Delivery>(
    `select ${DELIVERY} from webhook_delivery d
     where d.workspace = $1 and d.endpoint = $2 and d.id < $3 and (
       $4::text is null
       or $4 = 'pending' and d.due_at is not null
       or $4 = 'delivered' and d.due_at is null and d.delivered_at is not null
       or $4 = 'failed' and d.due_at is null and d.delivered_at is null)
     order by d.id desc limit $5`,
    [page.workspace, page.endpoint, page.before, page.state ?? null, page.limit],
  );
}

/** With whether its endpoint is disabled. */
export async function selectDelivery(
  db: Queryable,
  workspace: string,
  message: string,
): Promise<{ endpoint: string; isDisabled: boolean } | undefined> {
  const [row] = await db.query<{ endpoint: string; isDisabled: boolean }>(
    `select d.endpoint, e.disabled_at is not null as "isDisabled"
     from webhook_delivery d join webhook_endpoint e on e.workspace = d.workspace and e.id = d.endpoint
     where d.workspace = $1 and d.message = $2
     for no key update of e`,
    [workspace, message],
  );
  return row;
}

/** Sends it once more, at once. */
export async function resendDelivery(
  db: Queryable,
  workspace: string,
  message: string,
): Promise<Delivery | undefined> {
  const [row] = await db.query<Delivery>(
    `update webhook_delivery d set due_at = now(), is_resend = true
     where d.workspace = $1 and d.message = $2
     returning ${DELIVERY}`,
    [workspace, message],
  );
  return row;
}

interface DueWebhooks {
  /** Whether their endpoints fail, so that they wait for those and not for the service. */
  is_failing: boolean;
  due: number;
  oldest_seconds: number;
}

/** Messages that wait to be sent, to endpoints that are not disabled. */
export function countDueWebhooks(db: Queryable): Promise<DueWebhooks[]> {
  return db.query<DueWebhooks>(
    `select e.failing_since is not null as is_failing, count(*)::integer as due,
       extract(epoch from now() - min(d.due_at))::double precision as oldest_seconds
     from webhook_delivery d join webhook_endpoint e on e.id = d.endpoint and e.disabled_at is null
     where d.due_at <= now() group by 1`,
    [],
    'count_due_webhooks',
  );
}
