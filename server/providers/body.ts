/**
 * Splits the body of an answer into JSON texts: the events of a stream, or the whole of a plain JSON answer (some
 * servers ignore `stream`). The first byte says which one it is, because servers give either a wrong content type.
 * Reports whether the end mark closed the stream.
 */
import { TextDecoder } from 'node:util';
import zlib from 'node:zlib';
import { createParser } from 'eventsource-parser';

export interface BodyReader {
  /** Throws if the bytes are not UTF-8. */
  feed(bytes: Uint8Array): void;
  /** Throws as well if the bytes cannot be decompressed. */
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

export interface BodyForm {
  /** The content encoding, if there is one, although the request asks for none. */
  encoding: string | undefined;
  /** The most bytes of an encoded body. */
  maxBytes: number;
}

export function createBodyReader(texts: BodyTexts, { encoding, maxBytes }: BodyForm): BodyReader {
  const reader = createPlainReader(texts);
  return encoding === undefined ? reader : createEncodedReader(reader, encoding, maxBytes);
}

/** Waits for the first byte of the text. */
function createPlainReader(texts: BodyTexts): BodyReader {
  let reader: BodyReader | undefined;
  return {
    feed(bytes) {
      const first = reader ? 0 : bytes.findIndex((byte) => !IGNORED_AT_START.has(byte));
      if (first < 0) return;
      reader ??= STARTS_OF_JSON.has(bytes[first]!)
        ? createWholeReader(texts)
        : createStreamReader(texts);
      reader.feed(first > 0 ? bytes.subarray(first) : bytes);
    },
    end: () => reader?.end(),
    pending: () => reader?.pending() ?? 0,
    isMarked: () => reader?.isMarked() ?? false,
  };
}

/** Line ends, blanks and the three bytes of a byte order mark. */
const IGNORED_AT_START = new Set(Buffer.from(' \t\r\n\ufeff'));
const STARTS_OF_JSON = new Set(Buffer.from('{['));

/** Reads the body at its end: it is rare, and the decompressed size has a bound only if it is decompressed at once. */
function createEncodedReader(reader: BodyReader, encoding: string, maxBytes: number): BodyReader {
  const chunks: Uint8Array[] = [];
  let pending = 0;
  return {
    feed(bytes) {
      pending += bytes.length;
      chunks.push(bytes);
    },
    end() {
      reader.feed(decoded(Buffer.concat(chunks), encoding, maxBytes));
      reader.end();
    },
    pending: () => pending,
    isMarked: reader.isMarked,
  };
}

/** The decompressed bytes. Throws if they are more than `maxBytes`, damaged, or of an unknown encoding. */
export function decoded(bytes: Uint8Array, encoding: string, maxBytes: number): Uint8Array {
  const decode = DECODERS.get(encoding.trim().toLowerCase());
  if (!decode) throw new Error('unknown content encoding');
  return decode(bytes, { maxOutputLength: maxBytes });
}

type Decode = (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;

const DECODERS = new Map<string, Decode>([
  ['identity', (bytes) => bytes],
  ['gzip', zlib.gunzipSync],
  ['x-gzip', zlib.gunzipSync],
  ['deflate', zlib.inflateSync],
  ['br', zlib.brotliDecompressSync],
  ['zstd', zlib.zstdDecompressSync],
]);

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
