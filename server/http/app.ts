/**
 * What is served on one port, as one thing that can be started and stopped: the routes of each API's document,
 * each behind the API's gate and the validator, with its handler at the end; the web app; and the contract's
 * answer for everything else.
 */
import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { invariant } from '../kernel/invariant.ts';
import { createNetworkOf } from '../kernel/network.ts';
import { NOT_FOUND, Problem } from '../kernel/problem.ts';
import type { Log } from '../telemetry/log.ts';
import { adapt, writeJson } from './adapter.ts';
import type { Api, ApiContext } from './api.ts';
import { createDashboardApi, type DashboardApiOptions } from './dashboard-api.ts';
import { createDeveloperApi, type DeveloperApiOptions } from './developer-api.ts';
import { exchangeOf } from './exchange.ts';
import type { Gate } from './intake.ts';
import { type Operation, routesOf } from './operations.ts';
import { problemDocument, problemHeaders, problemOf } from './problems.ts';
import { createHttpServer, type Timeouts, VARY } from './server.ts';
import { validationOf } from './validation.ts';
import { serveWebApp, type WebApp } from './web-app.ts';

/** The developer API, and beside it what is for people. */
export interface AppOptions extends DeveloperApiOptions {
  dashboard?: DashboardApiOptions | undefined;
  /** The dashboard's pages; without them its paths say how to build them. */
  webApp?: WebApp | undefined;
  /** Whether responses are held to their documents as well. */
  validatesResponses: boolean;
  log: Log;
  /** Where callers reach the API; without it, the address that it listens on. */
  publicUrl?: string | undefined;
  /** Whose X-Forwarded-For is believed; default: this machine's. */
  trustedProxies?: string;
  /** Bits of an IPv6 address that count as one, for limits per address. */
  ipv6Prefix?: number;
  timeouts?: Partial<Timeouts>;
}

export interface App {
  /** Refuses a document that does not compile. Resolves with the port that was taken. */
  listen(host: string, port: number): Promise<number>;
  /**
   * Compiles, between requests, what each operation would compile at its first request. To be called when
   * all else has started.
   */
  compileAhead(): void;
  /** Not ready from now on; those who wait get what there is; no new connections. Resolves when done. */
  drain(withinMs?: number): Promise<void>;
}

export function createApp(options: AppOptions): App {
  const { log, validatesResponses } = options;
  const closing = new AbortController();
  let publicUrl = options.publicUrl ?? 'http://localhost';
  const context: ApiContext = {
    publicUrl: () => publicUrl,
    networkOf: createNetworkOf(options.ipv6Prefix),
    closing: closing.signal,
  };
  const apis = [createDeveloperApi(options, context)];
  if (options.dashboard) apis.push(createDashboardApi(options.dashboard, context));

  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.enable('strict routing').enable('case sensitive routing');
  // Who asks is told by proxies of our own, and by nobody from outside.
  app.set('trust proxy', options.trustedProxies ?? 'loopback');
  app.response.json = writeJson;

  app.use(checkingHost);
  const validated = apis.map(serve);
  if (options.dashboard) serveWebApp(app, options.webApp, context);
  app.use(() => {
    throw new Problem('not_found', NOT_FOUND);
  });
  app.use(refusing());

  function serve({ document, gate, handlers, cacheControl }: Api) {
    const validation = validationOf(document, validatesResponses);
    const routes = routesOf(document);
    for (const { path, operations, allow } of routes) {
      const route = app.route(path);
      for (const operation of operations) {
        const handler = handlers[operation.id];
        invariant(handler, `operation ${operation.id} has a handler`);
        const last = adapt(operation, handler, { closing: closing.signal, cacheControl });
        route[operation.method](passing(gate, operation), validation.middleware, last);
      }
      route.all(() => {
        const detail = 'This path has no such method; Allow names those that it has.';
        throw new Problem('method_not_allowed', detail, { headers: { Allow: allow } });
      });
    }
    return { validation, operations: routes.flatMap(({ operations }) => operations) };
  }

  async function compileAll(): Promise<void> {
    for (const { validation, operations } of validated) {
      for (const operation of operations) {
        await setImmediate();
        if (closing.signal.aborted) return;
        await validation.compile(operation);
      }
    }
  }

  function passing(gate: Gate, operation: Operation): RequestHandler {
    return async (req, res, next) => {
      await gate(operation, req, res);
      // The response has settled already that HEAD gets no body; all that follows sees a GET.
      if (req.method === 'HEAD') {
        exchangeOf(res).isHead = true;
        req.method = 'GET';
      }
      next();
    };
  }

  function refusing(): ErrorRequestHandler {
    return (error, req, res, _next) => {
      const { requestId, signal } = exchangeOf(res);
      const problem = problemOf(error, req.body);
      const isGone = signal.aborted && !(signal.reason instanceof Problem);
      if (problem.status >= 500 && !isGone) {
        const { method, route } = req;
        log.error(
          { err: problem.options.cause ?? problem, requestId, method, path: route?.path },
          problem.code,
        );
      }
      if (res.headersSent || isGone) {
        res.destroy();
        return;
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
      res.setHeader('X-Content-Type-Options', 'nosniff');
      req.url = pathOf(req);
      app(req as never, res as never);
    },
    publicUrl: () => publicUrl,
    timeouts: options.timeouts ?? {},
  });

  return {
    async listen(host, port) {
      for (const { validation, operations } of validated) {
        if (validation.isKnownToCompile) continue;
        for (const operation of operations) await validation.compile(operation);
      }
      const taken = await server.listen(host, port);
      publicUrl = options.publicUrl ?? `http://localhost:${taken}`;
      return taken;
    },
    compileAhead() {
      compileAll().catch((error) => log.error({ err: error }, 'an operation does not compile'));
    },
    async drain(withinMs = 10_000) {
      closing.abort();
      await server.close(withinMs);
    },
  };
}

/** What a problem keeps of the headers that are set before anybody knows how the request will end. */
const KEPT_OF_STRANGERS = new Set([
  ...['x-request-id', 'vary', 'x-content-type-options', 'connection'],
]);
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
  const local = (target.startsWith('/') ? target : localPart(target)).replace(DOCS_SLASH, '/docs');
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

/** People type the page's address with a slash at its end as well. */
const DOCS_SLASH = /^\/docs\/(?=\?|$)/;

/** Of a target in absolute form, as proxies are sent it. */
function localPart(target: string): string {
  const { pathname, search } = URL.parse(target) ?? { pathname: `/${target}`, search: '' };
  return pathname.startsWith('/') ? pathname + search : `/${pathname}${search}`;
}
