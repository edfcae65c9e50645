/**
 * Holds requests, and responses where that is asked for, to the OpenAPI document. Prepares the document for the
 * validator, and compiles an operation when it is first asked for. One validation serves all apps of a process
 * that serve the same document.
 */
import { createHash } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import express, { type RequestHandler, type Response } from 'express';
import compiled from '../../openapi/generated/compiled.json' with { type: 'json' };
import { NOT_FOUND, Problem } from '../kernel/problem.ts';
import { exchangeOf } from './exchange.ts';
import { faultsOf } from './faults.ts';
import type { ApiDocument, Operation } from './operations.ts';
import { invalidRequest } from './problems.ts';
import { validatorDocument } from './validator-document.ts';

export interface Validation {
  middleware: RequestHandler;
  /**
   * Whether `npm run generate` has compiled every operation of this very document. Any other document has to
   * be compiled at the start, so that a fault in it stops the start instead of failing requests.
   */
  isKnownToCompile: boolean;
  /** Compiles the operation; rejects with what is wrong with the document. */
  compile(operation: Operation): Promise<void>;
}

const validations = new Map<string, Validation>();

export function validationOf(document: ApiDocument, responses: boolean): Validation {
  const digest = digestOf(document);
  const key = `${digest} ${responses}`;
  const known = validations.get(key);
  if (known) return known;
  const validation = createValidation(document, responses);
  const isKnownToCompile = Object.values(compiled).includes(digest);
  const made = { ...validation, isKnownToCompile };
  validations.set(key, made);
  return made;
}

/** SHA-256 of the document, in hexadecimal. */
export function digestOf(document: ApiDocument): string {
  return createHash('sha256').update(JSON.stringify(document)).digest('hex');
}

/** Compiles every operation anew; rejects with what is wrong with the document. */
export async function compileAll(
  document: ApiDocument,
  operations: readonly Operation[],
): Promise<void> {
  const { compile } = createValidation(document, true);
  for (const operation of operations) await compile(operation);
}

function createValidation(
  document: ApiDocument,
  responses: boolean,
): Omit<Validation, 'isKnownToCompile'> {
  const apiSpec = validatorDocument(document, { responses });
  const thorough = lazily(() => validator(apiSpec, { allErrors: true, responses }));
  const quick = lazily(() => validator(apiSpec, { allErrors: false, responses }));
  return {
    middleware: (req, res, next) => (isSmall(res) ? thorough : quick)(req, res, next),
    async compile({ method, path }) {
      const error = await probe(thorough, method.toUpperCase(), path.replaceAll(':', ''));
      // An invalid request is expected here; any other error is a fault of the document.
      const isExpected = error instanceof Problem && error.code === 'invalid_request';
      if (error !== undefined && !isExpected) throw error;
    },
  };
}

/**
 * Collecting every fault takes time that grows with the square of their number: minutes, for a hostile
 * body. So the answer names all faults of a body of common size, and the first of a large one.
 */
const COMMON_VALUES = 1_000;

function isSmall(res: Response): boolean {
  return (exchangeOf(res).bodyValues ?? 0) <= COMMON_VALUES;
}

/** The library and a validator each take a noticeable part of a start: they are had with the first request. */
function lazily(make: () => Promise<RequestHandler>): RequestHandler {
  let made: RequestHandler | undefined;
  let making: Promise<RequestHandler> | undefined;
  return (req, res, next) => {
    if (made) return made(req, res, next);
    making ??= make();
    return making.then((handler) => {
      made = handler;
      return handler(req, res, next);
    }, next);
  };
}

async function validator(
  apiSpec: ApiDocument,
  { allErrors, responses }: { allErrors: boolean; responses: boolean },
): Promise<RequestHandler> {
  const { middleware, error: refusals } = await import('express-openapi-validator');
  const handlers = middleware({
    apiSpec: apiSpec as unknown as Parameters<typeof middleware>[0]['apiSpec'],
    validateApiSpec: false,
    validateRequests: { allErrors, discriminator: true },
    validateResponses: responses && { allErrors },
    validateSecurity: false,
    ajvFormats: { mode: 'full' },
    fileUploader: false,
  });
  const chain = handlers as unknown as RequestHandler[];

  function asProblem(error: unknown, body: unknown): unknown {
    if (error instanceof refusals.BadRequest) return invalidRequest(faultsOf(error.errors, body));
    return error instanceof refusals.NotFound ? new Problem('not_found', NOT_FOUND) : error;
  }

  return (req, res, next) => {
    let at = 0;
    const step = (error?: unknown): void => {
      const handler = error === undefined ? chain[at++] : undefined;
      if (handler) handler(req, res, step);
      else if (error === undefined) next();
      else next(asProblem(error, req.body));
    };
    step();
  };
}

/** One request that never leaves the process, and the error it ends in. */
function probe(handler: RequestHandler, method: string, url: string): Promise<unknown> {
  const req = Object.assign(new IncomingMessage(new Socket()), {
    ...{ method, url, body: {} },
    headers: method === 'GET' ? {} : { 'content-type': 'application/json' },
  });
  const app = express();
  app.use(handler);
  return new Promise((resolve) => {
    app(req as never, new ServerResponse(req) as never, resolve);
  });
}
