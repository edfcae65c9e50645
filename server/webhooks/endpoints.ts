/** Endpoints of a workspace, as people and operators keep them. Every act is in the audit trail. */
import { recordAct } from '../audit-trail/index.ts';
import type { Db } from '../db/pool.ts';
import { newUuid } from '../kernel/ids.ts';
import { type Fault, Problem } from '../kernel/problem.ts';
import { type Delivery, resendDelivery, selectDeliveries } from './delivery-store.ts';
import { faultOfUrl } from './destination.ts';
import {
  deleteEndpoint,
  type Endpoint,
  type EndpointChange,
  expectEndpoints,
  insertEndpoint,
  rotateSecret,
  selectEndpoint,
  selectEndpoints,
  updateEndpoint,
} from './endpoint-store.ts';
import type { EventType } from './event-types.ts';
import { newSecret } from './message.ts';

export const ENDPOINT_PREFIX = 'whe';
/** Of one workspace. */
const MOST_ENDPOINTS = 20;

export interface WebhooksOptions {
  db: Db;
  /** Whether endpoints may be at private addresses, and without TLS. */
  allowsPrivate: boolean;
}

export interface EndpointInput {
  url: string;
  description?: string;
  eventTypes: readonly EventType[];
}

/** Who acts: a workspace, and the user; without one it is the command line. */
interface Act {
  workspace: string;
  actor?: string;
}

export type Webhooks = ReturnType<typeof createWebhooks>;

export function createWebhooks({ db, allowsPrivate }: WebhooksOptions) {
  const checkUrl = (url: string | undefined) => refuseUrl(url, allowsPrivate);

  return {
    list: (workspace: string): Promise<Endpoint[]> => selectEndpoints(db, workspace),
    get: (workspace: string, id: string): Promise<Endpoint | undefined> =>
      selectEndpoint(db, workspace, id),

    /** The secret is told now, and after a rotation, and never again. */
    async create({ workspace, actor }: Act, input: EndpointInput) {
      checkUrl(input.url);
      const secret = newSecret();
      return db.transaction(async (tx) => {
        await expectEndpoints(tx, workspace);
        if ((await selectEndpoints(tx, workspace)).length >= MOST_ENDPOINTS) {
          const detail = `A workspace has ${MOST_ENDPOINTS} endpoints at the most.`;
          throw new Problem('conflict', detail);
        }
        const { url, description = '', eventTypes } = input;
        const given = { workspace, id: newUuid(), url, description, eventTypes, secret };
        const endpoint = await insertEndpoint(tx, given);
        const told = { endpoint: endpoint.id, url };
        await recordAct(tx, workspace, 'webhook_endpoint_created', told, actor);
        return { endpoint, secret };
      });
    },

    /** Undefined where there is none. What waited for a disabled one is not sent any more. */
    async change({ workspace, actor }: Act, id: string, change: EndpointChange) {
      checkUrl(change.url);
      return db.transaction(async (tx) => {
        const endpoint = await updateEndpoint(tx, workspace, id, change);
        const detail = { endpoint: id, ...change };
        if (endpoint) await recordAct(tx, workspace, 'webhook_endpoint_changed', detail, actor);
        return endpoint;
      });
    },

    async rotate({ workspace, actor }: Act, id: string, overlapMs: number) {
      const secret = newSecret();
      return db.transaction(async (tx) => {
        const endpoint = await rotateSecret(tx, { workspace, id, secret, overlapMs });
        if (!endpoint) return undefined;
        await recordAct(tx, workspace, 'webhook_secret_rotated', { endpoint: id }, actor);
        return { endpoint, secret };
      });
    },

    /** With all that waits for it; whether there was one. */
    remove({ workspace, actor }: Act, id: string): Promise<boolean> {
      return db.transaction(async (tx) => {
        const isDeleted = await deleteEndpoint(tx, workspace, id);
        if (isDeleted) {
          await recordAct(tx, workspace, 'webhook_endpoint_deleted', { endpoint: id }, actor);
        }
        return isDeleted;
      });
    },

    ...createDeliveries(db),
  };
}

function createDeliveries(db: Db) {
  return {
    /** Newest first, below `before`. */
    deliveries: (page: {
      workspace: string;
      endpoint: string;
      before: number;
      limit: number;
    }): Promise<Delivery[]> => selectDeliveries(db, page),

    /** Sends it once more; undefined where there is none, or its endpoint is disabled. */
    resend: (workspace: string, message: string): Promise<Delivery | undefined> =>
      resendDelivery(db, workspace, message),
  };
}

function refuseUrl(url: string | undefined, allowsPrivate: boolean): void {
  const detail = url === undefined ? undefined : faultOfUrl(url, allowsPrivate);
  if (detail === undefined) return;
  const errors: Fault[] = [{ pointer: '#/url', detail, code: 'forbidden' }];
  throw new Problem('invalid_request', `The address ${detail}.`, { errors });
}
