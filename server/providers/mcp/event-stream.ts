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

export class TooLong extends Error {}

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
      pending += bytes.length;
      if (pending > maxBytes + ENVELOPE_BYTES) throw new TooLong();
      size(2 * pending);
      parser.feed(decoder.decode(bytes, { stream: true }));
    },
    end: () => false,
  };
}

function createWholeReader(maxBytes: number, { text, size }: Events): TextReader {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const parts: string[] = [];
  let pending = 0;
  return {
    feed(bytes) {
      pending += bytes.length;
      if (pending > maxBytes) throw new TooLong();
      size(2 * pending);
      parts.push(decoder.decode(bytes, { stream: true }));
    },
    end() {
      parts.push(decoder.decode());
      text(parts.join(''));
      return true;
    },
  };
}

/** A chunk can contain the end of one event and the beginning of the next. */
const ENVELOPE_BYTES = 131_072;
