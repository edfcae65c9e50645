/**
 * Answers a request that ended in an error: with the error's problem and the headers of that problem alone. Logs our
 * own faults; a caller who has gone gets nothing.
 */

import type { ErrorRequestHandler, Request, Response } from 'express';
import { Problem } from '../lib/problem.ts';
import type { Log } from '../telemetry/log.ts';
import type { Meter } from '../telemetry/meter.ts';
import type { Pressure, Shortage } from '../telemetry/pressure.ts';
import type { PartialRefusal } from './handlers.ts';
import type { Operation } from './operations.ts';
import { problemDocument, problemHeaders, problemOf } from './problems.ts';
import { exchangeOf } from './server.ts';

interface RefusingOptions {
  log: Log;
  publicUrl: () => string;
  meter?: Meter | undefined;
}

/** The refusal of a part of a request whose other parts are answered. */
export type RefusalOf = (error: unknown, of: { req: Request; requestId: string }) => PartialRefusal;

export function refusingParts({ log, publicUrl, meter }: RefusingOptions): RefusalOf {
  return (error, { req, requestId }) => {
    const problem = problemOf(error);
    meter?.refused(problem.code);
    if (problem.status >= 500) report(log, problem, req, requestId);
    const { retryAfterSeconds } = problem.options;
    return {
      problem: problemDocument(problem, requestId, publicUrl()),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    };
  };
}

/** Only a fault of the service needs a person; a process that stops or that is overloaded answers as it has to. */
function report(log: Log, problem: Problem, { method, route }: Request, requestId: string): void {
  if (problem instanceof Shed || problem.code === 'shutting_down') return;
  const err = problem.options.cause ?? problem;
  const level = problem.code === 'internal_error' ? 'error' : 'warn';
  log[level]({ err, requestId, method, path: route?.path }, problem.code);
}

export function refusing({ log, publicUrl, meter }: RefusingOptions): ErrorRequestHandler {
  return (error, req, res, _next) => {
    const exchange = exchangeOf(res);
    const { requestId, signal } = exchange;
    const problem = problemOf(error);
    exchange.problem = problem.code;
    meter?.refused(problem.code);
    const isGone = signal.aborted && !(signal.reason instanceof Problem);
    if (problem.status >= 500 && !isGone) report(log, problem, req, requestId);
    if (res.headersSent || isGone) {
      res.destroy();
      return;
    }
    replaceHeaders(res, problem);
    res.statusCode = problem.status;
    res.json(problemDocument(problem, requestId, publicUrl()));
  };
}

function replaceHeaders(res: Response, problem: Problem): void {
  const kept = problem.status === 401 ? KEPT_ON_401 : KEPT_ON_REFUSAL;
  for (const name of res.getHeaderNames()) if (!kept.has(name)) res.removeHeader(name);
  for (const [name, value] of Object.entries(problemHeaders(problem))) res.setHeader(name, value);
}

/** The headers that a problem keeps of those set before the outcome of the request is known. */
const KEPT_ON_401 = new Set([...['x-request-id', 'vary', 'x-content-type-options', 'connection']]);
const KEPT_ON_REFUSAL = new Set([...KEPT_ON_401, 'ratelimit', 'ratelimit-policy']);

/*
 * Refuses requests while the process runs short of a resource, before any work on them: first requests that create
 * work, then reads, and never those that end work, revoke a key, or ask for the health of the process. So requests that
 * could not be served anyway do not slow down the others.
 */

/** Not a fault to investigate each time: it is counted, and the log says when it begins and ends. */
class Shed extends Problem {
  constructor() {
    super('overloaded', 'The process has more to do than it can. Nothing was done.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
}

/** Throws if the operation has to be refused now. */
export type Shedding = (operation: Operation) => void;

const RETRY_AFTER_SECONDS = 2;
/** Reads continue until the shortage is this large. Memory runs out much sooner. */
const READS: Record<Shortage, number> = { event_loop: 3, pool: 1.8, memory: 1.05 };
/** Cancels of runs and revocations of keys; those of grants of customers can wait. */
const NEVER = /\/(cancel|keys\/:\w+\/(revocation|revoke))$/;

export function createShedding(pressure: Pressure, meter: Meter | undefined): Shedding {
  return (operation) => {
    const shortage = pressure.shortage();
    if (!shortage || shortage.factor < boundOf(operation, shortage.of)) return;
    meter?.shed(shortage.of);
    throw new Shed();
  };
}

function boundOf({ method, path, scopes, role }: Operation, of: Shortage): number {
  const isOpen =
    scopes === undefined && (role === undefined || (role === 'none' && method === 'get'));
  if (isOpen || NEVER.test(path)) return Number.POSITIVE_INFINITY;
  return method === 'get' ? READS[of] : 1;
}
