/**
 * Webhooks: the service notifies workspaces of the states of their runs, as in the Standard Webhooks specification. The
 * functions of `runs` write a message in the transaction of its subject; this folder sends it, and manages endpoints, as
 * people and operators do. Public ids name endpoints and messages. Every act is in the audit trail.
 */
import { type Actor, recordEvent, userOf } from '../audit-trail/index.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { HIGHEST_UUID, idToUuid, newUuid, uuidToId } from '../platform/lib/ids.ts';
import { invalidRequest, Problem } from '../platform/lib/problem.ts';
import { faultOfUrl } from '../platform/outbound/index.ts';
import { type EventType, MESSAGE_PREFIX, newSecret } from './message.ts';
import {
  type Delivery,
  type DeliveryState,
  deleteEndpoint,
  type Endpoint,
  type EndpointChange,
  insertEndpoint,
  lockEndpoints,
  resendDelivery,
  rotateSecret,
  selectDeliveries,
  selectDelivery,
  selectEndpoint,
  selectEndpointOfRequest,
  selectEndpoints,
  selectEndpointsPage,
  updateEndpoint,
} from './store.ts';

export { type Delivering, startDelivering } from './delivering.ts';
export { EVENT_TYPES, type EventType, MESSAGE_PREFIX, scopeOf } from './message.ts';
export {
  countDueWebhooks,
  DELIVERY_STATES,
  type Delivery,
  deleteMessagesOfEndUser,
  deleteOldMessages,
  type Endpoint,
  type EndpointChange,
  selectEndpoints as listEndpoints,
  stateOf,
} from './store.ts';

export const ENDPOINT_PREFIX = 'whe';
/** The maximum of one workspace. */
const MOST_ENDPOINTS = 20;

interface WebhooksOptions {
  db: Db;
  /** Whether endpoints may have private addresses and use no TLS. */
  allowsPrivate: boolean;
}

interface EndpointInput {
  url: string;
  description?: string;
  eventTypes: readonly EventType[];
  /** Within the workspace, it creates one endpoint, however often it is sent. */
  requestKey?: string;
}

/** Who acts: a workspace, and the user or the key; without them, the command line. */
interface Caller {
  workspace: string;
  actor?: Actor;
}

interface Page<Mark> {
  limit: number;
  before?: Mark | undefined;
}

export type Webhooks = ReturnType<typeof createWebhooks>;

export function createWebhooks({ db, allowsPrivate }: WebhooksOptions) {
  const checkUrl = (url: string | undefined) => refuseUrl(url, allowsPrivate);

  return {
    /** The secret is shown now and after a rotation, and never again. */
    async create({ workspace, actor }: Caller, input: EndpointInput) {
      await checkUrl(input.url);
      const secret = newSecret();
      return db.transaction(async (tx) => {
        const { url, description = '', requestKey } = input;
        await lockEndpoints(tx, workspace);
        await refuseRepeat(tx, workspace, requestKey);
        const eventTypes = once(input.eventTypes);
        const given = { workspace, id: newUuid(), url, description, eventTypes, secret };
        const createdBy = userOf(actor);
        const made = { ...given, createdBy, requestKey };
        const endpoint = await insertEndpoint(tx, made, MOST_ENDPOINTS);
        if (!endpoint) {
          const detail = `A workspace can have at most ${MOST_ENDPOINTS} endpoints.`;
          throw new Problem('conflict', detail);
        }
        const details = { endpoint: endpoint.id, url, eventTypes };
        await recordEvent(tx, workspace, 'webhook_endpoint_created', details, actor);
        return { endpoint, secret };
      });
    },

    /** The waiting messages of a disabled endpoint are not sent any more. */
    async change(
      { workspace, actor }: Caller,
      id: string,
      input: EndpointChange,
    ): Promise<Endpoint> {
      await checkUrl(input.url);
      const { eventTypes } = input;
      const change = { ...input, ...(eventTypes && { eventTypes: once(eventTypes) }) };
      return db.transaction(async (tx) => {
        const { id: endpoint } = await lookUp(tx, workspace, id);
        const changed = await updateEndpoint(tx, workspace, endpoint, change);
        if (!changed) throw noEndpoint();
        if (Object.keys(change).length > 0) {
          const { isDisabled, ...others } = change;
          const status = isDisabled ? 'disabled' : 'enabled';
          const details = { endpoint, ...others, ...(isDisabled !== undefined && { status }) };
          await recordEvent(tx, workspace, 'webhook_endpoint_changed', details, actor);
        }
        return changed;
      });
    },

    async rotate({ workspace, actor }: Caller, id: string, overlapMs: number) {
      const secret = newSecret();
      return db.transaction(async (tx) => {
        const { id: endpoint } = await lookUp(tx, workspace, id);
        const rotated = await rotateSecret(tx, { workspace, id: endpoint, secret, overlapMs });
        if (!rotated) throw noEndpoint();
        await recordEvent(tx, workspace, 'webhook_secret_rotated', { endpoint }, actor);
        return { endpoint: rotated, secret };
      });
    },

    /** With all its waiting and sent messages. */
    async remove({ workspace, actor }: Caller, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        const { id: endpoint, url } = await lookUp(tx, workspace, id);
        if (!(await deleteEndpoint(tx, workspace, endpoint))) throw noEndpoint();
        await recordEvent(tx, workspace, 'webhook_endpoint_deleted', { endpoint, url }, actor);
      });
    },

    ...createReads(db),
    ...createDeliveries(db),
  };
}

function createReads(db: Db) {
  return {
    list: (workspace: string): Promise<Endpoint[]> => selectEndpoints(db, workspace),

    /** Newest first. */
    async page(workspace: string, { limit, before = HIGHEST_UUID }: Page<string>) {
      const rows = await selectEndpointsPage(db, { workspace, before, limit: limit + 1 });
      return pageOf(rows, limit);
    },

    get: (workspace: string, id: string): Promise<Endpoint> => lookUp(db, workspace, id),
  };
}

function createDeliveries(db: Db) {
  return {
    /** Newest first. */
    async deliveries(
      workspace: string,
      id: string,
      page: Page<number> & { state?: DeliveryState | undefined },
    ) {
      const { state, limit, before = Number.MAX_SAFE_INTEGER } = page;
      const { id: endpoint } = await lookUp(db, workspace, id);
      const query = { workspace, endpoint, state, before, limit: limit + 1 };
      return pageOf(await selectDeliveries(db, query), limit);
    },

    /** Sends it once more, at once and out of turn. `of` is the endpoint that it must belong to, if given. */
    async resend({ workspace, actor }: Caller, id: string, of?: string): Promise<Delivery> {
      return db.transaction(async (tx) => {
        const message = idToUuid(MESSAGE_PREFIX, id);
        const found = message ? await selectDelivery(tx, workspace, message) : undefined;
        const isElsewhere = of !== undefined && found?.endpoint !== idToUuid(ENDPOINT_PREFIX, of);
        if (!message || !found || isElsewhere) {
          throw new Problem('not_found', 'There is no such message in this workspace.');
        }
        if (found.isDisabled) {
          const detail = 'The endpoint is disabled: enable it, then send the message again.';
          throw new Problem('conflict', detail);
        }
        const sent = await resendDelivery(tx, workspace, message);
        const details = { endpoint: found.endpoint, message };
        await recordEvent(tx, workspace, 'webhook_message_resent', details, actor);
        return sent!;
      });
    },
  };
}

async function refuseRepeat(
  tx: Queryable,
  workspace: string,
  requestKey: string | undefined,
): Promise<void> {
  if (requestKey === undefined) return;
  const made = await selectEndpointOfRequest(tx, workspace, requestKey);
  if (made === undefined) return;
  const detail = 'This request key has made an endpoint already, whose secret was shown then.';
  const members = { endpointId: uuidToId(ENDPOINT_PREFIX, made) };
  throw new Problem('conflict', detail, { members });
}

const once = <Type>(types: readonly Type[]): Type[] => [...new Set(types)];

async function lookUp(db: Queryable, workspace: string, id: string): Promise<Endpoint> {
  const uuid = idToUuid(ENDPOINT_PREFIX, id);
  const endpoint = uuid && (await selectEndpoint(db, workspace, uuid));
  if (endpoint) return endpoint;
  throw noEndpoint();
}

const noEndpoint = () => new Problem('not_found', 'There is no such endpoint in this workspace.');

/** From one row more than requested, if there is one. */
function pageOf<Row extends { id: string | number }>(
  rows: Row[],
  limit: number,
): { rows: Row[]; next: Row['id'] | null } {
  const shown = rows.slice(0, limit);
  return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

async function refuseUrl(url: string | undefined, allowsPrivate: boolean): Promise<void> {
  const detail = url === undefined ? undefined : await faultOfUrl(url, allowsPrivate);
  if (detail === undefined) return;
  throw invalidRequest({ pointer: '#/url', detail, code: 'forbidden' }, 'The address');
}
