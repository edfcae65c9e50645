/**
 * The documentation as the service returns it: a page, and the same guides as texts. Each is read once, has an ETag of
 * its bytes, and names the addresses of the deployment. Knows nothing of its meaning.
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

export interface Docs {
  etag: string;
  /** For the header of the same name; the page contains it too, for readers who open it as a file. */
  contentSecurityPolicy: string;
  /** The page in the smallest encoding that the caller accepts. */
  pageFor(accepts: CodingMatcher): Promise<Form>;
}

/** What the build creates from the guides: the file beside the page. */
export interface GuideTexts {
  /** The index for coding agents: `llms.txt`. */
  index: string;
  /** By their names, such as `money.md`. */
  guides: Record<string, string>;
  /** The documentation and the contract in other forms, by the names of their files. */
  files: Record<string, string>;
}

/** A text in the smallest encoding that the caller accepts. */
export interface ServedText {
  etag: string;
  textFor(accepts: CodingMatcher): Promise<Form>;
}

export interface ServedTexts {
  index: ServedText;
  guideOf(name: string): ServedText | undefined;
  fileOf(name: string): ServedText | undefined;
}

/** For the address of the API, which is known once it listens. */
export type At<Served> = (url: string) => Served;

/** The page; callers get their keys at `keysUrl` if that is not the dashboard. */
export function createDocs(html: Buffer, keysUrl?: string): At<Docs> {
  return lastOf((url) => {
    const page = addressedPage(html.toString('utf8'), { url, keysUrl });
    const policy = POLICY.exec(page.slice(0, HEAD_CHARACTERS))?.[1];
    invariant(policy, 'the documentation page has a content security policy');
    const { etag, formFor } = createCompressed(Buffer.from(page));
    return {
      etag,
      // Only a header can set this directive.
      contentSecurityPolicy: `${policy}; frame-ancestors 'none'`,
      pageFor: formFor,
    };
  });
}

export function createTexts(texts: GuideTexts, keysUrl?: string): At<ServedTexts> {
  return lastOf((url) => {
    const served = (text: string): ServedText => {
      const { etag, formFor } = createCompressed(Buffer.from(addressed(text, { url, keysUrl })));
      return { etag, textFor: formFor };
    };
    const allOf = (named: Record<string, string>) =>
      new Map(Object.entries(named).map(([name, text]) => [name, served(text)]));
    const [guides, files] = [allOf(texts.guides), allOf(texts.files)];
    return {
      index: served(texts.index),
      guideOf: (name) => guides.get(name),
      fileOf: (name) => files.get(name),
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

/** The answer to a caller who may have the page already. */
export async function docsReply(docs: Docs, { ifNoneMatch, accepts }: Condition) {
  const { etag, contentSecurityPolicy } = docs;
  const headers = headersOf(etag);
  if (ifNoneMatch?.(etag)) return { status: 304 as const, headers };
  const { bytes, coding } = await docs.pageFor(accepts);
  return {
    status: 200 as const,
    headers: {
      ...headers,
      'Content-Security-Policy': contentSecurityPolicy,
      'X-Content-Type-Options': 'nosniff',
      ...(coding !== undefined && { 'Content-Encoding': coding }),
    },
    page: bytes,
  };
}

/** The same for a text. */
export async function textReply<MediaType extends string>(
  { etag, textFor }: ServedText,
  mediaType: MediaType,
  { ifNoneMatch, accepts }: Condition,
) {
  const headers = headersOf(etag);
  if (ifNoneMatch?.(etag)) return { status: 304 as const, headers };
  const { bytes, coding } = await textFor(accepts);
  return {
    status: 200 as const,
    headers: {
      ...headers,
      'X-Content-Type-Options': 'nosniff',
      ...(coding !== undefined && { 'Content-Encoding': coding }),
    },
    text: bytes,
    mediaType,
  };
}

function headersOf(etag: string) {
  return { ...REVALIDATED, Vary: 'Accept-Encoding', ETag: etag };
}

/** The section of the page that explains a problem, relative to the address of problems. */
export function sectionOf(code: ProblemCode): string {
  const isOfPeople = Object.hasOwn({ ...DASHBOARD_PROBLEMS, ...OPERATOR_PROBLEMS }, code);
  const page = isOfPeople ? '../v1/dashboard/docs' : '../docs';
  return `${page}#/section/errors/${code}`;
}

/** Caches may store it, and have to revalidate it each time. */
export const REVALIDATED = { 'Cache-Control': 'no-cache' };

const HEAD_CHARACTERS = 4_096;
const POLICY = /<meta http-equiv="Content-Security-Policy" content="([^"]+)"/;

/*
 * The documentation names the address of the service and the source of keys. It is built for a service on the reader's
 * machine; this module inserts the addresses of the deployment, in a page and in texts alike.
 */

export interface DocsAddress {
  /** Where callers reach the API. */
  url: string;
  /** Where they get their keys; without it, in the dashboard. */
  keysUrl?: string | undefined;
}

/** The address that `npm start` prints. */
export const BUILT_FOR = 'http://localhost:8080';
/** The dashboard's address there. Nothing else in the documentation has this address. */
export const KEYS_PAGE = `${BUILT_FOR}/dashboard`;

export function addressed(text: string, { url, keysUrl }: DocsAddress): string {
  const withKeys = keysUrl === undefined ? text : text.replaceAll(KEYS_PAGE, () => keysUrl);
  return url === BUILT_FOR ? withKeys : withKeys.replaceAll(BUILT_FOR, () => url);
}

/** A page's policy contains the hashes of its scripts: scripts with an inserted address have changed hashes. */
export function addressedPage(html: string, address: DocsAddress): string {
  const page = addressed(html, address);
  if (page === html) return html;
  return page.replace(SCRIPT_SOURCES, () => scriptSources(page));
}

/** What a policy says about the inline scripts of a page. */
export function scriptSources(html: string): string {
  const hashes = Array.from(
    html.matchAll(SCRIPT),
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  return `script-src ${[...new Set(hashes)].join(' ')}`;
}

/** Inline data of a page is not a script. */
const SCRIPT = /<script(?: type="module")?>([\s\S]*?)<\/script>/g;
const SCRIPT_SOURCES = /script-src(?: 'sha256-[\w+/=]+')+/;

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
