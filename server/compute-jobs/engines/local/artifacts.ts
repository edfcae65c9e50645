/** Takes the files to keep from the working directory, which hostile code has filled. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readlink, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Artifact } from '../engine.ts';

/**
 * Only regular files, none of them through a link, and in total no more bytes than allowed: a file that does not fit is
 * left out.
 */
export async function collectArtifacts(
  { work, folder }: { work: string; folder: string },
  outputs: readonly string[],
  maxBytes: number,
): Promise<Artifact[]> {
  const kept: Artifact[] = [];
  const into = join(folder, 'artifacts');
  await mkdir(into, { recursive: true });
  const root = await realpath(work);
  let left = maxBytes;
  for (const name of new Set(outputs)) {
    const target = join(into, String(kept.length));
    const taken = await copyBounded(root, name, target, left).catch(() => undefined);
    if (!taken) await rm(target, { force: true });
    else {
      kept.push({ name, ...taken });
      left -= taken.bytes;
    }
  }
  return kept;
}

async function copyBounded(root: string, name: string, target: string, maxBytes: number) {
  const path = join(root, name);
  // Linked folders lead out of the working directory; the open itself refuses a link at the end.
  if ((await realpath(dirname(path))) !== dirname(path)) return undefined;
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags);
  try {
    // Code that still runs could have put a link there meanwhile.
    const opened = await readlink(`/proc/self/fd/${file.fd}`).catch(() => realpath(path));
    if (opened !== path) return undefined;
    const { size } = await file.stat().then((stat) => (stat.isFile() ? stat : { size: Infinity }));
    if (size > maxBytes) return undefined;
    const hash = createHash('sha256');
    let bytes = 0;
    await writeFile(
      target,
      (async function* () {
        for await (const chunk of file.createReadStream({ autoClose: false, end: maxBytes })) {
          bytes += chunk.length;
          hash.update(chunk);
          yield chunk;
        }
      })(),
    );
    return bytes > maxBytes ? undefined : { bytes, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}
