/** Writes the code's output into files of a bounded size, and discards the rest, so that the code does not block. */
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

export interface LogKeeper {
  /** Resolves when both streams have ended. */
  ended: Promise<unknown>;
}

export function keepLogs(
  streams: { stdout: Readable; stderr: Readable },
  folder: string,
  maxBytes: number,
): LogKeeper {
  let left = maxBytes;
  async function keep(stream: Readable, name: string): Promise<void> {
    const file = await open(join(folder, name), 'a');
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        const kept = chunk.subarray(0, left);
        left -= kept.length;
        if (kept.length > 0) await file.write(kept);
        if (kept.length < chunk.length) await writeFile(join(folder, 'truncated'), '');
      }
    } finally {
      await file.close();
    }
  }
  const each = [keep(streams.stdout, 'stdout'), keep(streams.stderr, 'stderr')];
  return { ended: Promise.allSettled(each) };
}
