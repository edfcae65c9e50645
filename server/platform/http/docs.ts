/**
 * The documentation as the service returns it: the files of a folder that the build wrote. Each is read when somebody
 * asks for it first, has an ETag of its bytes, and names the addresses of the deployment. Knows nothing of its meaning.
 */

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { invariant } from '../lib/errors.ts';
import {
  DASHBOARD_PROBLEMS,
  NOT_FOUND,
  OPERATOR_PROBLEMS,
  Problem,
  type ProblemCode,
} from '../lib/problem.ts';
import type { CodingMatcher, TagMatcher } from './request-headers.ts';

/** What the build wrote, by names below its folder, such as `guides/money.html`. */
export interface DocsFolder {
  names: ReadonlySet<string>;
  read(name: string): Promise<string>;
}

/** The documentation with the addresses of a deployment. */
export interface Docs {
  /** Undefined if there is no such file. */
  fileOf(name: string): Promise<DocsFile> | undefined;
}

interface DocsFile extends Compressed {
  /** Of a page, for the header of the same name; the page contains it too, for readers who open it as a file. */
  contentSecurityPolicy: string | undefined;
}

/** For the address of the API, which is known once it listens. */
export type At<Served> = (url: string) => Served;

/** Undefined if nothing was built. */
export async function readDocsFolder(folder: URL): Promise<DocsFolder | undefined> {
  const found = await readdir(folder, { recursive: true }).catch(() => []);
  const names = new Set(found.map((name) => name.replaceAll('\\', '/')));
  if (!names.has('index.html')) return undefined;
  return { names, read: (name) => readFile(new URL(name, folder), 'utf8') };
}

/** Callers get their keys at `keysUrl` if that is not the dashboard. */
export function createDocs({ names, read }: DocsFolder, keysUrl?: string): At<Docs> {
  return lastOf((url) => {
    const files = new Map<string, Promise<DocsFile>>();
    const open = async (name: string): Promise<DocsFile> => {
      const text = await read(name);
      const address = { url, keysUrl };
      if (!name.endsWith('.html')) {
        const plain = Buffer.from(addressed(text, address));
        return { ...createCompressed(plain), contentSecurityPolicy: undefined };
      }
      const page = addressedPage(text, address);
      const policy = POLICY.exec(page.slice(0, HEAD_CHARACTERS))?.[1];
      invariant(policy, 'a page of the documentation has a content security policy');
      return {
        ...createCompressed(Buffer.from(page)),
        // Only a header can set this directive.
        contentSecurityPolicy: `${policy}; frame-ancestors 'none'`,
      };
    };
    return {
      fileOf(name) {
        if (!names.has(name)) return undefined;
        const known = files.get(name);
        if (known) return known;
        const opened = open(name);
        files.set(name, opened);
        // What could not be read is read again by the next caller.
        opened.catch(() => files.delete(name));
        return opened;
      },
    };
  });
}

/** Created once per address, on demand. */
function lastOf<Served>(make: At<Served>): At<Served> {
  let last: { url: string; served: Served } | undefined;
  return (url) => {
    if (last?.url !== url) last = { url, served: make(url) };
    return last.served;
  };
}

interface Condition {
  ifNoneMatch: TagMatcher | undefined;
  accepts: CodingMatcher;
}

/** The answer to a caller who may have the file already. */
export async function docsReply<MediaType extends string>(
  docs: Docs | undefined,
  { name, mediaType }: { name: string; mediaType: MediaType },
  { ifNoneMatch, accepts }: Condition,
) {
  const file = await docs?.fileOf(name);
  if (!file) throw new Problem('not_found', NOT_FOUND);
  const { etag, contentSecurityPolicy: policy } = file;
  const headers = { ...REVALIDATED, Vary: 'Accept-Encoding', ETag: etag };
  if (ifNoneMatch?.(etag)) return { status: 304 as const, headers };
  const { bytes, coding } = await file.formFor(accepts);
  return {
    status: 200 as const,
    headers: {
      ...headers,
      'X-Content-Type-Options': 'nosniff',
      ...(policy !== undefined && { 'Content-Security-Policy': policy }),
      ...(coding !== undefined && { 'Content-Encoding': coding }),
    },
    text: bytes,
    mediaType,
  };
}

/** The section that explains a problem, relative to the address of problems. */
export function sectionOf(code: ProblemCode): string {
  const isOfPeople = Object.hasOwn({ ...DASHBOARD_PROBLEMS, ...OPERATOR_PROBLEMS }, code);
  return isOfPeople
    ? `../v1/dashboard/docs#/section/errors/${code}`
    : `../docs/guides/errors#${code}`;
}

/** Caches may store it, and have to revalidate it each time. */
export const REVALIDATED = { 'Cache-Control': 'no-cache' };

const HEAD_CHARACTERS = 4_096;
const POLICY = /<meta http-equiv="Content-Security-Policy" content="([^"]+)"/;

/*
 * The documentation names the address of the service and the source of keys. It is built for a service on the reader's
 * machine; this module inserts the addresses of the deployment.
 */

interface DocsAddress {
  /** Where callers reach the API. */
  url: string;
  /** Where they get their keys; without it, in the dashboard. */
  keysUrl?: string | undefined;
}

/** The address that `npm start` prints. */
export const BUILT_FOR = 'http://localhost:8080';
/** The dashboard's address there. Nothing else in the documentation has this address. */
export const KEYS_PAGE = `${BUILT_FOR}/dashboard`;

function addressed(text: string, { url, keysUrl }: DocsAddress): string {
  const withKeys = keysUrl === undefined ? text : text.replaceAll(KEYS_PAGE, () => keysUrl);
  return url === BUILT_FOR ? withKeys : withKeys.replaceAll(BUILT_FOR, () => url);
}

/** A page's policy contains the hashes of its scripts: scripts with an inserted address have changed hashes. */
function addressedPage(html: string, address: DocsAddress): string {
  const page = addressed(html, address);
  if (page === html) return html;
  return page.replace(SCRIPT_HASHES, () => scriptHashes(page));
}

/** How a policy names the inline scripts of a page. */
export function scriptHashes(html: string): string {
  const hashes = Array.from(
    html.matchAll(SCRIPT),
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  return [...new Set(hashes)].join(' ');
}

/** Inline data of a page is not a script. */
const SCRIPT = /<script(?: type="module")?>([\s\S]*?)<\/script>/g;
const SCRIPT_HASHES = /'sha256-[\w+/=]+'(?: 'sha256-[\w+/=]+')*/;

/*
 * The packages of the clients as the service returns them: read once, the tarball under a stable name and under one with
 * its version, the wheel under the name without which pip takes none. Knows nothing of their content.
 */

export interface ClientPackage {
  etag: string;
  bytes: Buffer;
  mediaType: 'application/gzip' | 'application/zip';
}

/** By the names under which callers request them. */
export type ClientPackages = ReadonlyMap<string, ClientPackage>;

const TARBALL = /^model-run-client-\d[\w.-]*\.tgz$/;
const WHEEL = /^model_run_client-\d[\w.]*-py3-none-any\.whl$/;

/** By the names of the files, which contain the version. */
export function createClientPackages(files: Record<string, Buffer>): ClientPackages {
  return new Map(
    Object.entries(files).flatMap(([name, bytes]) => {
      const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
      const isWheel = WHEEL.test(name);
      const mediaType = isWheel ? ('application/zip' as const) : ('application/gzip' as const);
      const made = { etag: `"${hash}"`, bytes, mediaType };
      return (isWheel ? [name] : ['model-run-client.tgz', name]).map((one) => [one, made] as const);
    }),
  );
}

/** Empty if none was built. */
export async function readClientPackages(folder: URL): Promise<ClientPackages> {
  const names = await readdir(folder).catch(() => []);
  const newest = [TARBALL, WHEEL].flatMap((kind) =>
    names.filter((one) => kind.test(one)).slice(-1),
  );
  const read = newest.map(async (name) => [name, await readFile(new URL(name, folder))] as const);
  return createClientPackages(Object.fromEntries(await Promise.all(read)));
}

/** The answer to a caller who may have the package already. */
export function clientPackageReply(
  packages: ClientPackages,
  file: string,
  ifNoneMatch: TagMatcher | undefined,
) {
  const found = packages.get(file);
  if (!found) throw new Problem('not_found', NOT_FOUND);
  const { etag, bytes, mediaType } = found;
  const headers = { ...REVALIDATED, ETag: etag };
  if (ifNoneMatch?.(etag)) return { status: 304 as const, headers };
  return { status: 200 as const, headers, bytes, mediaType };
}

/*
 * Bytes that the service returns repeatedly: cached, compressed once per encoding when the first caller wants it, with
 * an ETag. Knows nothing of their meaning.
 */

export interface Compressed {
  etag: string;
  /** The bytes in the smallest encoding that the caller accepts. */
  formFor(accepts: CodingMatcher): Promise<Form>;
}

export interface Form {
  bytes: Buffer;
  coding: Coding | undefined;
}

type Coding = keyof typeof CODINGS;

/** From the smallest to the largest. */
const CODINGS = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
};

export function createCompressed(plain: Buffer): Compressed {
  const compressed = new Map<Coding, Promise<Buffer>>();

  function compress(coding: Coding): Promise<Buffer> {
    const known = compressed.get(coding);
    if (known) return known;
    const made = CODINGS[coding](plain);
    compressed.set(coding, made);
    return made;
  }

  return {
    etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    async formFor(accepts) {
      const coding = (Object.keys(CODINGS) as Coding[]).find(accepts);
      return { bytes: coding === undefined ? plain : await compress(coding), coding };
    },
  };
}
