/**
 * Answers a request that ended in an error: with the error's problem and the headers of that problem alone. Logs our
 * own faults; a caller who has gone gets nothing.
 */
import type { ErrorRequestHandler, Request, Response } from 'express';
import { Problem } from '../lib/problem.ts';
import type { Log } from '../telemetry/log.ts';
import type { Meter } from '../telemetry/meter.ts';
import { exchangeOf } from './exchange.ts';
import type { PartialRefusal } from './handlers.ts';
import { problemDocument, problemHeaders, problemOf } from './problems.ts';
import { Shed } from './shedding.ts';

export interface RefusingOptions {
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
