/**
 * The package of the TypeScript client as the service returns it: read once, available under a stable name and under
 * one with its version. Knows nothing of its content.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { NOT_FOUND, Problem } from '../lib/problem.ts';
import { REVALIDATED } from './docs.ts';
import type { TagMatcher } from './request-headers.ts';

export interface ClientPackage {
  /** The names under which callers request it. */
  names: readonly string[];
  etag: string;
  bytes: Buffer;
}

const NAME = /^model-run-client-\d[\w.-]*\.tgz$/;

/** `name` is the name of the file, which contains the version. */
export function createClientPackage(name: string, bytes: Buffer): ClientPackage {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return { names: ['model-run-client.tgz', name], etag: `"${hash}"`, bytes };
}

/** Undefined if it was not built. */
export async function readClientPackage(folder: URL): Promise<ClientPackage | undefined> {
  const names = await readdir(folder).catch(() => []);
  const name = names.filter((one) => NAME.test(one)).at(-1);
  return name === undefined
    ? undefined
    : createClientPackage(name, await readFile(new URL(name, folder)));
}

/** The answer to a caller who may have the package already. */
export function clientPackageReply(
  found: ClientPackage | undefined,
  file: string,
  ifNoneMatch: TagMatcher | undefined,
) {
  if (!found?.names.includes(file)) throw new Problem('not_found', NOT_FOUND);
  const { etag, bytes } = found;
  const headers = { ...REVALIDATED, ETag: etag };
  if (ifNoneMatch?.(etag)) return { status: 304 as const, headers };
  return { status: 200 as const, headers, bytes, mediaType: 'application/gzip' as const };
}
