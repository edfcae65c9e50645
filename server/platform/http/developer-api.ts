/**
 * The developer API as the app serves it: its operations behind the key gate, including the service's own. Resources
 * provide the other handlers.
 */
import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import type { operations } from '../../../openapi/generated/developer.ts';
import type { Keys, Principal } from '../../keys/index.ts';
import type { Traffic } from '../../quotas/index.ts';
import type { NetworkOf } from '../lib/attempts.ts';
import {
  DASHBOARD_PROBLEMS,
  invalidRequest,
  NOT_FOUND,
  OPERATOR_PROBLEMS,
  PROBLEMS,
  Problem,
  type ProblemCode,
} from '../lib/problem.ts';
import {
  type At,
  type ClientPackages,
  clientPackageReply,
  type Docs,
  docsReply,
  REVALIDATED,
  sectionOf,
} from './docs.ts';
import type { HandlerOf, InputOf } from './handlers.ts';
import {
  type BodyBudget,
  createBodyBudget,
  createIntake,
  type Gate,
  type IntakeOptions,
  timesSent,
} from './intake.ts';
import type { ApiDocument } from './operations.ts';
import { createReadiness, type ReadinessOptions } from './probes.ts';
import { challenge, unauthorized } from './problems.ts';
import { createRateLimit, type RateLimit } from './rate-limit.ts';
import type { AnyHandler, Api, ApiContext } from './serve-api.ts';
import { exchangeOf } from './server.ts';

export interface DeveloperApiOptions {
  /** The bundled OpenAPI document. */
  document: ApiDocument;
  /** The documentation; without it, its addresses return 404. */
  docs?: At<Docs> | undefined;
  /** The packages of the clients; without them, `/client` returns 404. */
  clientPackages?: ClientPackages | undefined;
  keys: Pick<Keys, 'authenticate'>;
  handlers: Handlers;
  /** Makes of all handlers, those of the service's own operations included, what serves requests. */
  wrap?: (handlers: Record<string, AnyHandler>) => Record<string, AnyHandler>;
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
    ...{ publicUrl: context.publicUrl, docs: options.docs },
    clientPackages: options.clientPackages ?? new Map(),
  });
  const all: Record<string, AnyHandler> = { ...options.handlers, ...service };
  const handlers = options.wrap?.(all) ?? all;
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

/* The handlers of the developer API: its operations, and which of them anybody may call. */

export type Handler<Id extends keyof operations> = HandlerOf<operations, Id, Principal>;
export type Input<Id extends keyof operations> = InputOf<operations, Id, Principal>;
/** What every request has, whatever its operation. */
export type AnyInput = Omit<Input<KeyedOperation>, 'params' | 'query' | 'body' | 'requestKey'>;

/** A handler for every operation that needs a key. */
export type Handlers = { [Id in KeyedOperation]: Handler<Id> };

/** Operations that anybody may call are the service's own. */
type OpenOperation =
  | 'getLiveness'
  | 'getReadiness'
  | 'getOpenApiDocument'
  | 'getDocs'
  | 'getClientPackage'
  | 'getDocsFile'
  | 'getDocsIndex'
  | 'getGuide'
  | 'getReference'
  | 'getProblemDocs';
export type KeyedOperation = Exclude<keyof operations, OpenOperation | WebhookOperation>;
/** Receivers answer these. */
type WebhookOperation = `receive${string}`;

/*
 * What every request of the developer API passes before the process reads a byte of its body, in the contract's order:
 * key, scope, rate; then the intake. An address that has presented too many unknown keys waits before the process looks
 * up another one. The document says what an operation requires. The answer to a request without a valid key depends on
 * nothing that the key would give access to. A session gives no access here.
 */

interface KeyGateOptions
  extends Pick<IntakeOptions, 'maxBodyBytes' | 'largerBodies' | 'bodyBudget'> {
  keys: Pick<Keys, 'authenticate'>;
  rateLimit: RateLimit;
  networkOf: NetworkOf;
  traffic: Pick<Traffic, 'received'> | undefined;
}

function createKeyGate(options: KeyGateOptions): Gate {
  const { keys, rateLimit, networkOf, traffic, ...bodies } = options;
  const receive = createIntake({ ...bodies, countBytes, keyMissing });

  async function countBytes(res: Response, bytes: number): Promise<void> {
    const retryAfterSeconds = await rateLimit.countBytes(res, bytes);
    if (retryAfterSeconds === undefined) return traffic?.received(exchangeOf(res).sender!, bytes);
    const detail = 'The API key has used up the bytes of its bodies of this minute.';
    throw new Problem('rate_limited', detail, { retryAfterSeconds });
  }

  /** A function that is written where it is assigned to a member would stay in memory; see CONTRIBUTING. */
  function countAllOf(res: Response) {
    return async (requests: number, pointer: string): Promise<void> => {
      refuseMoreThan(rateLimit.perMinute, requests, pointer);
      refuseTooMany(await rateLimit.countMore(res, requests - 1));
    };
  }

  async function identify(scopes: string[], req: Request, res: Response): Promise<void> {
    const principal = await keys.authenticate(presentedKey(req), () => networkOf(req.ip));
    if (!principal) throw unauthorized('invalid_token');
    const exchange = exchangeOf(res);
    exchange.principal = principal;
    exchange.caller = { key: principal.apiKey };
    exchange.countedFor = principal.apiKey;
    exchange.sender = principal.workspace;
    exchange.countAll = countAllOf(res);
    const counted = rateLimit.count(res);
    // Usually counted at once, in this process.
    const retryAfterSeconds = counted instanceof Promise ? await counted : counted;
    checkScopes(principal, scopes);
    refuseTooMany(retryAfterSeconds);
  }

  return async (operation, req, res) => {
    if (operation.scopes) await identify(operation.scopes, req, res);
    await receive(operation, req, res);
  };
}

function refuseTooMany(retryAfterSeconds: number | undefined): void {
  if (retryAfterSeconds === undefined) return;
  const detail = 'The API key has used up its requests of this minute.';
  throw new Problem('rate_limited', detail, { retryAfterSeconds });
}

/** Refuses more requests than the limit of a minute, because no wait helps. */
function refuseMoreThan(perMinute: number, requests: number, pointer: string): void {
  if (requests <= perMinute) return;
  const detail = `must have at most ${perMinute} requests: a key has no more in a minute`;
  throw invalidRequest({ pointer, detail, code: 'max_items' });
}

function presentedKey(req: IncomingMessage): string {
  const value = req.headers.authorization;
  if (value === undefined || !/^bearer( |$)/i.test(value)) throw unauthorized();
  if (timesSent(req, 'authorization') > 1) throw unauthorized('invalid_token');
  const key = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(value)?.[1];
  if (key === undefined) throw unauthorized('invalid_token');
  return key;
}

function checkScopes({ scopes: granted }: Principal, needed: string[]): void {
  const missing = needed.filter((scope) => !granted.has(scope));
  if (missing.length === 0) return;
  throw new Problem(
    'insufficient_scope',
    `The API key lacks the permission ${missing.join(' ')}.`,
    {
      headers: {
        'WWW-Authenticate': challenge({ error: 'insufficient_scope', scope: needed.join(' ') }),
      },
    },
  );
}

function keyMissing(): Problem {
  const detail =
    'Creating needs an Idempotency-Key header: a key of your choice, unique to what is created.';
  return new Problem('idempotency_key_missing', detail, {
    errors: [{ header: 'Idempotency-Key', detail: 'is required', code: 'required' }],
  });
}

/*
 * The operations that need no key: whether the process is alive, whether it should get requests, the contract itself
 * and the pages about it.
 */

interface ServiceOptions extends ReadinessOptions {
  document: () => object;
  /** Where callers reach the API. */
  publicUrl: () => string;
  /** Undefined if it was not built. */
  docs: At<Docs> | undefined;
  /** Without those that were not built. */
  clientPackages: ClientPackages;
}

const NO_STORE = { 'Cache-Control': 'no-store' };

function createServiceHandlers(options: ServiceOptions): {
  [Id in OpenOperation]: Handler<Id>;
} {
  const { health, refusesClaims, leaving, document, publicUrl, docs, clientPackages } = options;
  const ready = createReadiness({ health, refusesClaims, leaving });
  const send = <MediaType extends string>(
    file: { name: string; mediaType: MediaType },
    condition: Parameters<typeof docsReply>[2],
  ) => docsReply(docs?.(publicUrl()), file, condition);

  return {
    getLiveness: () => ({ status: 200, headers: NO_STORE, body: { status: 'ok' } }),

    async getReadiness() {
      return { status: 200, headers: NO_STORE, body: await ready() };
    },

    getOpenApiDocument: () => ({ status: 200, headers: NO_STORE, body: document() as never }),

    getDocs: (input) => send({ name: 'index.html', mediaType: 'text/html' }, input),

    getDocsIndex: (input) => send({ name: 'llms.txt', mediaType: 'text/plain' }, input),

    getGuide(input) {
      const { guide } = input.params;
      return guide.endsWith('.md')
        ? send({ name: `guides/${guide}`, mediaType: 'text/markdown' }, input)
        : send({ name: `guides/${guide}.html`, mediaType: 'text/html' }, input);
    },

    getReference: (input) =>
      send({ name: `reference/${input.params.group}.html`, mediaType: 'text/html' }, input),

    getDocsFile(input) {
      const { file } = input.params;
      return send({ name: `files/${file}`, mediaType: mediaTypeOf(file) }, input);
    },

    getClientPackage: ({ params: { file }, ifNoneMatch }) =>
      clientPackageReply(clientPackages, file, ifNoneMatch),

    getProblemDocs({ params: { code } }) {
      if (!isProblemCode(code)) throw new Problem('not_found', NOT_FOUND);
      return { status: 303, headers: { ...REVALIDATED, Location: sectionOf(code) } };
    },
  };
}

function mediaTypeOf(file: string) {
  const [ending = ''] = /\.\w+$/.exec(file) ?? [];
  return MEDIA_TYPES[ending] ?? 'text/plain';
}

const MEDIA_TYPES: Record<
  string,
  | 'application/yaml'
  | 'application/json'
  | 'application/atom+xml'
  | 'text/html'
  | 'text/javascript'
  | undefined
> = {
  '.yaml': 'application/yaml',
  '.json': 'application/json',
  '.atom': 'application/atom+xml',
  '.html': 'text/html',
  '.js': 'text/javascript',
};

function isProblemCode(text: string): text is ProblemCode {
  return [PROBLEMS, DASHBOARD_PROBLEMS, OPERATOR_PROBLEMS].some((known) =>
    Object.hasOwn(known, text),
  );
}
