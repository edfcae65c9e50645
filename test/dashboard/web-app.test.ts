/** The dashboard's pages as they are served: what browsers keep, what they run, and what is not there. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './app.ts';

const PAGE = '<!doctype html><title>Dashboard</title>';
const SCRIPT = `console.log(${JSON.stringify('x'.repeat(5_000))})`;

let folder: string;
let app: TestApp;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-app-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), PAGE);
  await writeFile(join(folder, 'assets', 'index-4f3a.js'), SCRIPT);
  await writeFile(join(folder, 'assets', 'index-4f3a.js.map'), 'the sources');
  await writeFile(join(folder, '.env'), 'a secret');
  app = await startTestApp({ webApp: pathToFileURL(`${folder}/`) });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(app.url + path, { method, headers, redirect: 'manual' });

describe('the page', () => {
  it.each([
    '/dashboard',
    '/dashboard/',
    '/dashboard/wsp_1/runs/run_2?state=failed',
    '/dashboard/sign-in',
    '/dashboard/index.html',
    '/dashboard/..%2f..%2fpackage.json',
    '/dashboard/.env',
  ])('stands for %s, and is asked for each time', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(PAGE);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    const etag = answer.headers.get('etag')!;
    const again = await get(path, { 'If-None-Match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('runs its own scripts only, and is framed by nobody', async () => {
    const { headers } = await get('/dashboard');
    const policy = new Map(
      headers
        .get('content-security-policy')!
        .split('; ')
        .map((directive) => directive.split(/ (.*)/, 2) as [string, string]),
    );
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('script-src')).toBe("'self'");
    expect(policy.get('style-src')).toBe("'self'");
    expect(policy.get('connect-src')).toBe("'self'");
    expect(policy.get('frame-ancestors')).toBe("'none'");
    expect(policy.get('base-uri')).toBe("'none'");
    expect([...policy.values()].join(' ')).not.toMatch(/unsafe|\*|https?:/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.has('strict-transport-security')).toBe(false);
  });

  it('is not there for other methods', async () => {
    const answer = await get('/dashboard/keys', {}, 'POST');
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
    const head = await get('/dashboard', { 'Accept-Encoding': 'identity' }, 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe(String(PAGE.length));
  });
});

describe('a file named by its content', () => {
  const path = '/dashboard/assets/index-4f3a.js';

  it('is kept for ever', async () => {
    const { headers } = await get(path);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(headers.get('content-security-policy')).not.toBeNull();
  });

  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])('comes as %s to who takes %s', async (coding, accepted, decompress) => {
    const bytes = await app.raw(path, { 'Accept-Encoding': accepted });
    expect(bytes.headers['content-encoding']).toBe(coding);
    expect(bytes.headers.vary).toBe('Accept-Encoding');
    expect(bytes.body.length).toBeLessThan(SCRIPT.length / 10);
    expect(decompress(bytes.body).toString()).toBe(SCRIPT);
  });

  it.each(['index-old.js', 'index-4f3a.js.map', ''])(
    'is not made up where it is not there: assets/%s',
    async (name) => {
      const answer = await get(`/dashboard/assets/${name}`);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ code: 'not_found' });
    },
  );
});

it('tells where the app was not built how to build it', async () => {
  const bare = await startTestApp({ webApp: pathToFileURL(join(folder, 'nothing/')) });
  const answer = await fetch(`${bare.url}/dashboard/keys`);
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain('npm start builds it');
  await bare.close();
});

it('asks browsers to come by TLS only where they came by it', async () => {
  const secure = await startTestApp({
    webApp: pathToFileURL(`${folder}/`),
    publicUrl: 'https://api.example.com',
  });
  const { headers } = await fetch(`${secure.url}/dashboard`);
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  await secure.close();
});

it.each([
  ['https://api.example.com', '__Host-session'],
  ['http://localhost:8080', '__Host-session'],
  ['http://api.example.com', 'session'],
])('serves under %s a document that names the cookie %s', async (publicUrl, name) => {
  const app = await startTestApp({ webApp: pathToFileURL(`${folder}/`), publicUrl });
  const document: unknown = await (await fetch(`${app.url}/v1/dashboard/openapi.json`)).json();
  expect(document).toMatchObject({
    components: { securitySchemes: { session: { in: 'cookie', name } } },
    servers: [{ url: publicUrl }],
  });
  await app.close();
});
