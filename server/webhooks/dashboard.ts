/**
 * Webhook endpoints over HTTP for people. A key that reads runs can read what the service sends to an endpoint about
 * them, so members may create endpoints if they may give a key that scope. Every member reads customers.
 */
import { callerOf } from '../audit-trail/index.ts';
import { isAtLeast } from '../people/index.ts';
import type { Db } from '../platform/db/pool.ts';
import type { DashboardHandlers, Member } from '../platform/http/index.ts';
import type { Paging } from '../platform/lib/cursor.ts';
import { Problem } from '../platform/lib/problem.ts';
import { readSettings } from '../workspaces/index.ts';
import { changeOf, createEndpointReader, READS_RUNS, toDelivery } from './http.ts';
import type { Webhooks } from './index.ts';

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

async function checkRights(db: Db, { workspace, role }: Member): Promise<void> {
  if (isAtLeast(role, 'admin')) return;
  const { memberScopes } = await readSettings(db, workspace);
  if (memberScopes.includes(READS_RUNS)) return;
  throw new Problem('forbidden', "Members can't create webhook endpoints in this workspace.");
}
