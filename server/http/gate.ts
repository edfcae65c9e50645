/**
 * What every request passes before a byte of its body is read, in the contract's order: key, scope, rate,
 * size and media type; then the body itself and the request key. What an operation asks for comes from
 * the document. The answer to a request without a valid key depends on nothing that the key would open.
 */
import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import { Problem } from '../kernel/problem.ts';
import type { Keys, Principal } from '../keys/index.ts';
import { readJson, tooLarge } from './body.ts';
import { exchangeOf } from './exchange.ts';
import type { Operation } from './operations.ts';
import { challenge, unauthorized } from './problems.ts';
import type { RateLimit } from './rate-limit.ts';
import { parseRequestKey } from './request-headers.ts';

export interface GateOptions {
  keys: Pick<Keys, 'authenticate'>;
  rateLimit: RateLimit;
  maxBodyBytes: number;
}

export type Gate = (operation: Operation, req: Request, res: Response) => Promise<void>;

export function createGate({ keys, rateLimit, maxBodyBytes }: GateOptions): Gate {
  async function identify(scopes: string[], req: Request, res: Response): Promise<void> {
    const principal = await keys.authenticate(presentedKey(req));
    if (!principal) throw unauthorized('invalid_token');
    exchangeOf(res).principal = principal;
    const retryAfterSeconds = await rateLimit.count(req, res);
    checkScopes(principal, scopes);
    if (retryAfterSeconds !== undefined) {
      const detail = 'The API key has used up its requests of this minute.';
      throw new Problem('rate_limited', detail, { retryAfterSeconds });
    }
  }

  async function receive(req: Request, res: Response): Promise<void> {
    if (Number(req.headers['content-length']) > maxBodyBytes) throw tooLarge(maxBodyBytes);
    checkMediaType(req);
    refuseRepeated(req, 'Content-Type');
    req.body = await readJson(req, res, exchangeOf(res), maxBodyBytes);
    // The validator keeps one compiled schema per spelling of this header.
    req.headers['content-type'] = 'application/json';
  }

  return async (operation, req, res) => {
    if (operation.scopes) await identify(operation.scopes, req, res);
    if (operation.takesBody) await receive(req, res);
    else delete req.headers['content-type'];
    if (operation.takesRequestKey) exchangeOf(res).requestKey = requestKeyOf(req);
    refuseBrackets(req);
  };
}

function presentedKey(req: IncomingMessage): string {
  const value = req.headers.authorization;
  if (value === undefined || !/^bearer( |$)/i.test(value)) throw unauthorized();
  if (timesSent(req, 'authorization') > 1) throw unauthorized('invalid_token');
  const key = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(value)?.[1];
  if (key === undefined) throw unauthorized('invalid_token');
  return key;
}

function checkScopes({ scopes: granted }: Principal, needed: string[]): void {
  const missing = needed.filter((scope) => !granted.has(scope));
  if (missing.length === 0) return;
  throw new Problem('insufficient_scope', `The API key lacks the scope ${missing.join(' ')}.`, {
    headers: {
      'WWW-Authenticate': challenge({ error: 'insufficient_scope', scope: needed.join(' ') }),
    },
  });
}

function checkMediaType(req: IncomingMessage): void {
  const coding = req.headers['content-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    throw unsupported('The body must not be compressed or otherwise encoded.');
  }
  const [type, ...parameters] = (req.headers['content-type'] ?? '').toLowerCase().split(';');
  if (type?.trim() !== 'application/json') {
    throw unsupported('The body must be sent as Content-Type: application/json.');
  }
  for (const parameter of parameters) {
    const [name, value] = parameter.trim().split('=');
    if (name === 'charset' && value !== 'utf-8' && value !== '"utf-8"') {
      throw unsupported('The body must be UTF-8.');
    }
  }
}

function unsupported(detail: string): Problem {
  return new Problem('unsupported_media_type', detail);
}

function requestKeyOf(req: IncomingMessage): string {
  const value = req.headers['idempotency-key'];
  if (!value) {
    const detail =
      'Creating needs an Idempotency-Key header: a key of your choice, unique to the run.';
    throw new Problem('idempotency_key_missing', detail, {
      errors: [{ header: 'Idempotency-Key', detail: 'is required', code: 'required' }],
    });
  }
  refuseRepeated(req, 'Idempotency-Key');
  return parseRequestKey(String(value));
}

/** The validator drops what it cannot read of such names instead of refusing it. */
function refuseBrackets(req: Request): void {
  const parameter = Object.keys(req.query).find((name) => name.includes('['));
  if (parameter === undefined) return;
  const detail = 'is not a parameter of this operation';
  throw new Problem('invalid_request', `${parameter} ${detail}.`, {
    errors: [{ parameter, detail, code: 'unknown' }],
  });
}

/** Node keeps the first of some repeated headers and joins others: neither is what both ends agree on. */
function refuseRepeated(req: IncomingMessage, name: string): void {
  if (timesSent(req, name.toLowerCase()) < 2) return;
  const detail = 'must be sent once';
  throw new Problem('invalid_request', `${name} ${detail}.`, {
    errors: [{ header: name, detail, code: 'repeated' }],
  });
}

function timesSent({ rawHeaders }: IncomingMessage, name: string): number {
  let times = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.toLowerCase() === name) times += 1;
  }
  return times;
}
