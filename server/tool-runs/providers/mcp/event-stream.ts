/**
 * The body of an answer as JSON texts: the events of a stream, or the whole body. Limits each text and not their sum,
 * because a server may report progress as long as it works.
 */
import { TextDecoder } from 'node:util';
import { createParser } from 'eventsource-parser';

export interface TextReader {
  /** Throws if the bytes are not text, or if a text is too long. */
  feed(bytes: Uint8Array): void;
  /** Returns whether that was the whole answer; the end of a stream may come before it. */
  end(): boolean;
}

export interface Events {
  text(text: string): void;
  /** The bytes of the current text. */
  size(bytes: number): void;
  /** The position from which the stream can be resumed. */
  id?(id: string): void;
  retry?(ms: number): void;
}

/** The text is too long, or is not text; `start` is what is known of its beginning. */
export class BadText extends Error {
  readonly isTooLong: boolean;
  readonly start: string;
  constructor(isTooLong: boolean, start: string) {
    super();
    this.isTooLong = isTooLong;
    this.start = start;
  }
}

export function createTextReader(
  contentType: string | undefined,
  maxBytes: number,
  events: Events,
): TextReader {
  return /^\s*text\/event-stream/i.test(contentType ?? '')
    ? createStreamReader(maxBytes, events)
    : createWholeReader(maxBytes, events);
}

function createStreamReader(maxBytes: number, { text, size, id, retry }: Events): TextReader {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let pending = 0;
  /** The beginning of the current line, as far as it is ASCII. */
  let line = '';
  const parser = createParser({
    onEvent(event) {
      pending = 0;
      if (event.id !== undefined) id?.(event.id);
      if (event.data === '' || (event.event ?? 'message') !== 'message') return;
      text(event.data);
    },
    onComment() {
      pending = 0;
    },
    onRetry: (ms) => retry?.(ms),
  });
  return {
    feed(bytes) {
      line = lineAfter(line, bytes);
      pending += bytes.length;
      const start = line.replace(/^data: ?/, '');
      if (pending > maxBytes + ENVELOPE_BYTES) throw new BadText(true, start);
      size(2 * pending);
      parser.feed(decode(decoder, bytes, start));
    },
    end: () => false,
  };
}

function createWholeReader(maxBytes: number, { text, size }: Events): TextReader {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const parts: string[] = [];
  let pending = 0;
  let start = '';
  return {
    feed(bytes) {
      pending += bytes.length;
      if (parts.length === 0) start = lineAfter('', bytes);
      if (pending > maxBytes) throw new BadText(true, start);
      size(2 * pending);
      parts.push(decode(decoder, bytes, start));
    },
    end() {
      parts.push(decoder.decode());
      text(parts.join(''));
      return true;
    },
  };
}

function decode(decoder: TextDecoder, bytes: Uint8Array, start: string): string {
  try {
    return decoder.decode(bytes, { stream: true });
  } catch {
    throw new BadText(false, start);
  }
}

/** The beginning of the last line after these bytes. */
function lineAfter(line: string, bytes: Uint8Array): string {
  const end = bytes.lastIndexOf(LINE_END);
  const rest = Buffer.from(bytes.buffer, bytes.byteOffset + end + 1, bytes.length - end - 1);
  const before = end === -1 ? line : '';
  if (before.length >= KNOWN_OF_A_LINE) return before;
  return before + rest.toString('latin1', 0, KNOWN_OF_A_LINE - before.length);
}

const LINE_END = 0x0a;
const KNOWN_OF_A_LINE = 256;

/** A chunk can contain the end of one event and the beginning of the next. */
const ENVELOPE_BYTES = 131_072;
