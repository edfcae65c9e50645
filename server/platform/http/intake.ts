/**
 * What else the service checks before the sender may send the body: size and media type; then the body itself, the
 * request key, and what the validator would drop instead of refusing it. The same for every API; knows no sender.
 */
import type { IncomingMessage } from 'node:http';
import { createGunzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { type Fault, Problem } from '../lib/problem.ts';
import {
  announcedLength,
  type BodyBudget,
  type BodyShare,
  parseBody,
  readBytes,
  tooLarge,
} from './body.ts';

import { announcesBody, exchangeOf } from './exchange.ts';
import type { Operation, RawBodyRules } from './operations.ts';

import { parseRequestKey } from './request-headers.ts';

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
    throw new Problem('invalid_request', `The body ${detail}.`, {
      errors: [{ pointer: '#', detail, code: 'format' }],
    });
  }
}

const PIECE_BYTES = 65_536;

function unsupported(header: string, detail: string): Problem {
  const errors: Fault[] = [{ header, detail, code: 'unsupported' }];
  return new Problem('unsupported_media_type', detail, { errors });
}

/** The validator drops parameters with such names if it cannot read them, instead of refusing them. */
function refuseBrackets(req: Request): void {
  if (!req.url.includes('?')) return;
  const parameter = Object.keys(req.query).find((name) => name.includes('['));
  if (parameter === undefined) return;
  const detail = 'is not a parameter of this operation';
  throw new Problem('invalid_request', `${parameter} ${detail}.`, {
    errors: [{ parameter, detail, code: 'unknown' }],
  });
}

/** Node keeps the first of some repeated headers and joins others: the two ends may not agree on either. */
function refuseRepeated(req: IncomingMessage, name: string): void {
  if (timesSent(req, name.toLowerCase()) < 2) return;
  const detail = 'must be sent once';
  throw new Problem('invalid_request', `${name} ${detail}.`, {
    errors: [{ header: name, detail, code: 'repeated' }],
  });
}
