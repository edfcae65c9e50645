/**
 * Splits the event stream of AWS, which is binary, into JSON texts: each event as a member with its name. A body that is
 * JSON is a whole answer.
 */
import { EventStreamCodec } from '@smithy/core/event-streams';
import {
  type BodyForm,
  type BodyReader,
  type BodyTexts,
  createBodyReader,
} from '../chat-completions/index.ts';

export function createFrameReader(texts: BodyTexts, form: BodyForm): BodyReader {
  let reader: BodyReader | undefined;
  return {
    feed(bytes) {
      reader ??=
        bytes[0] === START_OF_JSON || form.encoding !== undefined
          ? createBodyReader(texts, form)
          : createFrames(texts);
      reader.feed(bytes);
    },
    end: () => reader?.end(),
    pending: () => reader?.pending() ?? 0,
    isMarked: () => false,
  };
}

const START_OF_JSON = '{'.charCodeAt(0);
/** Every frame begins with its length. */
const LENGTH_BYTES = 4;
/** The least that a frame can have. */
const LEAST_FRAME_BYTES = 16;

const codec = new EventStreamCodec(
  (input) => (typeof input === 'string' ? input : Buffer.from(input).toString('utf8')),
  (input) => Buffer.from(input, 'utf8'),
);

function createFrames(texts: BodyTexts): BodyReader {
  let chunks: Uint8Array[] = [];
  let length = 0;
  let needed = LENGTH_BYTES;

  /** Joins the chunks only when a frame is there, so that the work grows with the bytes. */
  function takeFrames(): void {
    let bytes = Buffer.concat(chunks);
    while (bytes.length >= LENGTH_BYTES) {
      needed = bytes.readUInt32BE(0);
      if (needed < LEAST_FRAME_BYTES) throw new Error('a frame is too short');
      if (bytes.length < needed) break;
      texts.chunk(textOf(bytes.subarray(0, needed)));
      bytes = bytes.subarray(needed);
      needed = LENGTH_BYTES;
    }
    chunks = bytes.length > 0 ? [bytes] : [];
    length = bytes.length;
  }

  return {
    feed(bytes) {
      chunks.push(bytes);
      length += bytes.length;
      if (length >= needed) takeFrames();
    },
    // A frame without its end says nothing.
    end() {},
    pending: () => length,
    isMarked: () => false,
  };
}

/** Throws if the checksums are wrong. */
function textOf(frame: Uint8Array): string {
  const { headers, body } = codec.decode(frame);
  const isEvent = headers[':message-type']?.value === 'event';
  const name = String(headers[':event-type']?.value ?? '');
  const payload = Buffer.from(body).toString('utf8');
  return `{${JSON.stringify(isEvent ? name : 'error')}:${payload || '{}'}}`;
}
