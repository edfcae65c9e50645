/**
 * Serves one API: the routes of its document, each behind the API's gate and the validator, with its handler at the
 * end. Another method on a path is refused with the allowed ones.
 */

import { setImmediate } from 'node:timers/promises';
import type { Express, RequestHandler } from 'express';
import type { NetworkOf } from '../lib/attempts.ts';
import { invariant } from '../lib/errors.ts';
import { Problem } from '../lib/problem.ts';
import type { Rates } from '../rates/index.ts';
import { type AnyHandler, adapt } from './adapter.ts';
import type { Downloads } from './downloads.ts';
import { exchangeOf } from './exchange.ts';
import type { Gate } from './intake.ts';
import { type ApiDocument, type Operation, routesOf } from './operations.ts';
import type { RefusalOf, Shedding } from './refusing.ts';

import { validationOf } from './validate.ts';

export interface ServeOptions {
  /** Whether to validate responses against the document as well. */
  validatesResponses: boolean;
  /** Fires when the app is about to stop. */
  closing: AbortSignal;
  refusalOf: RefusalOf;
  downloads: Downloads;
  shedding: Shedding | undefined;
}

export interface ServedApi {
  /** Compiles a document that `npm run generate` did not compile; rejects with its faults. */
  compileUnknown(): Promise<void>;
  /** Compiles every operation, each between two requests; ends early when the app is about to stop. */
  compileAhead(): Promise<void>;
}

export function serveApi(
  app: Express,
  api: Api,
  { validatesResponses, closing, refusalOf, downloads, shedding }: ServeOptions,
): ServedApi {
  const { document, gate, handlers, cacheControl } = api;
  const validation = validationOf(document, validatesResponses);
  const routes = routesOf(document);
  const operations = routes.flatMap((route) => route.operations);

  for (const { path, operations, allow } of routes) {
    const route = app.route(path);
    for (const operation of operations) {
      const handler = handlers[operation.id];
      invariant(handler, `operation ${operation.id} has a handler`);
      const last = adapt(operation, handler, { closing, cacheControl, refusalOf, downloads });
      route[operation.method](
        passing(gate, operation, shedding),
        validation.forOneOperation(operation),
        last,
      );
    }
    route.all(() => {
      const detail = 'This path has no such method; Allow names those that it has.';
      throw new Problem('method_not_allowed', detail, { headers: { Allow: allow } });
    });
  }

  return {
    async compileUnknown() {
      if (validation.isKnownToCompile) return;
      for (const operation of operations) await validation.compile(operation);
    },
    async compileAhead() {
      for (const operation of operations) {
        await setImmediate();
        if (closing.aborted) return;
        await validation.compile(operation);
      }
    },
  };
}

function passing(gate: Gate, operation: Operation, shedding: Shedding | undefined): RequestHandler {
  return async (req, res, next) => {
    const exchange = exchangeOf(res);
    exchange.operation = operation;
    const { id } = req.params;
    if (typeof id === 'string') exchange.subject = id;
    shedding?.(operation);
    await gate(operation, req, res);
    // The response already omits the body for HEAD; all later code sees a GET.
    if (req.method === 'HEAD') {
      exchange.isHead = true;
      req.method = 'GET';
    }
    next();
  };
}

/* What the app needs to serve an API: its contract, its gate and its handlers. */

export interface Api {
  document: ApiDocument;
  gate: Gate;
  /** By operationId; one for each operation of the document. */
  handlers: Record<string, AnyHandler>;
  /** Headers of every answer that does not set them. */
  cacheControl: string;
}

/** What is known of the app only while it runs. */
export interface ApiContext {
  /** Without a trailing slash. */
  publicUrl: () => string;
  /** Which addresses count as one. */
  networkOf: NetworkOf;
  rates: Rates;
  /** Fires when the app is about to stop. */
  leaving: AbortSignal;
  /** Fires when waiting callers have to get the current state. */
  closing: AbortSignal;
}
