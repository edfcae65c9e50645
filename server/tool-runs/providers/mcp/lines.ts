/**
 * Splits the output of a process into lines without ever holding more than one of bounded length. Of a longer line, it
 * keeps only both ends, which show which request it answers, and skips the rest.
 */
import { TextDecoder } from 'node:util';
import { ENDS } from './inbox.ts';

export interface Lines {
  line(text: string): void;
  /** A line that was too long, or was not text: its first and last bytes. */
  unreadable(start: Buffer, end: Buffer, isTooLong: boolean): void;
}

export function createLineReader(maxBytes: number, { line, unreadable }: Lines) {
  let parts: Buffer[] = [];
  let bytes = 0;
  /** The ends of a skipped line. */
  let passed: { start: Buffer; end: Buffer } | undefined;

  function add(part: Buffer): void {
    bytes += part.length;
    if (passed) {
      passed.end = endOf([passed.end, part]);
      return;
    }
    parts.push(part);
    if (bytes <= maxBytes) return;
    passed = { start: startOf(parts), end: endOf(parts) };
    parts = [];
  }

  function finish(): void {
    const ends = passed;
    const whole = Buffer.concat(parts);
    parts = [];
    bytes = 0;
    passed = undefined;
    if (ends) unreadable(ends.start, ends.end, true);
    else if (whole.length > 0) read(whole);
  }

  function read(whole: Buffer): void {
    const text = decodeText(whole);
    if (text !== undefined) line(text);
    else unreadable(startOf([whole]), endOf([whole]), false);
  }

  return {
    feed(chunk: Buffer): void {
      let from = 0;
      for (;;) {
        const at = chunk.indexOf(LINE_END, from);
        if (at === -1) break;
        add(chunk.subarray(from, at));
        finish();
        from = at + 1;
      }
      if (from < chunk.length) add(chunk.subarray(from));
    },
  };
}

/** Copies, because a slice of a chunk keeps the whole chunk in memory. */
function startOf(parts: Buffer[]): Buffer {
  return Buffer.from(Buffer.concat(parts.slice(0, ENDS)).subarray(0, ENDS));
}

function endOf(parts: Buffer[]): Buffer {
  return Buffer.from(Buffer.concat(parts.slice(-ENDS)).subarray(-ENDS));
}

function decodeText(bytes: Buffer): string | undefined {
  try {
    return UTF_8.decode(bytes);
  } catch {
    return undefined;
  }
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true });
const LINE_END = 0x0a;
