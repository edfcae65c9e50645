/**
 * Webhook endpoints over HTTP. A key that reads runs can read everything that the service sends to an endpoint, so
 * members may create endpoints if they may give a key that scope.
 */
import type { WebhookDelivery, WebhookEndpoint } from '../../openapi/generated/dashboard.ts';
import type { Scope } from '../keys/index.ts';
import { runIdOf } from '../kinds.ts';
import { findPeople, isAtLeast, type PersonOf } from '../people/index.ts';
import type { Db } from '../platform/db/pool.ts';
import type { DashboardHandlers, DashboardInput, Member } from '../platform/http/index.ts';
import type { Paging } from '../platform/http/paging.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { Problem } from '../platform/lib/problem.ts';
import { readSettings } from '../workspaces/index.ts';
import {
  type Delivery,
  ENDPOINT_PREFIX,
  type Endpoint,
  type EndpointChange,
  MESSAGE_PREFIX,
  stateOf,
  type Webhooks,
} from './index.ts';

type WebhookHandlers = Pick<
  DashboardHandlers,
  | 'listWebhookEndpoints'
  | 'createWebhookEndpoint'
  | 'getWebhookEndpoint'
  | 'updateWebhookEndpoint'
  | 'deleteWebhookEndpoint'
  | 'rotateWebhookSecret'
  | 'listWebhookDeliveries'
  | 'createWebhookResend'
>;

interface WebhookOptions {
  db: Db;
  webhooks: Webhooks;
  paging: Paging;
}

/** A key needs this scope to read the subject of a message. */
const READS_RUNS: Scope = 'models:read';

export function createWebhookHandlers(options: WebhookOptions): WebhookHandlers {
  const { db, webhooks, paging } = options;
  const { toEndpoints, view } = createEndpointReader(db);
  return {
    ...createDeliveryHandlers(options),

    async listWebhookEndpoints({ principal: { workspace }, query }) {
      const list = { operation: 'listWebhookEndpoints', workspace };
      const { rows, next } = await webhooks.page(workspace, paging.toPage(list, query));
      return { status: 200, body: paging.pageOf(list, await toEndpoints(rows), next) };
    },

    async createWebhookEndpoint({ principal, body }) {
      await checkRights(db, principal);
      const { endpoint, secret } = await webhooks.create(callerOf(principal), body);
      return { status: 201, body: { endpoint: await view(endpoint), secret } };
    },

    async getWebhookEndpoint({ principal: { workspace }, params: { endpointId } }) {
      return { status: 200, body: await view(await webhooks.get(workspace, endpointId)) };
    },

    async updateWebhookEndpoint({ principal, params: { endpointId }, body }) {
      const changed = await webhooks.change(callerOf(principal), endpointId, changeOf(body));
      return { status: 200, body: await view(changed) };
    },

    async deleteWebhookEndpoint({ principal, params: { endpointId } }) {
      await webhooks.remove(callerOf(principal), endpointId);
      return { status: 204 };
    },

    async rotateWebhookSecret({ principal, params: { endpointId }, body: { overlapSeconds } }) {
      const overlapMs = overlapSeconds * 1_000;
      const rotated = await webhooks.rotate(callerOf(principal), endpointId, overlapMs);
      const endpoint = await view(rotated.endpoint);
      return { status: 201, body: { endpoint, secret: rotated.secret } };
    },
  };
}

function createDeliveryHandlers({
  webhooks,
  paging,
}: WebhookOptions): Pick<WebhookHandlers, 'listWebhookDeliveries' | 'createWebhookResend'> {
  return {
    async listWebhookDeliveries({ principal, params: { endpointId }, query }) {
      const { workspace } = principal;
      const { state, ...input } = query;
      const filters = { endpointId, state };
      const list = { operation: 'listWebhookDeliveries', workspace, filters };
      const page = { state, ...paging.toNumberedPage(list, input) };
      const { rows, next } = await webhooks.deliveries(workspace, endpointId, page);
      return { status: 200, body: paging.pageOf(list, rows.map(toDelivery), next) };
    },

    async createWebhookResend({ principal, params: { endpointId, messageId } }) {
      const sent = await webhooks.resend(callerOf(principal), messageId, endpointId);
      return { status: 202, body: toDelivery(sent) };
    },
  };
}

function callerOf({ workspace, session }: Member) {
  return { workspace, actor: session.user };
}

async function checkRights(db: Db, { workspace, role }: Member): Promise<void> {
  if (isAtLeast(role, 'admin')) return;
  const { memberScopes } = await readSettings(db, workspace);
  if (memberScopes.includes(READS_RUNS)) return;
  throw new Problem('forbidden', "Members can't create webhook endpoints in this workspace.");
}

function changeOf({
  status,
  ...change
}: DashboardInput<'updateWebhookEndpoint'>['body']): EndpointChange {
  return { ...change, ...(status !== undefined && { isDisabled: status === 'disabled' }) };
}

/** Endpoints as answers present them. */
function createEndpointReader(db: Db) {
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
    ...{ url, description, eventTypes },
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

function toDelivery(row: Delivery): WebhookDelivery {
  const { run, kind, lastStatus, lastError } = row;
  return {
    id: uuidToId(MESSAGE_PREFIX, row.message),
    type: row.type,
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
