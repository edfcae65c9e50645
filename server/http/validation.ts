/**
 * Holds requests, and outside production responses, to the OpenAPI document. Mends at load what the
 * validator cannot take, and compiles every operation before the first caller comes, so that a fault of
 * the document stops the start instead of failing requests.
 */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import express, { type RequestHandler, type Response } from 'express';
import { middleware, error as refusal } from 'express-openapi-validator';
import { exchangeOf } from './exchange.ts';
import type { ApiDocument, Operation } from './operations.ts';

export interface Validation {
  middlewares: RequestHandler[];
  /** Rejects with what is wrong with the document. */
  warmUp(operations: Operation[]): Promise<void>;
}

export function createValidation(document: ApiDocument, production: boolean): Validation {
  const apiSpec = prepared(document);
  const thorough = validator(apiSpec, { allErrors: true, production });
  const quick = validator(apiSpec, { allErrors: false, production });
  const middlewares = thorough.map((_, i): RequestHandler => {
    return (req, res, next) => (isSmall(res) ? thorough : quick)[i]!(req, res, next);
  });

  return {
    middlewares,
    async warmUp(operations) {
      for (const { method, path } of operations) {
        for (const handlers of [thorough, quick]) {
          const error = await probe(handlers, method.toUpperCase(), path.replaceAll(':', ''));
          // That this request is not valid is no news; anything else is a fault of the document.
          if (error !== undefined && !(error instanceof refusal.BadRequest)) throw error;
        }
      }
    },
  };
}

/**
 * Collecting every fault takes time that grows with the square of their number: minutes, for a hostile
 * body. So all are told of a body of common size, and of a large one the first.
 */
const COMMON_VALUES = 1_000;

function isSmall(res: Response): boolean {
  return (exchangeOf(res).bodyValues ?? 0) <= COMMON_VALUES;
}

function validator(
  apiSpec: ApiDocument,
  { allErrors, production }: { allErrors: boolean; production: boolean },
): RequestHandler[] {
  const handlers = middleware({
    apiSpec: apiSpec as unknown as Parameters<typeof middleware>[0]['apiSpec'],
    validateApiSpec: false,
    validateRequests: { allErrors, discriminator: true },
    validateResponses: production ? false : { allErrors },
    validateSecurity: false,
    ajvFormats: { mode: 'full' },
    fileUploader: false,
  });
  return handlers as unknown as RequestHandler[];
}

/** Paths stand alone, without a server's prefix: a proxy's business, not ours. */
function prepared({ servers: _, ...document }: ApiDocument): ApiDocument {
  const copy = structuredClone(document);
  mend(copy);
  return copy;
}

function mend(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  mendDiscriminator(node);
  mendParameter(node);
  Object.values(node).forEach(mend);
}

/** With `mapping` every request fails, and without `type` a message that is no object passes. */
function mendDiscriminator(node: object): void {
  if (!('oneOf' in node) || !('discriminator' in node)) return;
  const { discriminator } = node;
  if (typeof discriminator === 'object' && discriminator && 'mapping' in discriminator) {
    delete discriminator.mapping;
    Object.assign(node, { type: 'object' });
  }
}

/** Else `!`, `(` or a `+` for a space is refused, which no URL library percent-encodes. */
function mendParameter(node: object): void {
  if ('in' in node && node.in === 'query') Object.assign(node, { allowReserved: true });
}

/** One request that never leaves the process, and the error it ends in. */
function probe(handlers: RequestHandler[], method: string, url: string): Promise<unknown> {
  const app = express();
  app.use(handlers);
  const headers = method === 'GET' ? {} : { 'content-type': 'application/json' };
  const req = Object.assign(new IncomingMessage(new Socket()), { method, url, headers, body: {} });
  return new Promise((resolve) => {
    app(req as never, new ServerResponse(req) as never, resolve);
  });
}
