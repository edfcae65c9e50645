/**
 * Reads the bytes of a body within its bounds: refuses a body at the byte that exceeds a bound, not at its end (which
 * is why it uses no ready-made parser).
 */

import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { inspectJson, MAX_DEPTH, MAX_VALUES } from '../lib/hygiene.ts';
import {
  MAX_PARSED_DEPTH,
  parseExact,
  type Reading,
  readJson,
  type Survey,
  surveyJson,
} from '../lib/json.ts';
import { type Fault, Problem, toPointer } from '../lib/problem.ts';
import type { Exchange } from './exchange.ts';

export interface BodyReading {
  exchange: Exchange;
  /** The budget that its bytes count against. */
  share: BodyShare;
  maxBytes: number;
}

/** The length in the headers, if there is one. */
export function announcedLength({ headers }: IncomingMessage): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

export function readBytes(
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

export function tooLarge(maxBytes: number): Problem {
  return new Problem('payload_too_large', `The body is larger than ${maxBytes} bytes.`);
}

const FIRST_BYTES = 16_384;

/*
 * Parses a body as JSON. Refuses what is not JSON, what two readers could read differently, and what is too expensive
 * to inspect. It checks bounds before it parses anything. It refuses bytes that are not UTF-8 and does not repair them.
 * No error contains text of the body.
 */

export interface ParsedBody {
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
  if (fault) throw invalid(fault);
  const repeated = members < survey.members ? parseExact(text).duplicate : duplicate;
  if (repeated) {
    throw invalid({
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
    throw invalid({ pointer: '#', detail, code: 'depth' });
  }
  if (values > MAX_VALUES) {
    const detail = `has more than ${MAX_VALUES} values and members`;
    throw invalid({ pointer: '#', detail, code: 'values' });
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

function invalid(fault: Fault): Problem {
  const { pointer, detail } = fault;
  const location = pointer === '#' ? 'The body' : pointer;
  return new Problem('invalid_request', `${location} ${detail}.`, { errors: [fault] });
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
