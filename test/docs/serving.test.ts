import { readFileSync } from 'node:fs';
import { request as ask } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDocs } from '../../server/http/index.ts';
import { PROBLEMS } from '../../server/kernel/problem.ts';
import { type ImpatientApi, startImpatientApi } from '../service/impatient.ts';
import { contract, startService, type TestService } from '../support/service.ts';
import { builtDocs, pageFile } from './docs.ts';

let service: TestService;
let page: Buffer;
/** An API that was given no page. */
let bare: ImpatientApi;

beforeAll(async () => {
  await builtDocs();
  page = readFileSync(pageFile);
  service = await startService({ parts: ['api'], validatesResponses: true });
  bare = await startImpatientApi();
});
afterAll(async () => {
  await bare.close();
  await service.close();
});

interface Received {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

/** Follows nothing, unpacks nothing, and adds no header of its own. */
async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { promise, resolve, reject } = Promise.withResolvers<Received>();
  const asked = ask(`${service.url}${path}`, { method, headers }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('error', reject);
    response.on('end', () => {
      const { statusCode: status = 0, headersDistinct } = response;
      const fields = Object.entries(headersDistinct).map(([name, values]) => [
        name,
        values!.join(),
      ]);
      resolve({
        status,
        headers: new Headers(fields as [string, string][]),
        bytes: Buffer.concat(chunks),
      });
    });
  });
  asked.on('error', reject).end();
  const received = await promise;
  const { status, bytes } = received;
  // The page may be compressed here; that it is the right one is each test's own business.
  const text = status === 200 && method === 'GET' ? '<html>' : bytes.toString();
  contract.check({ ...received, status, method, target: path, text, publicUrl: service.publicUrl });
  return received;
}

describe('the page', () => {
  it('is served as it was built, to whoever takes nothing else', async () => {
    const { status, headers, bytes } = await get('/docs');
    expect(status).toBe(200);
    expect(bytes.equals(page)).toBe(true);
    expect(headers.get('content-encoding')).toBeNull();
    expect(headers.get('vary')).toBe('Accept-Encoding');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('is the same page at the address with a slash at its end', async () => {
    const { status, headers, bytes } = await get('/docs/');
    expect(status).toBe(200);
    expect(bytes.equals(page)).toBe(true);
    const tag = headers.get('etag') ?? '';
    expect((await get('/docs/', { 'If-None-Match': tag })).status).toBe(304);
    expect((await get('/docs/?', {}, 'HEAD')).status).toBe(200);
    expect((await get('/docs/', {}, 'POST')).headers.get('allow')).toBe('GET, HEAD');
  });

  it.each(['/docs//', '/docs/page', '/livez/'])('is not at %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['br', '*', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip', 'br;q=0, gzip;q=0.5', gunzipSync],
  ])('comes as %s where Accept-Encoding is %s', async (coding, accepted, unpack) => {
    const { headers, bytes } = await get('/docs', { 'Accept-Encoding': accepted });
    expect(headers.get('content-encoding')).toBe(coding);
    expect(bytes.length).toBeLessThan(page.length / 3);
    expect(unpack(bytes).equals(page)).toBe(true);
  });

  it.each(['identity', 'gzip;q=0', 'zstd', 'br;q=much', ''])(
    'comes as it is where Accept-Encoding is %j',
    async (accepted) => {
      const { headers, bytes } = await get('/docs', { 'Accept-Encoding': accepted });
      expect(headers.get('content-encoding')).toBeNull();
      expect(bytes.length).toBe(page.length);
    },
  );

  it('is not sent again to whoever has it, in whatever form', async () => {
    const { headers } = await get('/docs', { 'Accept-Encoding': 'br' });
    const etag = headers.get('etag')!;
    const again = await get('/docs', { 'If-None-Match': etag });
    expect(again.status).toBe(304);
    expect(again.bytes.length).toBe(0);
    expect(again.headers.get('etag')).toBe(etag);
    expect((await get('/docs', { 'If-None-Match': 'W/"other"' })).status).toBe(200);
  });

  it('has the policy in a header that it has in itself, and cannot be framed', async () => {
    const { headers } = await get('/docs');
    const policy = headers.get('content-security-policy')!;
    const own = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page.toString())![1];
    expect(policy).toBe(`${own}; frame-ancestors 'none'`);
    expect(policy).toMatch(/^default-src 'none'; script-src (?:'sha256-[\w+/=]+' ?)+;/);
    expect(policy).not.toMatch(/script-src[^;]*unsafe|connect-src|https?:|\*/);
  });

  it('answers HEAD with the same headers and nothing else', async () => {
    const { status, headers, bytes } = await get('/docs', {}, 'HEAD');
    expect(status).toBe(200);
    expect(headers.get('content-length')).toBe(String(page.length));
    expect(bytes.length).toBe(0);
  });

  it('has another tag when it is another page', () => {
    const other = Buffer.from(page.toString().replace('<title>', '<title>Another '));
    const etagOf = (html: Buffer) => createDocs(html)(service.url).etag;
    expect(etagOf(other)).not.toBe(etagOf(page));
  });
});

describe('without a page', () => {
  it('the answer is 404 not_found', async () => {
    const answer = await fetch(`http://127.0.0.1:${bare.port}/docs`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'not_found' });
  });

  it('a problem still leads to where its section would be', async () => {
    const address = `http://127.0.0.1:${bare.port}/problems/overloaded`;
    expect((await fetch(address, { redirect: 'manual' })).status).toBe(303);
  });
});

describe('the address of a problem', () => {
  it.each(Object.keys(PROBLEMS))('%s leads to its section, wherever the API is', async (code) => {
    const { status, headers } = await get(`/problems/${code}`);
    expect(status).toBe(303);
    const location = headers.get('location')!;
    for (const base of ['http://localhost:8080', 'https://example.org/behind/a/proxy'])
      expect(URL.parse(location, `${base}/problems/${code}`)?.href).toBe(
        `${base}/docs#/section/errors/${code}`,
      );
  });

  it.each(['unknown', 'constructor', '__proto__', 'not_found%20', 'NOT_FOUND'])(
    '%s is nobody',
    async (code) => {
      const { status, bytes } = await get(`/problems/${code}`);
      expect(status).toBe(404);
      expect(JSON.parse(bytes.toString())).toMatchObject({ code: 'not_found' });
    },
  );
});
