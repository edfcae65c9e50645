/**
 * What else the service checks before the sender may send the body: size and media type; then the body itself, the
 * request key, and what the validator would drop instead of refusing it. The same for every API; knows no sender.
 */

import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createGunzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { inspectJson, MAX_DEPTH, MAX_VALUES } from '../lib/hygiene.ts';
import {
  MAX_PARSED_DEPTH,
  parseExact,
  type Reading,
  readJson,
  type Survey,
  surveyJson,
} from '../lib/json.ts';
import { invalidRequest, Problem, toPointer } from '../lib/problem.ts';
import type { Operation, RawBodyRules } from './operations.ts';
import { parseRequestKey } from './request-headers.ts';
import { announcesBody, type Exchange, exchangeOf } from './server.ts';

/** Throws the problem of a request that must not continue. */
export type Gate = (operation: Operation, req: Request, res: Response) => Promise<void>;

export interface IntakeOptions {
  /** For operations without a size in the contract or in the next option. */
  maxBodyBytes: number;
  /** For operations whose size the configuration sets, by their ids. */
  largerBodies?: Readonly<Record<string, number>>;
  bodyBudget: BodyBudget;
  /** Counts the bytes of a body, if they are limited; throws the refusal of too many. */
  countBytes?: (res: Response, bytes: number) => Promise<void>;
  /** The refusal of a request that lacks its request key. */
  keyMissing: () => Problem;
}

export function createIntake(options: IntakeOptions): Gate {
  const { maxBodyBytes, largerBodies = {}, bodyBudget, countBytes, keyMissing } = options;

  async function receive(req: Request, res: Response, maxBytes: number): Promise<void> {
    if ((announcedLength(req) ?? 0) > maxBytes) throw tooLarge(maxBytes);
    checkMediaType(req);
    refuseRepeated(req, 'Content-Type');
    const { bytes } = await receiveBytes(req, res, { maxBytes, isBinary: false });
    const exchange = exchangeOf(res);
    const { plain, exact, values } = parseBody(bytes);
    req.body = plain;
    exchange.exactBody = exact;
    exchange.bodyValues = values;
    // The validator caches one compiled schema per spelling of this header.
    req.headers['content-type'] = 'application/json';
  }

  /** The handler reads it: this code checks only its size, type and coding. */
  async function receiveRaw(req: Request, res: Response, rules: RawBodyRules): Promise<void> {
    const { maxBytes, mediaTypes, codings } = rules;
    if ((announcedLength(req) ?? 0) > maxBytes) throw tooLarge(maxBytes);
    const mediaType = mediaTypeOf(req, mediaTypes);
    refuseRepeated(req, 'Content-Type');
    const coding = codingOf(req, codings);
    const isBinary = mediaType !== 'application/json';
    const { bytes: encoded, share } = await receiveBytes(req, res, { maxBytes, isBinary });
    const bytes = coding === undefined ? encoded : await decoded(encoded, share, maxBytes);
    await countBytes?.(res, Math.max(0, bytes.length - encoded.length));
    exchangeOf(res).rawBody = { bytes, mediaType };
    // The validator gets a body without any requirement.
    req.body = {};
    req.headers['content-type'] = 'application/json';
  }

  /** Counts an announced length before it reads a byte, and any other body once its size is known. */
  async function receiveBytes(
    req: Request,
    res: Response,
    { maxBytes, isBinary }: { maxBytes: number; isBinary: boolean },
  ): Promise<{ bytes: Buffer; share: BodyShare }> {
    // No bytes at all can be a complete binary message; they are never JSON.
    if (!announcesBody(req) && !(isBinary && req.headers['content-length'] !== undefined)) {
      const detail = 'The request has no body; a JSON object is required.';
      throw new Problem('malformed_json', detail);
    }
    const exchange = exchangeOf(res);
    const announced = announcedLength(req);
    const share = bodyBudget.open(exchange.sender ?? '');
    res.once('close', share.release);
    share.check(announced ?? 0);
    if (announced !== undefined) await countBytes?.(res, announced);
    const reading = readBytes(req, res, { exchange, share, maxBytes });
    const bytes = await reading.catch((refusal: unknown) => {
      share.release();
      throw refusal;
    });
    if (announced === undefined) await countBytes?.(res, bytes.length);
    return { bytes, share };
  }

  return async (operation, req, res) => {
    const { id, rawBody, takesBody } = operation;
    if (rawBody) await receiveRaw(req, res, rawBody);
    else if (takesBody) {
      await receive(req, res, largerBodies[id] ?? operation.maxBodyBytes ?? maxBodyBytes);
    } else delete req.headers['content-type'];
    if (operation.takesRequestKey) exchangeOf(res).requestKey = requestKeyOf(req, keyMissing);
    refuseBrackets(req);
  };
}

function requestKeyOf(req: IncomingMessage, keyMissing: () => Problem): string {
  const value = req.headers['idempotency-key'];
  if (!value) throw keyMissing();
  refuseRepeated(req, 'Idempotency-Key');
  return parseRequestKey(String(value));
}

export function timesSent({ rawHeaders }: IncomingMessage, name: string): number {
  let times = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const given = rawHeaders[i]!;
    if (given.length === name.length && given.toLowerCase() === name) times += 1;
  }
  return times;
}

function checkMediaType(req: IncomingMessage): void {
  codingOf(req, []);
  mediaTypeOf(req, ['application/json']);
}

/** The coding of the body; undefined if there is none. */
function codingOf({ headers }: IncomingMessage, codings: readonly string[]): string | undefined {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (coding === 'identity') return undefined;
  if (codings.includes(coding)) return coding;
  const detail =
    codings.length === 0
      ? 'The body must not be compressed or otherwise encoded.'
      : `The body must come as it is, or as Content-Encoding: ${codings.join(' or ')}.`;
  throw unsupported('Content-Encoding', detail);
}

function mediaTypeOf({ headers }: IncomingMessage, mediaTypes: readonly string[]): string {
  const given = headers['content-type'] ?? '';
  if (mediaTypes.includes(given)) return given;
  const [type = '', ...parameters] = given.toLowerCase().split(';');
  if (!mediaTypes.includes(type.trim())) {
    const detail = `The body must be sent as Content-Type: ${mediaTypes.join(' or ')}.`;
    throw unsupported('Content-Type', detail);
  }
  for (const parameter of parameters) {
    const [name, value] = parameter.trim().split('=');
    if (name === 'charset' && value !== 'utf-8' && value !== '"utf-8"') {
      throw unsupported('Content-Type', 'The body must be UTF-8.');
    }
  }
  return type.trim();
}

/**
 * Ends with the first bytes beyond the bound or the share, however much would follow. The body counts with the larger
 * of its encoded and decoded sizes.
 */
async function decoded(bytes: Buffer, share: BodyShare, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of createGunzip({ chunkSize: PIECE_BYTES }).end(bytes)) {
      length += piece.length;
      if (length > maxBytes) throw tooLarge(maxBytes);
      share.take(Math.min(piece.length, Math.max(0, length - bytes.length)));
      pieces.push(piece);
    }
    return Buffer.concat(pieces, length);
  } catch (error) {
    if (error instanceof Problem) throw error;
    const detail = 'is not what Content-Encoding says';
    throw invalidRequest({ pointer: '#', detail, code: 'format' });
  }
}

const PIECE_BYTES = 65_536;

function unsupported(header: string, detail: string): Problem {
  return new Problem('unsupported_media_type', detail, { at: { header, code: 'unsupported' } });
}

/** The validator drops parameters with such names if it cannot read them, instead of refusing them. */
function refuseBrackets(req: Request): void {
  if (!req.url.includes('?')) return;
  const parameter = Object.keys(req.query).find((name) => name.includes('['));
  if (parameter === undefined) return;
  const detail = 'is not a parameter of this operation';
  throw invalidRequest({ parameter, detail, code: 'unknown' });
}

/** Node keeps the first of some repeated headers and joins others: the two ends may not agree on either. */
function refuseRepeated(req: IncomingMessage, name: string): void {
  if (timesSent(req, name.toLowerCase()) < 2) return;
  throw invalidRequest({ header: name, detail: 'must be sent once', code: 'repeated' });
}

/*
 * Reads the bytes of a body within its bounds: refuses a body at the byte that exceeds a bound, not at its end (which
 * is why it uses no ready-made parser).
 */

interface BodyReading {
  exchange: Exchange;
  /** The budget that its bytes count against. */
  share: BodyShare;
  maxBytes: number;
}

/** The length in the headers, if there is one. */
function announcedLength({ headers }: IncomingMessage): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

function readBytes(
  req: IncomingMessage,
  res: ServerResponse,
  { exchange: { signal, expectsContinue }, share, maxBytes }: BodyReading,
): Promise<Buffer> {
  const collected = collect(share, announcedLength(req) ?? maxBytes);

  return new Promise((resolve, reject) => {
    const onData = (chunk: Buffer) => {
      try {
        if (collected.length() + chunk.length > maxBytes) throw tooLarge(maxBytes);
        collected.add(chunk);
      } catch (refusal) {
        fail(refusal);
      }
    };
    const onEnd = () => {
      leave();
      resolve(collected.bytes());
    };
    const onAbort = () => fail(signal.reason);
    const fail = (reason: unknown) => {
      leave();
      req.pause();
      reject(reason);
    };
    const leave = () => {
      req.off('data', onData).off('end', onEnd);
      signal.removeEventListener('abort', onAbort);
    };

    if (signal.aborted) return fail(signal.reason);
    signal.addEventListener('abort', onAbort);
    req.on('data', onData).on('end', onEnd);
    if (expectsContinue) res.writeContinue();
  });
}

/**
 * Copies the chunks into one growing buffer, and counts the size of that buffer: a list of chunks would take a hundred
 * times the memory of a body that arrives byte by byte.
 */
function collect(share: BodyShare, mostBytes: number) {
  let buffer = Buffer.alloc(0);
  let length = 0;

  function grow(least: number): void {
    const size = Math.max(least, Math.min(mostBytes, Math.max(2 * buffer.length, FIRST_BYTES)));
    share.take(size - buffer.length);
    const larger = Buffer.allocUnsafeSlow(size);
    buffer.copy(larger, 0, 0, length);
    buffer = larger;
  }

  return {
    length: () => length,
    add(chunk: Buffer): void {
      if (length + chunk.length > buffer.length) grow(length + chunk.length);
      chunk.copy(buffer, length);
      length += chunk.length;
    },
    bytes: () => buffer.subarray(0, length),
  };
}

function tooLarge(maxBytes: number): Problem {
  return new Problem('payload_too_large', `The body is larger than ${maxBytes} bytes.`);
}

const FIRST_BYTES = 16_384;

/*
 * Parses a body as JSON. Refuses what is not JSON, what two readers could read differently, and what is too expensive
 * to inspect. It checks bounds before it parses anything. It refuses bytes that are not UTF-8 and does not repair them.
 * No error contains text of the body.
 */

interface ParsedBody {
  /** As JSON.parse returns it. */
  plain: unknown;
  /** With everything that JSON.parse loses; the same value if it loses nothing. */
  exact: unknown;
  /** The number of its JSON values. */
  values: number;
}

export function parseBody(bytes: Buffer): ParsedBody {
  if (bytes.length === 0) throw malformed('The body is empty; a JSON object is required.');
  if (!isUtf8(bytes)) throw malformed('The body is not UTF-8.');
  const text = bytes.toString('utf8');
  const survey = surveyJson(text);
  checkSize(survey);
  const { plain, exact, duplicate } = read(text, survey);
  const { fault, values, members } = inspectJson(plain, text);
  if (fault) throw invalidRequest(fault);
  const repeated = members < survey.members ? parseExact(text).duplicate : duplicate;
  if (repeated) {
    throw invalidRequest({
      pointer: toPointer(repeated),
      detail: 'is a member that its object has twice',
      code: 'duplicate',
    });
  }
  return { plain, exact, values };
}

/** For an ordinary depth, a later check finds the exact location. */
function checkSize({ depth, values }: Survey): void {
  if (depth > MAX_PARSED_DEPTH) {
    const detail = `is nested deeper than ${MAX_DEPTH} levels`;
    throw invalidRequest({ pointer: '#', detail, code: 'depth' });
  }
  if (values > MAX_VALUES) {
    const detail = `has more than ${MAX_VALUES} values and members`;
    throw invalidRequest({ pointer: '#', detail, code: 'values' });
  }
}

function read(text: string, survey: Survey): Reading {
  try {
    return readJson(text, survey);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const { position } = error as { position?: number };
    const byte = Buffer.byteLength(text.slice(0, position));
    throw malformed(`The body is not valid JSON (at byte ${byte}).`);
  }
}

function malformed(detail: string): Problem {
  return new Problem('malformed_json', detail);
}

/*
 * How many bytes of request bodies are in memory at once. They count from their arrival to the end of their request,
 * however it ends. A sender gets more only while it has no more than twice what is then free: a single sender has at
 * most two thirds, however many bodies it leaves unfinished, so later senders find room. The slots of a provider follow
 * the same rule; see `server/adr/0006-a-share-of-the-free-slots.md`.
 */

export interface BodyBudget {
  /** For one request of a sender. */
  open(sender: string): BodyShare;
  /** The bytes that are in memory now. */
  inUse(): number;
}

export interface BodyShare {
  /** Throws the refusal of this many more bytes, and counts nothing. */
  check(bytes: number): void;
  /** Counts this many more bytes, or throws their refusal. */
  take(bytes: number): void;
  /** Returns all bytes. */
  release(): void;
}

/** Accepts a body of up to two thirds of `maxBytes` if no other request is in progress. */
export function createBodyBudget(maxBytes = Infinity): BodyBudget {
  const senders = new Map<string, number>();
  let total = 0;

  function count(sender: string, bytes: number): void {
    const sum = (senders.get(sender) ?? 0) + bytes;
    total += bytes;
    if (sum === 0) senders.delete(sender);
    else senders.set(sender, sum);
  }

  return {
    open(sender) {
      let taken = 0;
      const check = (bytes: number) => {
        const held = senders.get(sender) ?? 0;
        const free = maxBytes - total - bytes;
        if (held + bytes <= 2 * free) return;
        // A sender with only this body is not the one that sends too much.
        throw refusal(held > taken ? 'rate_limited' : 'overloaded');
      };
      return {
        check,
        take(bytes) {
          check(bytes);
          taken += bytes;
          count(sender, bytes);
        },
        release() {
          count(sender, -taken);
          taken = 0;
        },
      };
    },
    inUse: () => total,
  };
}

const DETAILS = {
  rate_limited: 'Other request bodies of the same sender are under way and take up its share.',
  overloaded: 'More bytes of request bodies are under way than the service takes at once.',
};

function refusal(code: keyof typeof DETAILS): Problem {
  return new Problem(code, DETAILS[code], { retryAfterSeconds: 1 });
}
