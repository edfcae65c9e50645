/**
 * Reads the answer to one request, over one exchange or several, as JSON texts: the events of a stream, or the whole body.
 * Limits each text and not their sum, because a server may report progress as long as it works.
 */
import { TextDecoder } from 'node:util';
import { createParser } from 'eventsource-parser';
import { createRefusalReader, EXPLAINED, type RefusalReader } from '../../../providers/refusals.ts';
import type { Brief, Head } from '../../../providers/transport.ts';
import type { CallHooks } from '../course.ts';
import { NO_UTF_8, tooManyBytes } from '../outcomes.ts';
import { Lost, TOO_LARGE, UNREADABLE, Unusable } from './faults.ts';
import { type Inbox, isResult, type Pace } from './inbox.ts';

export interface Reading {
  /** The id of the request. */
  id?: number | string;
  isHandshake?: boolean;
  hooks?: CallHooks | undefined;
  isAnswered: boolean;
  lastEventId?: string;
  retryMs: number;
  lost?: Lost;
  /** The body of a refused request. */
  refusal?: RefusalReader;
}

/** Of one exchange. */
export function createExchangeReader(
  reading: Reading,
  { inbox, pace, maxAnswerBytes }: { inbox: Inbox; pace: Pace; maxAnswerBytes: number },
  keepSession: (head: Head) => void,
) {
  let reader: TextReader | undefined;
  return {
    head(head: Head): 'more' | 'enough' | Brief {
      if (head.status < 200 || head.status > 299) {
        if (reading.id === undefined || head.status < 400 || head.status > 499) return 'enough';
        reading.refusal = createRefusalReader();
        return EXPLAINED;
      }
      if (reading.isHandshake) keepSession(head);
      if (head.status !== 200) return 'enough';
      reader = createTextReader(head.header('content-type'), maxAnswerBytes, {
        text(text) {
          if (inbox.take(text) === reading.id) reading.isAnswered = true;
        },
        size: (bytes) => reading.hooks?.onSize(bytes),
        id(id) {
          reading.lastEventId = id;
        },
        retry(ms) {
          reading.retryMs = Math.min(Math.max(ms, SHORTEST_RETRY_MS), LONGEST_RETRY_MS);
        },
      });
      return 'more';
    },
    data(chunk: Buffer): 'more' | 'enough' | 'close' | number {
      if (reading.refusal) return reading.refusal.feed(chunk);
      let wanted: ReturnType<typeof readOn> = 'more';
      const restMs = pace.take(() => {
        wanted = readOn(reading, maxAnswerBytes, () => reader?.feed(chunk));
      });
      return wanted === 'more' && restMs > 0 ? restMs : wanted;
    },
    end() {
      if (reading.isAnswered || reading.lost !== undefined) return;
      readOn(reading, maxAnswerBytes, () => {
        if (reader?.end() && !reading.isAnswered) reading.lost = new Lost(UNREADABLE);
      });
    },
  };
}

/** Continues to read, unless the text is invalid or too long. */
function readOn(
  reading: Reading,
  maxAnswerBytes: number,
  read: () => void,
): 'more' | 'enough' | 'close' {
  try {
    read();
  } catch (error) {
    reading.lost = lostBy(error, maxAnswerBytes);
    return 'close';
  }
  return reading.isAnswered ? 'enough' : 'more';
}

function lostBy(error: unknown, maxAnswerBytes: number): Lost {
  if (!(error instanceof BadText)) return new Lost(UNREADABLE);
  const { isTooLong, start } = error;
  if (isResult(start)) return new Unusable(isTooLong ? tooManyBytes(maxAnswerBytes) : NO_UTF_8);
  return new Lost(isTooLong ? TOO_LARGE : UNREADABLE);
}

/** However short the delay that a server requests. */
const SHORTEST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 10_000;

interface TextReader {
  /** Throws if the bytes are not text, or if a text is too long. */
  feed(bytes: Uint8Array): void;
  /** Returns whether that was the whole answer; the end of a stream may come before it. */
  end(): boolean;
}

interface Events {
  text(text: string): void;
  /** The bytes of the current text. */
  size(bytes: number): void;
  /** The position from which the stream can be resumed. */
  id?(id: string): void;
  retry?(ms: number): void;
}

/** The text is too long, or is not text; `start` is what is known of its beginning. */
class BadText extends Error {
  readonly isTooLong: boolean;
  readonly start: string;
  constructor(isTooLong: boolean, start: string) {
    super();
    this.isTooLong = isTooLong;
    this.start = start;
  }
}

function createTextReader(
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
