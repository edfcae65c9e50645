/** The files of an order as an archive (tar), for engines that take them in this form. */
import type { Pack } from 'tar-stream';
import type { JobOrder } from './engine.ts';

export interface ArchiveOptions {
  uid: number;
  gid: number;
  /**
   * Whether the archive gives the working directory itself to the user, because such engines always create it as
   * root's.
   */
  ownsFolder: boolean;
  /** The file name of a source. */
  sourceFile: string | undefined;
  /** The file name of the input. */
  stdinFile: string;
}

/** Fills an empty archive: each engine provides the library for it. */
export function archiveOf(
  archive: Pack,
  order: JobOrder,
  options: ArchiveOptions,
): NodeJS.ReadableStream {
  const { uid, gid } = options;
  const folders = new Set<string>();
  if (options.ownsFolder)
    archive.entry({ name: './///', type: 'directory', mode: 0o700, uid, gid });
  for (const { path, content } of filesOf(order, options)) {
    for (const folder of parentsOf(path)) {
      if (folders.has(folder)) continue;
      folders.add(folder);
      archive.entry({ name: `${folder}/`, type: 'directory', mode: 0o755, uid, gid });
    }
    archive.entry({ name: path, mode: 0o644, uid, gid }, Buffer.from(content));
  }
  archive.finalize();
  return archive as unknown as NodeJS.ReadableStream;
}

export async function archiveBytes(
  archive: Pack,
  order: JobOrder,
  options: ArchiveOptions,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of archiveOf(archive, order, options)) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function filesOf(order: JobOrder, { sourceFile, stdinFile }: ArchiveOptions) {
  const one = (path: string | undefined, content: Uint8Array | undefined) =>
    path === undefined || content === undefined ? [] : [{ path, content }];
  const source = order.source === undefined ? undefined : Buffer.from(order.source);
  return [...order.files, ...one(sourceFile, source), ...one(stdinFile, order.stdin)];
}

function parentsOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
}
