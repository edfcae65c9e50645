/**
 * What each request leaves for the operator: a service span, an access log line and a measurement, as far as each is
 * enabled. Never a header, a parameter, a body or an address: a path may contain anything, so the route of its
 * operation names the request.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { runUuidOf } from '../../kinds.ts';
import { uuidToId } from '../lib/ids.ts';
import type { Log } from '../telemetry/log.ts';
import type { Meter } from '../telemetry/meter.ts';
import { type ServiceSpan, type Tracer, traceOf } from '../telemetry/tracer.ts';
import { type Exchange, exchangeOf } from './exchange.ts';
import { parseTraceparent } from './request-headers.ts';

export interface ObservingOptions {
  log: Log;
  /** Whether to log each request. */
  accessLog?: boolean | undefined;
  meter?: Meter | undefined;
  tracer?: Tracer | undefined;
}

export type Observe = (req: IncomingMessage, res: ServerResponse) => void;

/** Undefined if nothing is recorded. */
export function createObserve(options: ObservingOptions): Observe | undefined {
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
