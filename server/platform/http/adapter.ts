/**
 * Between Express and the handlers: passes to a handler the parts of a request that passed the gate and the validator,
 * and writes its reply. Every response of the service, including problems, leaves here.
 */
import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { invariant } from '../lib/errors.ts';
import { textOf } from '../lib/json.ts';
import { Problem } from '../lib/problem.ts';
import type { Downloads, FileMaker } from './downloads.ts';
import { announcesBody, exchangeOf } from './exchange.ts';
import type { Operation } from './operations.ts';
import type { RefusalOf } from './refusing.ts';
import {
  parseAcceptEncoding,
  parseIfMatch,
  parseIfNoneMatch,
  parseRange,
  parseTraceparent,
  parseWait,
} from './request-headers.ts';

/** Any handler: its registration determines its input and replies. */
export type AnyHandler = (input: never) => AnyReply | Promise<AnyReply>;
interface AnyReply {
  status: number;
  headers?: Record<string, string | string[]>;
  body?: unknown;
  page?: Buffer;
  text?: Buffer;
  bytes?: Buffer;
  file?: FileMaker;
  /** Of the file, if it is known. */
  length?: number;
  mediaType?: string;
}

export interface AdaptOptions {
  closing: AbortSignal;
  cacheControl: string;
  refusalOf: RefusalOf;
  downloads: Downloads;
}

export function adapt(
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
    if (reply.page !== undefined) writePage(res, reply.page);
    else if (reply.text !== undefined) writeText(res, reply.text, reply.mediaType ?? 'text/plain');
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

/** HTML declares its own encoding. */
function writePage(res: Response, page: Buffer): void {
  res.setHeader('Content-Type', 'text/html');
  writeBody(res, page);
}

/** Plain text does not declare its encoding. */
function writeText(res: Response, text: Buffer, mediaType: string): void {
  res.setHeader('Content-Type', `${mediaType}; charset=utf-8`);
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
    const detail = 'is a number out of range';
    throw new Problem('invalid_request', `${parameter} ${detail}.`, {
      errors: [{ parameter, detail, code: 'number' }],
    });
  }
  return query;
}

function oneText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}

const LINGER_MS = 1_000;
const SHORT_REST_BYTES = 65_536;
const TIMEOUT = 408;
