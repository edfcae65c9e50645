/**
 * Reads a JSON body within its bound: a body that grows beyond it is refused at that byte, not once it
 * has been read to its end (which is why no ready-made parser is used). Bytes that are not UTF-8 are
 * refused, not mended. No word of a body gets into an error.
 */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { inspectJson, MAX_DEPTH } from '../kernel/json-hygiene.ts';
import { parseJson } from '../kernel/parse-json.ts';
import { Problem } from '../kernel/problem.ts';
import { announcesBody, type Exchange } from './exchange.ts';

export async function readJson(
  req: IncomingMessage,
  res: ServerResponse,
  exchange: Exchange,
  maxBytes: number,
): Promise<unknown> {
  if (!announcesBody(req)) throw malformed('The request has no body; a JSON object is required.');
  const bytes = await readBytes(req, res, exchange, maxBytes);
  const body = parse(bytes);
  const { fault, values } = inspectJson(body);
  exchange.bodyValues = values;
  if (fault) {
    throw new Problem('invalid_request', `${fault.pointer} ${fault.detail}.`, { errors: [fault] });
  }
  return body;
}

function readBytes(
  req: IncomingMessage,
  res: ServerResponse,
  { signal, expectsContinue }: Exchange,
  maxBytes: number,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;

    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) fail(tooLarge(maxBytes));
      else chunks.push(chunk);
    };
    const onEnd = () => {
      leave();
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length));
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

export function tooLarge(maxBytes: number): Problem {
  return new Problem('payload_too_large', `The body is larger than ${maxBytes} bytes.`);
}

function parse(bytes: Buffer): unknown {
  if (bytes.length === 0) throw malformed('The body is empty; a JSON object is required.');
  if (!isUtf8(bytes)) throw malformed('The body is not UTF-8.');
  if (isAbsurdlyDeep(bytes)) {
    const detail = `is nested deeper than ${MAX_DEPTH} levels`;
    const errors = [{ pointer: '#', detail, code: 'depth' }];
    throw new Problem('invalid_request', `The body ${detail}.`, { errors });
  }
  try {
    return parseJson(bytes.toString('utf8'));
  } catch (error) {
    const position = error instanceof SyntaxError ? /at position \d+/.exec(error.message) : null;
    throw malformed(`The body is not valid JSON${position ? ` (${position[0]})` : ''}.`);
  }
}

function malformed(detail: string): Problem {
  return new Problem('malformed_json', detail);
}

/** Parsing a million nested arrays takes most of a second; counting brackets, a few milliseconds. */
function isAbsurdlyDeep(bytes: Buffer): boolean {
  if (bytes.length < SMALL) return false;
  let depth = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) i = endOfString(bytes, i);
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      if (++depth > ABSURD_DEPTH) return true;
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--;
  }
  return false;
}

/** Index of the closing quote; past the end where there is none. */
function endOfString(bytes: Buffer, open: number): number {
  for (let end = bytes.indexOf(QUOTE, open + 1); end !== -1; end = bytes.indexOf(QUOTE, end + 1)) {
    let backslashes = 0;
    while (bytes[end - 1 - backslashes] === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return bytes.length;
}

const SMALL = 65_536;
/** Up to here the exact place is worth a parse. */
const ABSURD_DEPTH = 1_000;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
