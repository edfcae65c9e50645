/**
 * Splits the body of an answer into JSON texts: the events of a stream, or the whole of a plain JSON answer (some
 * servers ignore `stream`). Reports whether the end mark closed the stream.
 */
import { TextDecoder } from 'node:util';
import { createParser } from 'eventsource-parser';

export interface BodyReader {
  /** Throws if the bytes are not UTF-8. */
  feed(bytes: Uint8Array): void;
  end(): void;
  /** Received bytes that are not part of a text yet. */
  pending(): number;
  /** Whether the end mark of the stream was seen. */
  isMarked(): boolean;
}

export interface BodyTexts {
  chunk(text: string): void;
  whole(text: string): void;
}

export function createBodyReader(contentType: string | undefined, texts: BodyTexts): BodyReader {
  // The request asks for a stream, and some servers give it a wrong content type.
  return /json/i.test(contentType ?? '') ? createWholeReader(texts) : createStreamReader(texts);
}

function createStreamReader(texts: BodyTexts): BodyReader {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isMarked = false;
  let pending = 0;
  const parser = createParser({
    onEvent({ data }) {
      // Everything except what follows in the same chunk.
      pending = 0;
      if (isMarked) return;
      if (data.trim() === END_MARK) isMarked = true;
      else texts.chunk(data);
    },
  });
  return {
    feed(bytes) {
      pending += bytes.length;
      parser.feed(decoder.decode(bytes, { stream: true }));
    },
    end() {
      // Two line ends close an event that a server left open; a truncated one does not parse.
      parser.feed(`${decoder.decode()}\n\n`);
    },
    pending: () => pending,
    isMarked: () => isMarked,
  };
}

function createWholeReader(texts: BodyTexts): BodyReader {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const parts: string[] = [];
  let pending = 0;
  return {
    feed(bytes) {
      pending += bytes.length;
      parts.push(decoder.decode(bytes, { stream: true }));
    },
    end() {
      parts.push(decoder.decode());
      texts.whole(parts.join(''));
    },
    pending: () => pending,
    isMarked: () => false,
  };
}

const END_MARK = '[DONE]';
