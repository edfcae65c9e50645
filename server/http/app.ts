/**
 * The API as one thing that can be started and stopped: the routes of the document, each behind the gate
 * and the validator, with its handler at the end, and the contract's answer for everything else.
 */
import type { IncomingMessage } from 'node:http';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { invariant } from '../kernel/invariant.ts';
import { Problem } from '../kernel/problem.ts';
import type { Keys } from '../keys/index.ts';
import type { Log } from '../telemetry/log.ts';
import { type AnyHandler, adapt, writeJson } from './adapter.ts';
import type { Docs } from './docs.ts';
import { exchangeOf } from './exchange.ts';
import { createGate } from './gate.ts';
import type { Handlers } from './handlers.ts';
import { type ApiDocument, type Operation, routesOf } from './operations.ts';
import { NOT_FOUND, problemDocument, problemHeaders, problemOf } from './problems.ts';
import { createRateLimit } from './rate-limit.ts';
import { createHttpServer, type Timeouts, VARY } from './server.ts';
import { createServiceHandlers } from './service.ts';
import { createValidation } from './validation.ts';

export interface AppOptions {
  /** The bundled OpenAPI document. */
  document: ApiDocument;
  /** The documentation page; without it `/docs` says how to build it. */
  docs?: Docs | undefined;
  keys: Pick<Keys, 'authenticate'>;
  handlers: Handlers;
  /** Outside production responses are held to the document as well. */
  production: boolean;
  log: Log;
  /** Where callers reach the API; without it, the address that it listens on. */
  publicUrl?: string | undefined;
  ratePerMinute: number;
  maxBodyBytes: number;
  /** Resolves when the database answers. */
  health: () => Promise<void>;
  timeouts?: Partial<Timeouts>;
}

export interface App {
  /** Checks the document first. Resolves with the port that was taken. */
  listen(host: string, port: number): Promise<number>;
  /** Not ready from now on; those who wait get what there is; no new connections. Resolves when done. */
  drain(withinMs?: number): Promise<void>;
}

export function createApp(options: AppOptions): App {
  const { document, log, maxBodyBytes, keys, production } = options;
  const closing = new AbortController();
  const rateLimit = createRateLimit(options.ratePerMinute);
  const gate = createGate({ keys, rateLimit, maxBodyBytes });
  const validation = createValidation(document, production);
  const routes = routesOf(document);
  let publicUrl = options.publicUrl ?? 'http://localhost';

  const service = createServiceHandlers({
    health: options.health,
    closing: closing.signal,
    document: () => ({ ...document, servers: [{ url: publicUrl }] }),
    docs: options.docs,
  });
  const handlers: Record<string, AnyHandler> = { ...options.handlers, ...service };

  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.enable('strict routing').enable('case sensitive routing');
  app.response.json = writeJson;

  app.use(checkingHost);
  for (const { path, operations, allow } of routes) {
    const route = app.route(path);
    for (const operation of operations) {
      const handler = handlers[operation.id];
      invariant(handler, `operation ${operation.id} has a handler`);
      const last = adapt(operation, handler, closing.signal);
      route[operation.method](passing(operation), ...validation.middlewares, last);
    }
    route.all(() => {
      const detail = `This path has no such method; it has ${allow}.`;
      throw new Problem('method_not_allowed', detail, { headers: { Allow: allow } });
    });
  }
  app.use(() => {
    throw new Problem('not_found', NOT_FOUND);
  });
  app.use(refusing());

  function passing(operation: Operation): RequestHandler {
    return async (req, res, next) => {
      await gate(operation, req, res);
      // The response has settled already that HEAD gets no body; all that follows sees a GET.
      if (req.method === 'HEAD') req.method = 'GET';
      next();
    };
  }

  function refusing(): ErrorRequestHandler {
    return (error, req, res, _next) => {
      const { requestId, signal } = exchangeOf(res);
      const problem = problemOf(error, req.body);
      if (res.headersSent || (signal.aborted && !(signal.reason instanceof Problem))) {
        res.destroy();
        return;
      }
      if (problem.status >= 500) {
        const { method, route } = req;
        log.error(
          { err: problem.options.cause ?? problem, requestId, method, path: route?.path },
          problem.code,
        );
      }
      const kept = problem.status === 401 ? KEPT_OF_STRANGERS : KEPT;
      for (const name of res.getHeaderNames()) if (!kept.has(name)) res.removeHeader(name);
      res.statusCode = problem.status;
      for (const [name, value] of Object.entries(problemHeaders(problem)))
        res.setHeader(name, value);
      res.json(problemDocument(problem, requestId, publicUrl));
    };
  }

  const server = createHttpServer({
    handle: (req, res) => {
      res.setHeader('X-Request-Id', exchangeOf(res).requestId);
      res.setHeader('Vary', VARY);
      req.url = pathOf(req);
      app(req as never, res as never);
    },
    publicUrl: () => publicUrl,
    timeouts: options.timeouts ?? {},
  });

  return {
    async listen(host, port) {
      await validation.warmUp(routes.flatMap((route) => route.operations));
      const taken = await server.listen(host, port);
      publicUrl = options.publicUrl ?? `http://localhost:${taken}`;
      return taken;
    },
    async drain(withinMs = 10_000) {
      closing.abort();
      await server.close(withinMs);
      rateLimit.close();
    },
  };
}

/** What a problem keeps of the headers that are set before anybody knows how the request will end. */
const KEPT_OF_STRANGERS = new Set(['x-request-id', 'vary', 'connection']);
const KEPT = new Set([...KEPT_OF_STRANGERS, 'ratelimit', 'ratelimit-policy']);

const checkingHost: RequestHandler = (req, _res, next) => {
  const hosts = req.headersDistinct.host?.length ?? 0;
  if (hosts === 1 || (hosts === 0 && req.httpVersion === '1.0')) return next();
  const detail = 'must be sent once';
  throw new Problem('invalid_request', `Host ${detail}.`, {
    errors: [{ header: 'Host', detail, code: 'required' }],
  });
};

/**
 * The target in the one form that Express and the validator read alike. A path that is not an encoding of
 * text is taken literally: then it names nothing, like any other unknown path.
 */
function pathOf({ url = '/' }: IncomingMessage): string {
  const [target = ''] = url.split('#', 1);
  const local = target.startsWith('/') ? target : localPart(target);
  const end = local.indexOf('?');
  const path = end < 0 ? local : local.slice(0, end);
  if (!path.includes('%')) return local;
  try {
    decodeURIComponent(path);
    return local;
  } catch {
    return path.replaceAll('%', '%25') + local.slice(path.length);
  }
}

/** Of a target in absolute form, as proxies are sent it. */
function localPart(target: string): string {
  const { pathname, search } = URL.parse(target) ?? { pathname: `/${target}`, search: '' };
  return pathname.startsWith('/') ? pathname + search : `/${pathname}${search}`;
}
