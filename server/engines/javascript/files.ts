/** The only files that the code of a job sees: the files of its order, and those that it writes. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { KeptOrder } from '../local/runtime.ts';

export interface Files {
  paths(): string[];
  read(path: string): Uint8Array | undefined;
  /** Throws if there is no room left. */
  write(path: string, content: Uint8Array): void;
}

const MOST_FILES = 1_000;

/** Writes only the files that the order keeps to the disk, and no more of them than is kept. */
export function createFiles(work: string, order: KeptOrder): Files {
  const mostBytes = order.memoryMb * 1024 * 1024;
  const outputs = new Set(order.outputs);
  const files = new Map<string, Uint8Array>(
    order.files.map((path) => [path, new Uint8Array(readFileSync(join(work, path)))]),
  );
  let bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  return {
    paths: () => [...files.keys()],
    read: (path) => files.get(path),
    write(path, content) {
      const before = files.get(path);
      const after = bytes - (before?.length ?? 0) + content.length;
      if (after > mostBytes || (!before && files.size >= MOST_FILES)) {
        throw new Error('there is no room for the file');
      }
      bytes = after;
      files.set(path, content);
      if (!outputs.has(path)) return;
      keep(join(work, path), content.length > order.maxArtifactBytes ? undefined : content);
    },
  };
}

/** A file that is too large also replaces the old one. The code does not get error messages of the machine. */
function keep(path: string, content: Uint8Array | undefined): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    if (content) writeFileSync(path, content);
    else rmSync(path, { force: true });
  } catch {
    throw new Error('the file cannot be kept: another one is in its place');
  }
}
