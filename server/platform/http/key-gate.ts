/**
 * What every request of the developer API passes before the process reads a byte of its body, in the contract's order:
 * key, scope, rate; then the intake. An address that has presented too many unknown keys waits before the process looks
 * up another one. The document says what an operation requires. The answer to a request without a valid key depends on
 * nothing that the key would give access to. A session gives no access here.
 */
import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import type { Keys, Principal } from '../../keys/index.ts';
import type { Traffic } from '../../quotas/index.ts';
import type { NetworkOf } from '../lib/attempts.ts';
import { type Fault, Problem } from '../lib/problem.ts';
import { exchangeOf } from './exchange.ts';
import { createIntake, type Gate, type IntakeOptions, timesSent } from './intake.ts';
import { challenge, unauthorized } from './problems.ts';
import type { RateLimit } from './rate-limit.ts';

export interface KeyGateOptions
  extends Pick<IntakeOptions, 'maxBodyBytes' | 'largerBodies' | 'bodyBudget'> {
  keys: Pick<Keys, 'authenticate'>;
  rateLimit: RateLimit;
  networkOf: NetworkOf;
  traffic: Pick<Traffic, 'received'> | undefined;
}

export function createKeyGate(options: KeyGateOptions): Gate {
  const { keys, rateLimit, networkOf, traffic, ...bodies } = options;
  const receive = createIntake({ ...bodies, countBytes, keyMissing });

  async function countBytes(res: Response, bytes: number): Promise<void> {
    const retryAfterSeconds = await rateLimit.countBytes(res, bytes);
    if (retryAfterSeconds === undefined) return traffic?.received(exchangeOf(res).sender!, bytes);
    const detail = 'The API key has used up the bytes of its bodies of this minute.';
    throw new Problem('rate_limited', detail, { retryAfterSeconds });
  }

  /** A function that is written where it is assigned to a member would stay in memory; see CONTRIBUTING. */
  function countAllOf(res: Response) {
    return async (requests: number, pointer: string): Promise<void> => {
      refuseMoreThan(rateLimit.perMinute, requests, pointer);
      refuseTooMany(await rateLimit.countMore(res, requests - 1));
    };
  }

  async function identify(scopes: string[], req: Request, res: Response): Promise<void> {
    const principal = await keys.authenticate(presentedKey(req), () => networkOf(req.ip));
    if (!principal) throw unauthorized('invalid_token');
    const exchange = exchangeOf(res);
    exchange.principal = principal;
    exchange.caller = { key: principal.apiKey };
    exchange.countedFor = principal.apiKey;
    exchange.sender = principal.workspace;
    exchange.countAll = countAllOf(res);
    const counted = rateLimit.count(res);
    // Usually counted at once, in this process.
    const retryAfterSeconds = counted instanceof Promise ? await counted : counted;
    checkScopes(principal, scopes);
    refuseTooMany(retryAfterSeconds);
  }

  return async (operation, req, res) => {
    if (operation.scopes) await identify(operation.scopes, req, res);
    await receive(operation, req, res);
  };
}

function refuseTooMany(retryAfterSeconds: number | undefined): void {
  if (retryAfterSeconds === undefined) return;
  const detail = 'The API key has used up its requests of this minute.';
  throw new Problem('rate_limited', detail, { retryAfterSeconds });
}

/** Refuses more requests than the limit of a minute, because no wait helps. */
function refuseMoreThan(perMinute: number, requests: number, pointer: string): void {
  if (requests <= perMinute) return;
  const detail = `must have at most ${perMinute} requests: a key has no more in a minute`;
  const errors: Fault[] = [{ pointer, detail, code: 'max_items' }];
  throw new Problem('invalid_request', `${pointer} ${detail}.`, { errors });
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

function keyMissing(): Problem {
  const detail =
    'Creating needs an Idempotency-Key header: a key of your choice, unique to the run.';
  return new Problem('idempotency_key_missing', detail, {
    errors: [{ header: 'Idempotency-Key', detail: 'is required', code: 'required' }],
  });
}
