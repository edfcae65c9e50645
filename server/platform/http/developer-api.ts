/**
 * The developer API as the app serves it: its operations behind the key gate, including the service's own. Resources
 * provide the other handlers.
 */
import type { Keys } from '../../keys/index.ts';
import type { Traffic } from '../../quotas/index.ts';
import type { AnyHandler } from './adapter.ts';
import type { Api, ApiContext } from './api.ts';
import { type BodyBudget, createBodyBudget } from './body-budget.ts';
import type { ClientPackage } from './client-package.ts';
import type { Handlers } from './developer-handlers.ts';
import type { At, Docs, ServedTexts } from './docs.ts';
import { createKeyGate } from './key-gate.ts';
import type { ApiDocument } from './operations.ts';
import { createRateLimit } from './rate-limit.ts';
import { createServiceHandlers } from './service.ts';

export interface DeveloperApiOptions {
  /** The bundled OpenAPI document. */
  document: ApiDocument;
  /** The documentation page; without it, `/docs` explains how to build it. */
  docs?: At<Docs> | undefined;
  /** The guides as texts; without them, their addresses do not exist. */
  texts?: At<ServedTexts> | undefined;
  /** The package of the TypeScript client; without it, `/client` returns 404. */
  clientPackage?: ClientPackage | undefined;
  keys: Pick<Keys, 'authenticate'>;
  handlers: Handlers;
  /** Requests of a key per minute. */
  ratePerMinute: number;
  /** Bytes of their bodies; without it, they are not limited. */
  rateBytesPerMinute?: number | undefined;
  maxBodyBytes: number;
  /** The limits of operations that accept larger ones, by their ids. */
  largerBodies?: Readonly<Record<string, number>>;
  /** For all workspaces; without it, only each body is limited. */
  bodyBudget?: BodyBudget;
  /** Counts the bytes that workspaces send; without it, nobody counts them. */
  traffic?: Pick<Traffic, 'received'> | undefined;
  /** Resolves when the database answers. */
  health: () => Promise<void>;
  /** Whether no process may claim runs at the moment. */
  refusesClaims?: () => boolean;
}

export function createDeveloperApi(options: DeveloperApiOptions, context: ApiContext): Api {
  const {
    document,
    keys,
    maxBodyBytes,
    largerBodies,
    rateBytesPerMinute: bytesPerMinute,
  } = options;
  const { bodyBudget = createBodyBudget() } = options;
  const rateLimit = createRateLimit({
    ...{ rates: context.rates, name: 'key' },
    ...{ perMinute: options.ratePerMinute, bytesPerMinute },
  });
  const service = createServiceHandlers({
    health: options.health,
    refusesClaims: options.refusesClaims,
    leaving: context.leaving,
    document: () => ({ ...document, servers: [{ url: context.publicUrl() }] }),
    ...{ publicUrl: context.publicUrl, docs: options.docs, texts: options.texts },
    clientPackage: options.clientPackage,
  });
  const handlers: Record<string, AnyHandler> = { ...options.handlers, ...service };
  return {
    document,
    gate: createKeyGate({
      ...{ keys, rateLimit, maxBodyBytes, bodyBudget, traffic: options.traffic },
      ...(largerBodies && { largerBodies }),
      networkOf: context.networkOf,
    }),
    handlers,
    cacheControl: 'private, no-cache',
  };
}
