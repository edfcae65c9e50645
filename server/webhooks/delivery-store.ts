/** The SQL of deliveries: what is due, how an attempt ended, and the messages of an endpoint. */
import type { Queryable } from '../platform/db/pool.ts';
import type { MessageSource } from './message.ts';

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

export interface Claim {
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

const COLUMNS = `d.id, d.message, d.endpoint, d.type, d.run, d.kind, d.attempts, d.created_at as "createdAt",
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
    `select ${COLUMNS} from webhook_delivery d
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
     returning ${COLUMNS}`,
    [workspace, message],
  );
  return row;
}

export interface DueWebhooks {
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
