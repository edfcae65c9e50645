/** Makes an archive whose bytes depend only on its content. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import type { Entry } from './contents.ts';

/** The time that npm gives to the files of its packages. */
const LONG_AGO = new Date('1985-10-26T08:15:00Z');

export async function writeArchive(file: string, folder: string, entries: Entry[]): Promise<void> {
  const archive = pack();
  const written = pipeline(archive, createGzip({ level: 9 }), createWriteStream(file));
  for (const { path, content, isProgram } of entries.toSorted(byPath)) {
    const mode = isProgram ? 0o755 : 0o644;
    archive.entry({ name: `${folder}/${path}`, mode, mtime: LONG_AGO }, content);
  }
  archive.finalize();
  await written;
}

function byPath(a: Entry, b: Entry): number {
  return a.path < b.path ? -1 : 1;
}
