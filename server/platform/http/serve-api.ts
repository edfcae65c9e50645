/**
 * Serves one API: the routes of its document, each behind the API's gate and the validator, with its handler at the
 * end. Another method on a path is refused with the allowed ones.
 */

import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { Express, Request, RequestHandler, Response } from 'express';
import type { NetworkOf } from '../lib/attempts.ts';
import { invariant } from '../lib/errors.ts';
import { textOf } from '../lib/json.ts';
import { invalidRequest, Problem } from '../lib/problem.ts';
import type { Rates } from '../rates/index.ts';
import type { Downloads, FileMaker } from './downloads.ts';
import type { Gate } from './intake.ts';
import { type ApiDocument, type Operation, routesOf } from './operations.ts';
import type { RefusalOf, Shedding } from './refusing.ts';
import {
  parseAcceptEncoding,
  parseIfMatch,
  parseIfNoneMatch,
  parseRange,
  parseTraceparent,
  parseWait,
} from './request-headers.ts';
import { announcesBody, exchangeOf } from './server.ts';
import { validationOf } from './validate.ts';

interface ServeOptions {
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

/*
 * Between Express and the handlers: passes to a handler the parts of a request that passed the gate and the validator,
 * and writes its reply. Every response of the service, including problems, leaves here.
 */

/** Any handler: its registration determines its input and replies. */
export type AnyHandler = (input: never) => AnyReply | Promise<AnyReply>;
interface AnyReply {
  status: number;
  headers?: Record<string, string | string[]>;
  body?: unknown;
  text?: Buffer;
  bytes?: Buffer;
  file?: FileMaker;
  /** Of the file, if it is known. */
  length?: number;
  mediaType?: string;
}

interface AdaptOptions {
  closing: AbortSignal;
  cacheControl: string;
  refusalOf: RefusalOf;
  downloads: Downloads;
}

function adapt(
  operation: Operation,
  handler: AnyHandler,
  { closing, cacheControl, refusalOf, downloads }: AdaptOptions,
): RequestHandler {
  const inputFor = (req: Request, res: Response) =>
    inputOf(operation, req, res, { closing, refusalOf }) as never;
  if (operation.isDownload) {
    return async (req, res) => {
      const { isHead, signal } = exchangeOf(res);
      const download = downloads.open(workspaceOf(res), isHead);
      try {
        const reply = await handler(inputFor(req, res));
        if (reply.file) await download.begin(reply.file, signal);
        writeHead(res, reply, cacheControl);
        if (reply.file) await download.send(res);
        else res.end();
      } finally {
        await download.end();
      }
    };
  }
  return async (req, res) => {
    const reply = await handler(inputFor(req, res));
    writeHead(res, reply, cacheControl);
    if (reply.text !== undefined) writeText(res, reply.text, reply.mediaType ?? 'text/plain');
    else if (reply.bytes !== undefined) writeBytes(res, reply.bytes, reply.mediaType);
    else if (reply.body === undefined) res.end();
    else res.json(reply.body);
  };
}

function writeHead(res: Response, reply: AnyReply, cacheControl: string): void {
  res.statusCode = reply.status;
  res.setHeader('Cache-Control', cacheControl);
  const { headers = {} } = reply;
  for (const name of Object.keys(headers)) res.setHeader(name, headers[name]!);
  if (!reply.file) return;
  res.setHeader('Content-Type', reply.mediaType ?? 'text/csv');
  if (reply.length !== undefined) res.setHeader('Content-Length', reply.length);
}

/** Every caller of a download has one. */
function workspaceOf(res: Response): string {
  return (exchangeOf(res).principal as { workspace: string }).workspace;
}

/** A handler's input has the types of the document, and the validator has checked the request against it. */
function inputOf(
  operation: Operation,
  req: Request,
  res: Response,
  { closing, refusalOf }: Pick<AdaptOptions, 'closing' | 'refusalOf'>,
): unknown {
  const exchange = exchangeOf(res);
  const { principal, rate, exactBody, rawBody, requestKey, requestId, countAll } = exchange;
  const { signal, span, isHead } = exchange;
  invariant(principal || !operation.scopes, 'a gate lets nobody pass unknown');
  const { headers } = req;
  const input = {
    principal,
    rate,
    params: req.params,
    query: finite(req.query),
    body: req.body,
    exactBody,
    rawBody,
    signature: oneText(headers['stripe-signature']),
    requestKey,
    waitSeconds: parseWait(oneText(headers.prefer)),
    ifNoneMatch: parseIfNoneMatch(headers['if-none-match']),
    ifMatch: parseIfMatch(headers['if-match']),
    range: isHead === true ? undefined : parseRange(headers.range, oneText(headers['if-range'])),
    accepts: parseAcceptEncoding(oneText(headers['accept-encoding'])),
    traceparent: parseTraceparent(oneText(headers.traceparent)),
    refusalOf: (error: unknown) => refusalOf(error, { req, requestId }),
    countAll,
    signal,
    span,
    closing,
    forgetBody() {
      req.body = undefined;
      exchangeOf(res).exactBody = undefined;
      input.body = undefined;
      input.exactBody = undefined;
    },
  };
  return input;
}

/** Replaces Express's `res.json`, after the validator's: no ETag, no charset, no 304 of its own. */
export function writeJson(this: Response, body: unknown): Response {
  if (!this.hasHeader('Content-Type')) this.setHeader('Content-Type', 'application/json');
  writeBody(this, textOf(body));
  return this;
}

/** HTML declares its own encoding, and what is no `text/` is always in UTF-8. */
function writeText(res: Response, text: Buffer, mediaType: string): void {
  const isSilent = mediaType.startsWith('text/') && mediaType !== 'text/html';
  const charset = isSilent ? '; charset=utf-8' : '';
  res.setHeader('Content-Type', mediaType + charset);
  writeBody(res, text);
}

function writeBytes(res: Response, bytes: Buffer, type = 'application/x-protobuf'): void {
  res.setHeader('Content-Type', type);
  writeBody(res, bytes);
}

/**
 * Ends the response. If much of the request is still to come, or the rest is late, the process closes the connection,
 * but only after a moment in which it discards the rest: a reset would overtake the answer.
 */
export function writeBody(res: Response, payload: Buffer | string): void {
  const { req } = res;
  // Node sends a text together with the headers, in one piece.
  res.setHeader('Content-Length', Buffer.byteLength(payload));
  if (!leavesRestUnread(req, res)) {
    res.end(payload);
    return;
  }
  res.setHeader('Connection', 'close');
  res.flushHeaders();
  res.write(payload);
  const end = () => {
    clearTimeout(timer);
    req.off('end', end).off('close', end);
    res.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  req.on('end', end).on('close', end).resume();
}

/** Node itself skips a short rest, and the connection stays open, unless the rest is already late. */
function leavesRestUnread(req: IncomingMessage, { statusCode }: Response): boolean {
  if (req.complete || !announcesBody(req)) return false;
  return statusCode === TIMEOUT || !(Number(req.headers['content-length']) <= SHORT_REST_BYTES);
}

/** The validator reads a number too large for a double as infinite, and accepts infinity for any maximum. */
function finite(query: Request['query']): Request['query'] {
  for (const parameter of Object.keys(query)) {
    const value: unknown = query[parameter];
    if (typeof value !== 'number' || Number.isFinite(value)) continue;
    throw invalidRequest({ parameter, detail: 'is a number out of range', code: 'number' });
  }
  return query;
}

function oneText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}

const LINGER_MS = 1_000;
const SHORT_REST_BYTES = 65_536;
const TIMEOUT = 408;
