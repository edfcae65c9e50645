/**
 * PostgreSQL's wire protocol, as far as a tap reads it: cuts frames of a type and a length from whatever pieces TCP
 * delivers. Of their contents, it reads only the name of the statement that a Bind runs.
 */
export interface Frame {
  /** One letter; empty for the start-up message, which has none. */
  type: string;
  bytes: Buffer;
}

/** Takes pieces and returns the frames that they complete. The first frame of a client has no type. */
export function createFrameReader(isClient: boolean): (piece: Buffer) => Frame[] {
  let rest: Buffer = Buffer.alloc(0);
  let untyped = isClient;
  return (piece) => {
    rest = Buffer.concat([rest, piece]);
    const frames: Frame[] = [];
    for (;;) {
      const head = untyped ? 0 : 1;
      if (rest.length < head + 4) return frames;
      const end = head + rest.readInt32BE(head);
      if (rest.length < end) return frames;
      const type = untyped ? '' : String.fromCharCode(rest[0]!);
      frames.push({ type, bytes: rest.subarray(0, end) });
      rest = rest.subarray(end);
      untyped = false;
    }
  };
}

/** The prepared statement that a Bind names: after the portal's name; a zero byte ends each. */
export function statementOf({ type, bytes }: Frame): string | undefined {
  if (type !== 'B') return undefined;
  const start = bytes.indexOf(0, 5) + 1;
  // The variant that counts in the lane of its process is the same statement.
  return bytes.toString('utf8', start, bytes.indexOf(0, start)).replace(/^counting_/, '');
}
