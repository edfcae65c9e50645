/**
 * A value of type bytea as the bytes that the database sends. The library turns the results of other statements into
 * text, and then into bytes again, which takes several times as long.
 */
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { to } from 'pg-copy-streams';
import { READ_TIMEOUT } from './errors.ts';

export interface BytesQuery {
  /** Returns one row with one column. */
  text: string;
  values: readonly (string | number)[];
  /** Has room for the bytes, or else they get their own. */
  into?: Buffer | undefined;
}

/** Undefined for null. */
export async function readBytes(
  client: pg.ClientBase,
  { text, values, into }: BytesQuery,
  limitMs: number | undefined,
): Promise<Buffer | undefined> {
  // COPY takes no parameters.
  const statement = text.replace(/\$(\d+)/g, (_, n) => pg.escapeLiteral(String(values[n - 1])));
  const stream = client.query(to(`copy (${statement}) to stdout (format binary)`));
  const value = createValueReader(into);
  stream.on('data', value.feed);
  const late = () => stream.destroy(new Error(READ_TIMEOUT));
  const timer = limitMs === undefined ? undefined : setTimeout(late, limitMs);
  try {
    await finished(stream);
  } finally {
    clearTimeout(timer);
  }
  return value.read();
}

/** The signature, the flags, the extension, the number of columns, and the length of the first one. */
const HEAD_BYTES = 25;

function createValueReader(into: Buffer | undefined) {
  const head = Buffer.alloc(HEAD_BYTES);
  let value: Buffer | undefined;
  let received = 0;

  function begin(): void {
    const size = head.readInt32BE(HEAD_BYTES - 4);
    if (size >= 0)
      value = into && into.length >= size ? into.subarray(0, size) : Buffer.allocUnsafe(size);
  }

  return {
    feed(chunk: Buffer): void {
      const ofHead = received < HEAD_BYTES ? chunk.copy(head, received) : 0;
      const isWhole = received < HEAD_BYTES && received + ofHead === HEAD_BYTES;
      if (isWhole) begin();
      // What follows the value does not fit into it.
      if (value) chunk.copy(value, received + ofHead - HEAD_BYTES, ofHead);
      received += chunk.length;
      free(chunk);
    },
    read: () => value,
  };
}

/**
 * Frees the memory of a chunk that is all of its memory, so that nobody else has a part of it. Otherwise V8 collects the
 * whole heap for every 30 MB of chunks, which takes most of the time of a read.
 */
function free(chunk: Buffer): void {
  const { buffer } = chunk;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === chunk.byteLength) buffer.transfer(0);
}
