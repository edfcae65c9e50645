/**
 * The pages of the dashboard and of the operator's console: built files, served from memory. Browsers cache files named
 * by their content forever; they request the page itself each time, and it is the answer for every path below, since the
 * app does its own routing. The page runs only its own scripts, and nobody can frame it.
 */
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Express, RequestHandler, Response } from 'express';
import { NOT_FOUND, Problem } from '../lib/problem.ts';
import { type Compressed, createCompressed } from './docs.ts';
import { parseAcceptEncoding, parseIfNoneMatch } from './request-headers.ts';
import { type ApiContext, writeBody } from './serve-api.ts';

export interface WebApp {
  /** By path below the app, such as `assets/index-4f3a.js`. */
  files: ReadonlyMap<string, WebFile>;
}

type WebFile = Compressed & { type: string };

const PREFIX = '/dashboard';
/** The operator's console, whose files are those of the dashboard. */
const CONSOLE = '/operator';
const PAGE = 'index.html';
/** Built files in this folder have a hash of their content in their name. */
const IMMUTABLE = 'assets/';

/** Undefined if the app was not built. */
export async function readWebApp(folder: URL): Promise<WebApp | undefined> {
  const root = fileURLToPath(folder);
  // A build that replaces it meanwhile removes files: then try once more.
  const byPath = await readFiles(root).catch(() => readFiles(root));
  return byPath.has(PAGE) ? { files: byPath } : undefined;
}

async function readFiles(root: string): Promise<Map<string, WebFile>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile() && TYPES.has(extname(entry.name)))
      .map(async ({ parentPath, name }): Promise<[string, WebFile]> => {
        const path = join(parentPath, name);
        const file = createCompressed(await readFile(path));
        const type = TYPES.get(extname(name))!;
        return [
          path.slice(root.length).replaceAll('\\', '/').replace(/^\//, ''),
          { ...file, type },
        ];
      }),
  );
  return new Map(files);
}

interface WebAppContext extends Pick<ApiContext, 'publicUrl'> {
  /** From where the page that begins a sign-up loads a captcha. */
  captchaSources?: readonly string[] | undefined;
}

export function serveWebApp(
  app: Express,
  webApp: WebApp | undefined,
  { publicUrl, captchaSources = [] }: WebAppContext,
): void {
  const plain = policyOf([]);
  const ofSignUp = policyOf(captchaSources);
  const serve: RequestHandler = async (req, res) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      const detail = 'This path has no such method; Allow names those that it has.';
      throw new Problem('method_not_allowed', detail, { headers: { Allow: 'GET, HEAD' } });
    }
    beginPage(res, publicUrl, req.path === SIGN_UP ? ofSignUp : plain);
    if (!webApp) return writeText(res, 404, `The dashboard is not here: ${NOT_BUILT}\n`);
    const path = req.path.startsWith(PREFIX) ? req.path.slice(PREFIX.length + 1) : PAGE;
    const file = webApp.files.get(path);
    if (!file && path.startsWith(IMMUTABLE)) throw new Problem('not_found', NOT_FOUND);
    const immutable = file !== undefined && path.startsWith(IMMUTABLE);
    res.setHeader('Cache-Control', immutable ? FOR_EVER : 'no-cache');
    await writeFile(req.headers, res, file ?? webApp.files.get(PAGE)!);
  };
  for (const prefix of [PREFIX, CONSOLE]) {
    app.all(prefix, serve);
    app.all(`${prefix}/{*path}`, serve);
  }
}

/** What a browser has to know before it gets a page. */
export function beginPage(res: Response, publicUrl: () => string, policy: string): void {
  res.setHeader('Content-Security-Policy', policy);
  for (const [name, value] of Object.entries(SAFETY)) res.setHeader(name, value);
  if (publicUrl().startsWith('https:')) res.setHeader('Strict-Transport-Security', ONE_YEAR);
}

async function writeFile(
  headers: IncomingHttpHeaders,
  res: Response,
  file: WebFile,
): Promise<void> {
  res.setHeader('Vary', 'Accept-Encoding');
  res.setHeader('ETag', file.etag);
  if (parseIfNoneMatch(headers['if-none-match'])?.(file.etag)) {
    res.statusCode = 304;
    res.end();
    return;
  }
  const accepts = parseAcceptEncoding(String(headers['accept-encoding'] ?? ''));
  const { bytes, coding } = await file.formFor(accepts);
  if (coding !== undefined) res.setHeader('Content-Encoding', coding);
  res.setHeader('Content-Type', file.type);
  writeBody(res, bytes);
}

function writeText(res: Response, status: number, text: string): void {
  res.statusCode = status;
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Content-Type', 'text/plain; charset=utf-8');
  writeBody(res, text);
}

/** Says what to do about an absent page, in a checkout and in a release. */
export const NOT_BUILT =
  'it was not built. A release contains it, and npm start builds it in a checkout.';

/** Of a page that may also load scripts and frames from there. */
function policyOf(sources: readonly string[]): string {
  const own = ["'self'", ...sources].join(' ');
  return [
    "default-src 'none'",
    `script-src ${own}`,
    `style-src ${own}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${own}`,
    ...(sources.length > 0 ? [`frame-src ${sources.join(' ')}`] : []),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The only page with a captcha. Links to it load the document anew, because the policy belongs to the document. */
const SIGN_UP = `${PREFIX}/sign-up`;

const SAFETY = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const ONE_YEAR = 'max-age=31536000';
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Other files, such as source maps, are not served. */
const TYPES = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.ico', 'image/x-icon'],
  ['.woff2', 'font/woff2'],
  ['.json', 'application/json'],
  ['.webmanifest', 'application/manifest+json'],
]);
