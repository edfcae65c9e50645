/**
 * The developer API as the app serves it: its operations behind the key gate, with the service's own among
 * them. Resources bring the handlers of the others.
 */
import type { Keys } from '../keys/index.ts';
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
  /** The documentation page; without it `/docs` says how to build it. */
  docs?: At<Docs> | undefined;
  /** The guides as texts; without them they are not there. */
  texts?: At<ServedTexts> | undefined;
  /** The package of the TypeScript client; without it `/client` answers 404. */
  clientPackage?: ClientPackage | undefined;
  keys: Pick<Keys, 'authenticate'>;
  handlers: Handlers;
  /** Requests of a key per minute. */
  ratePerMinute: number;
  /** Bytes of their bodies; without it they are not limited. */
  rateBytesPerMinute?: number | undefined;
  maxBodyBytes: number;
  /** Of operations that take larger ones, by their ids. */
  largerBodies?: Readonly<Record<string, number>>;
  /** Of all workspaces; without it, bodies are bounded one by one only. */
  bodyBudget?: BodyBudget;
  /** Resolves when the database answers. */
  health: () => Promise<void>;
  /** Whether no run may be claimed at the moment. */
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
      ...{ keys, rateLimit, maxBodyBytes, bodyBudget },
      ...(largerBodies && { largerBodies }),
      networkOf: context.networkOf,
    }),
    handlers,
    cacheControl: 'private, no-cache',
  };
}
