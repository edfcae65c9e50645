/**
 * Everything served on one port, as one unit that can be started and stopped: each API, the web app, and the contract's
 * answer for everything else.
 */
import { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Express, type RequestHandler } from 'express';
import { runUuidOf } from '../../kinds.ts';
import { createNetworkOf } from '../lib/attempts.ts';
import { uuidToId } from '../lib/ids.ts';
import { invalidRequest } from '../lib/problem.ts';
import { createLocalRates, type Rates } from '../rates/index.ts';
import type { Log } from '../telemetry/log.ts';
import type { Meter } from '../telemetry/meter.ts';
import type { Pressure } from '../telemetry/pressure.ts';
import { type ServiceSpan, type Tracer, traceOf } from '../telemetry/tracer.ts';
import { createDashboardApi, type DashboardApiOptions } from './dashboard-api.ts';
import { createDeveloperApi, type DeveloperApiOptions } from './developer-api.ts';
import { createDownloads, type DownloadOptions } from './downloads.ts';
import { timesSent } from './intake.ts';
import { createOperatorApi, type OperatorApiOptions } from './operator-api.ts';
import { createShedding, refusing, refusingParts } from './refusing.ts';
import { parseTraceparent } from './request-headers.ts';
import { type ApiContext, type ServedApi, serveApi, writeJson } from './serve-api.ts';
import {
  createHttpServer,
  type Exchange,
  exchangeOf,
  type Messages,
  type Timeouts,
  VARY,
} from './server.ts';
import { absence, type StartOptions, serveStart } from './start-page.ts';
import { serveWebApp, type WebApp } from './web-app.ts';

/** The developer API, and the API and pages for people. */
export interface AppOptions extends DeveloperApiOptions {
  dashboard?: DashboardApiOptions | undefined;
  /** The API of the people who run the deployment. */
  operator?: OperatorApiOptions | undefined;
  /** The pages of both; without them, its paths explain how to build them. */
  webApp?: WebApp | undefined;
  /** From where the page of sign-ups loads a captcha; without them, from nowhere. */
  captchaSources?: readonly string[] | undefined;
  /** Limits across all processes; without them, those of this process alone. */
  rates?: Rates | undefined;
  /** What the process runs short of; without it, the app refuses no request for that. */
  pressure?: Pressure | undefined;
  /** Whether to validate responses against their documents as well. */
  validatesResponses: boolean;
  log: Log;
  /** Whether to log each request. */
  accessLog?: boolean;
  meter?: Meter | undefined;
  tracer?: Tracer | undefined;
  /** Where callers reach the API, or how its port makes it; without it, the address that it listens on. */
  publicUrl?: string | ((port: number) => string) | undefined;
  /** Gets each request first. */
  before?: RequestHandler;
  /** The proxies whose X-Forwarded-For is trusted; default: this machine's. */
  trustedProxies?: string;
  /** Bits of an IPv6 address that count as one address, for limits per address. */
  ipv6Prefix?: number;
  timeouts?: Partial<Timeouts>;
  /** The bounds of files that are created while they are sent. */
  downloads?: DownloadOptions;
}

export interface App {
  /** Refuses a document that does not compile. Resolves with the port in use. */
  listen(host: string, port: number): Promise<number>;
  /**
   * Compiles, between requests, what each operation would compile at its first request. Call it when everything else
   * has started.
   */
  compileAhead(): void;
  /** Not ready from now on. The app still accepts connections. */
  leave(): void;
  /**
   * Not ready, and no new connections. Waiting callers get the current state when time is up. Resolves when all
   * requests are answered.
   */
  drain(withinMs?: number): Promise<void>;
}

/** The time for the answers to callers who have waited until time was up. */
const LAST_ANSWERS_MS = 1_000;

export function createApp(options: AppOptions): App {
  const { log, meter, validatesResponses } = options;
  const leaving = new AbortController();
  const closing = new AbortController();
  let publicUrl = typeof options.publicUrl === 'string' ? options.publicUrl : 'http://localhost';
  const context: ApiContext = {
    publicUrl: () => publicUrl,
    networkOf: createNetworkOf(options.ipv6Prefix),
    rates: options.rates ?? createLocalRates(),
    leaving: leaving.signal,
    closing: closing.signal,
  };
  const apis = [createDeveloperApi(options, context)];
  if (options.dashboard) apis.push(createDashboardApi(options.dashboard, context));
  if (options.operator) apis.push(createOperatorApi(options.operator, context));

  const refusals = { log, meter, publicUrl: context.publicUrl };
  const refusalOf = refusingParts(refusals);
  const shedding = options.pressure && createShedding(options.pressure, meter);
  const app = createExpress(options.trustedProxies);
  if (options.before) app.use(options.before);
  app.use(checkingHost);
  const downloads = createDownloads(options.downloads);
  const serving = { validatesResponses, closing: closing.signal, refusalOf, shedding, downloads };
  const served = apis.map((api) => serveApi(app, api, serving));
  if (options.dashboard) {
    serveWebApp(app, options.webApp, { ...context, captchaSources: options.captchaSources });
  }
  serveStart(app, {
    publicUrl: context.publicUrl,
    info: options.document.info as StartOptions['info'],
    has: {
      ...{ docs: options.docs !== undefined },
      dashboard: options.webApp !== undefined,
    },
  });
  app.use((req) => {
    throw absence(req, publicUrl);
  });
  app.use(refusing(refusals));

  const observe = createObserve(options);
  const server = createHttpServer({
    handle: (req, res) => {
      observe?.(req, res);
      res.setHeader('X-Request-Id', exchangeOf(res).requestId);
      res.setHeader('Vary', VARY);
      res.setHeader('X-Content-Type-Options', 'nosniff');
      req.url = pathOf(req);
      app(req as never, res as never);
    },
    publicUrl: context.publicUrl,
    ...{ timeouts: options.timeouts ?? {}, messages: messagesOf(app) },
  });

  function leave(): void {
    leaving.abort();
    server.leave();
  }

  return {
    async listen(host, port) {
      for (const api of served) await api.compileUnknown();
      const taken = await server.listen(host, port);
      publicUrl = urlAt(taken, options.publicUrl);
      return taken;
    },
    compileAhead() {
      compileAhead(served).catch((error) =>
        log.error({ err: error }, 'an operation does not compile'),
      );
    },
    leave,
    async drain(withinMs = 10_000) {
      leave();
      const timer = setTimeout(() => closing.abort(), withinMs);
      await server.close(withinMs + LAST_ANSWERS_MS);
      clearTimeout(timer);
      closing.abort();
    },
  };
}

function urlAt(port: number, given: AppOptions['publicUrl']): string {
  return typeof given === 'function' ? given(port) : (given ?? `http://localhost:${port}`);
}

function createExpress(trustedProxies = 'loopback'): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.enable('strict routing').enable('case sensitive routing');
  // Our own proxies name the caller, and nobody outside can.
  app.set('trust proxy', trustedProxies);
  app.response.json = writeJson;
  return app;
}

/**
 * Creates requests and responses in Express's shape. Express sets the prototypes of its app on each: on an object
 * created without them, V8 has to discard everything that it knows about its shape.
 */
function messagesOf(app: Express): Messages {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  app.request = AppRequest.prototype as unknown as Express['request'];
  app.response = AppResponse.prototype as unknown as Express['response'];
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse as typeof ServerResponse };
}

async function compileAhead(served: readonly ServedApi[]): Promise<void> {
  for (const api of served) await api.compileAhead();
}

const checkingHost: RequestHandler = (req, _res, next) => {
  const hosts = timesSent(req, 'host');
  if (hosts === 1 || (hosts === 0 && req.httpVersion === '1.0')) return next();
  throw invalidRequest({ header: 'Host', detail: 'must be sent once', code: 'required' });
};

/**
 * Normalizes the target to the one form that Express and the validator read alike. A path that is not valid
 * percent-encoded text is taken literally: then it names nothing, like any other unknown path.
 */
function pathOf({ url = '/' }: IncomingMessage): string {
  const fragment = url.indexOf('#');
  const target = fragment < 0 ? url : url.slice(0, fragment);
  const given = target.startsWith('/') ? target : localPart(target);
  const local = given.startsWith('/docs/') ? given.replace(DOCS_SLASH, '/docs') : given;
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

/** People also type the page's address with a trailing slash. */
const DOCS_SLASH = /^\/docs\/(?=\?|$)/;

/** Of a target in absolute form, as clients send it to proxies. */
function localPart(target: string): string {
  const { pathname, search } = URL.parse(target) ?? { pathname: `/${target}`, search: '' };
  return pathname.startsWith('/') ? pathname + search : `/${pathname}${search}`;
}

/*
 * What each request leaves for the operator: a service span, an access log line and a measurement, as far as each is
 * enabled. Never a header, a parameter, a body or an address: a path may contain anything, so the route of its
 * operation names the request.
 */

interface ObservingOptions {
  log: Log;
  /** Whether to log each request. */
  accessLog?: boolean | undefined;
  meter?: Meter | undefined;
  tracer?: Tracer | undefined;
}

type Observe = (req: IncomingMessage, res: ServerResponse) => void;

/** Undefined if nothing is recorded. */
function createObserve(options: ObservingOptions): Observe | undefined {
  const { log, meter, tracer } = options;
  const accessLog = options.accessLog === true && log.isLevelEnabled('info');
  if (!accessLog && !meter && !tracer) return undefined;
  return (req, res) => {
    // Supervisors ask these every few seconds.
    if (PROBES.has(req.url ?? '')) return;
    const exchange = exchangeOf(res);
    const { method = '', socket } = req;
    const begunAt = performance.now();
    const bytesBefore = accessLog ? socket.bytesWritten : 0;
    const span = tracer && beginSpan(tracer, req);
    if (span?.isRecorded) exchange.span = span;
    res.once('close', () => {
      const isGone = !res.writableFinished;
      const status = isGone ? undefined : res.statusCode;
      const seconds = (performance.now() - begunAt) / 1_000;
      measure(meter, { exchange, status, seconds });
      if (!span && !accessLog) return;
      const request = { method, exchange, isGone, status, seconds, run: runOf(exchange, res) };
      if (span) endSpan(span, request);
      if (!accessLog) return;
      const bytes = socket.bytesWritten - bytesBefore;
      log.info({ ...lineOf(request), bytes }, isGone ? 'not answered' : 'answered');
    });
  };
}

const PROBES: ReadonlySet<string> = new Set(['/livez', '/readyz']);

interface Observed {
  method: string;
  exchange: Exchange;
  /** The caller had gone before the answer was sent. */
  isGone: boolean;
  status: number | undefined;
  seconds: number;
  /** The UUID of the request's run. */
  run: string | undefined;
}

/** The run in the path, or the created one. */
function runOf({ subject }: Exchange, res: ServerResponse): string | undefined {
  const location = res.getHeader('Location');
  const created = typeof location === 'string' ? location.split('/').at(-1) : undefined;
  return runUuidOf(created ?? subject ?? '');
}

function beginSpan(tracer: Tracer, { method = '', headers, httpVersion }: IncomingMessage) {
  const { traceparent } = headers;
  return tracer.begin(METHODS.has(method) ? method : 'HTTP', {
    kind: 'server',
    parent: parseTraceparent(typeof traceparent === 'string' ? traceparent : undefined),
    attributes: {
      'http.request.method': METHODS.has(method) ? method : '_OTHER',
      'url.scheme': 'http',
      'network.protocol.version': httpVersion,
    },
  });
}

/** Any other value is the caller's own word. */
const METHODS: ReadonlySet<string> = new Set([
  ...['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH'],
]);

function endSpan(span: ServiceSpan, { method, exchange, isGone, status, run }: Observed): void {
  const { operation, problem, requestId } = exchange;
  if (operation) span.rename(`${method} ${operation.path}`);
  span.set({
    'http.route': operation?.path,
    'http.response.status_code': status,
    'model_run_api.operation': operation?.id,
    'model_run_api.request.id': requestId,
    'model_run_api.run.uuid': run,
    'model_run_api.problem': problem,
  });
  if (isGone) span.end({ error: 'caller_gone' });
  else span.end({ error: (status ?? 0) >= 500 ? (problem ?? String(status)) : undefined });
}

function measure(
  meter: Meter | undefined,
  { exchange, status, seconds }: Pick<Observed, 'exchange' | 'status' | 'seconds'>,
): void {
  const { operation } = exchange;
  if (!operation || status === undefined) return;
  meter?.answered({ operation: operation.id, status }, seconds);
}

function lineOf({ method, exchange, status, seconds, run }: Observed): object {
  const { requestId, operation, problem, span, caller } = exchange;
  return {
    requestId,
    method: METHODS.has(method) ? method : undefined,
    route: operation?.path,
    operation: operation?.id,
    status,
    problem,
    durationMs: Math.round(seconds * 10_000) / 10,
    run,
    ...(caller?.key !== undefined && { key: uuidToId('key', caller.key) }),
    ...(caller?.user !== undefined && { user: caller.user }),
    ...(span && { traceId: traceOf(span.traceparent) }),
  };
}
