/**
 * Reads the bytes of a body within its bounds: refuses a body at the byte that exceeds a bound, not at its end (which
 * is why it uses no ready-made parser).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Problem } from '../lib/problem.ts';
import type { BodyShare } from './body-budget.ts';
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
