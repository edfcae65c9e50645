/**
 * Webhook endpoints over HTTP for programs, and how both APIs read and show them. An endpoint gets what a key with
 * `models:read` can read, and about customers what one with `customers:read` can, so a key that gives an address to one, or
 * learns its secret, has these scopes.
 */

import type { WebhookDelivery, WebhookEndpoint } from '../../openapi/generated/developer.ts';
import { callerOf } from '../audit-trail/index.ts';
import type { Principal, Scope } from '../keys/index.ts';
import { runIdOf } from '../kinds.ts';
import { findPeople, type PersonOf } from '../people/index.ts';
import type { Db } from '../platform/db/pool.ts';
import type { Handlers, Input } from '../platform/http/index.ts';
import type { Paging } from '../platform/lib/cursor.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { type Fault, Problem } from '../platform/lib/problem.ts';
import {
  type Delivery,
  ENDPOINT_PREFIX,
  type Endpoint,
  type EndpointChange,
  MESSAGE_PREFIX,
  scopeOf,
  stateOf,
  type Webhooks,
} from './index.ts';

/** A key needs this scope for every endpoint. */
export const READS_RUNS: Scope = 'models:read';

const PATH = '/v1/developer/webhook-endpoints';

export interface EndpointHandlersOptions {
  db: Db;
  webhooks: Webhooks;
  paging: Paging;
}

export function createEndpointHandlers({
  db,
  webhooks,
  paging,
}: EndpointHandlersOptions): Pick<
  Handlers,
  | 'listEndpoints'
  | 'createEndpoint'
  | 'getEndpoint'
  | 'updateEndpoint'
  | 'deleteEndpoint'
  | 'rotateEndpointSecret'
  | 'listEndpointMessages'
  | 'createEndpointResend'
> {
  const { toEndpoints, view } = createEndpointReader(db);

  async function withSecret({ endpoint: row, secret }: { endpoint: Endpoint; secret: string }) {
    const endpoint = await view(row);
    const headers = { Location: `${PATH}/${endpoint.id}`, 'Cache-Control': 'no-store' };
    return { status: 201 as const, headers, body: { endpoint, secret } };
  }

  /** Throws if the key cannot read what the endpoint gets until now. */
  async function assertReadsAll(principal: Principal, id: string): Promise<void> {
    const { eventTypes } = await webhooks.get(principal.workspace, id);
    assertReads(principal, [], eventTypes);
  }

  return {
    async listEndpoints({ principal: { workspace }, query }) {
      const list = { operation: 'listEndpoints', workspace };
      const { rows, next } = await webhooks.page(workspace, paging.toPage(list, query));
      return { status: 200, body: paging.pageOf(list, await toEndpoints(rows), next) };
    },

    async createEndpoint({ principal, requestKey, body }) {
      assertReads(principal, body.eventTypes);
      return withSecret(await webhooks.create(callerOf(principal), { ...body, requestKey }));
    },

    async getEndpoint({ principal: { workspace }, params: { id } }) {
      return { status: 200, body: await view(await webhooks.get(workspace, id)) };
    },

    async updateEndpoint({ principal, params: { id }, body }) {
      assertReads(principal, body.eventTypes);
      await assertReadsAll(principal, id);
      const changed = await webhooks.change(callerOf(principal), id, changeOf(body));
      return { status: 200, body: await view(changed) };
    },

    async deleteEndpoint({ principal, params: { id } }) {
      await webhooks.remove(callerOf(principal), id);
      return { status: 204 };
    },

    async rotateEndpointSecret({ principal, params: { id }, body: { overlapSeconds } }) {
      assertReads(principal);
      await assertReadsAll(principal, id);
      return withSecret(await webhooks.rotate(callerOf(principal), id, overlapSeconds * 1_000));
    },

    async listEndpointMessages({ principal: { workspace }, params: { id }, query }) {
      const { state, ...input } = query;
      const list = { operation: 'listEndpointMessages', workspace, filters: { id, state } };
      const page = { state, ...paging.toNumberedPage(list, input) };
      const { rows, next } = await webhooks.deliveries(workspace, id, page);
      return { status: 200, body: paging.pageOf(list, rows.map(toDelivery), next) };
    },

    async createEndpointResend({ principal, params: { id, messageId } }) {
      const sent = await webhooks.resend(callerOf(principal), messageId, id);
      const headers = { Location: `${PATH}/${id}`, 'Retry-After': '1' };
      return { status: 202, headers, body: toDelivery(sent) };
    },
  };
}

/** `wanted` are the event types that the request names, `current` those that the endpoint has. */
function assertReads(
  { scopes }: Principal,
  wanted: readonly string[] = [],
  current: readonly string[] = [],
): void {
  const needed = [READS_RUNS, ...[...wanted, ...current].map(scopeOf)];
  const lacking = needed.find((scope) => scope && !scopes.has(scope));
  if (!lacking) return;
  const detail = `The calling key can't read what an endpoint gets: it lacks ${lacking}.`;
  const errors = wanted.flatMap((type, index): Fault[] =>
    lacking !== READS_RUNS && scopeOf(type) === lacking
      ? [{ pointer: `#/eventTypes/${index}`, detail: `needs ${lacking}`, code: 'forbidden' }]
      : [],
  );
  throw new Problem('exceeds_own_rights', detail, { ...(errors.length > 0 && { errors }) });
}

export function changeOf({ status, ...change }: Input<'updateEndpoint'>['body']): EndpointChange {
  return { ...change, ...(status !== undefined && { isDisabled: status === 'disabled' }) };
}

/** Endpoints as answers present them. */
export function createEndpointReader(db: Db) {
  async function toEndpoints(rows: Endpoint[]): Promise<WebhookEndpoint[]> {
    const makers = rows.map(({ createdBy }) => createdBy);
    const personOf = await findPeople(db, makers);
    return rows.map((row) => toEndpoint(row, personOf));
  }

  async function view(row: Endpoint): Promise<WebhookEndpoint> {
    const [endpoint] = await toEndpoints([row]);
    return endpoint!;
  }

  return { toEndpoints, view };
}

function toEndpoint(row: Endpoint, personOf: PersonOf): WebhookEndpoint {
  const { url, description, eventTypes, disabledReason } = row;
  const createdBy = personOf(row.createdBy);
  return {
    id: uuidToId(ENDPOINT_PREFIX, row.id),
    ...{ url, description, eventTypes: eventTypes as WebhookEndpoint['eventTypes'] },
    status: row.disabledAt ? 'disabled' : 'enabled',
    createdAt: row.createdAt.toISOString(),
    ...(createdBy && { createdBy }),
    ...momentOf('lastDeliveredAt', row.lastDeliveredAt),
    ...momentOf('failingSince', row.failingSince),
    ...momentOf('disabledAt', row.disabledAt),
    ...(disabledReason !== null && { disabledReason }),
    ...momentOf('oldSecretSignsUntil', row.previousSecretUntil),
  };
}

export function toDelivery(row: Delivery): WebhookDelivery {
  const { run, kind, lastStatus, lastError } = row;
  return {
    id: uuidToId(MESSAGE_PREFIX, row.message),
    type: row.type as WebhookDelivery['type'],
    ...(run !== null && { runId: runIdOf(kind, run) }),
    state: stateOf(row),
    createdAt: row.createdAt.toISOString(),
    attempts: row.attempts,
    ...momentOf('lastAttemptAt', row.lastAttemptAt),
    ...(lastStatus !== null && { lastStatus }),
    ...(lastError !== null && { lastError }),
    ...momentOf('deliveredAt', row.deliveredAt),
    ...momentOf('nextAttemptAt', row.nextAttemptAt),
  };
}

/** A member of an answer that is absent if there is no such time. */
function momentOf<Name extends string>(
  name: Name,
  moment: Date | null,
): { [Member in Name]?: string } {
  return (moment ? { [name]: moment.toISOString() } : {}) as { [Member in Name]?: string };
}
