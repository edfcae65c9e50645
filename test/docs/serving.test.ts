import { createHash } from 'node:crypto';
import { request as ask } from 'node:http';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { operationsOf, readContract } from '../../scripts/docs/contract.ts';
import { composeDocument } from '../../scripts/docs/document.ts';
import { createDocs, type DocsFolder, readDocsFolder } from '../../server/platform/http/index.ts';
import { PROBLEMS } from '../../server/platform/lib/problem.ts';
import { type ImpatientApi, startImpatientApi } from '../service/impatient.ts';
import { contract, startService, type TestService } from '../support/service.ts';
import { builtDocs, builtFolder } from './docs.ts';

let service: TestService;
let folder: DocsFolder;
let page: Buffer;
/** An API without a page. */
let bare: ImpatientApi;

beforeAll(async () => {
  await builtDocs();
  service = await startService({ parts: ['api'], validatesResponses: true });
  folder = (await readDocsFolder(pathToFileURL(`${builtFolder}/`)))!;
  page = await pageAt(service.publicUrl);
  bare = await startImpatientApi();
});
afterAll(async () => {
  await bare.close();
  await service.close();
});

/** The first page, for a deployment at this address. */
async function openAt(url: string, keysUrl?: string, from = folder) {
  const file = await createDocs(from, keysUrl)(url).fileOf('index.html')!;
  return { ...file, bytes: (await file.formFor(() => false)).bytes };
}

async function pageAt(url: string, keysUrl?: string): Promise<Buffer> {
  return (await openAt(url, keysUrl)).bytes;
}

interface Received {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

/** Follows no redirect, decompresses nothing, and adds no header of its own. */
async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { promise, resolve, reject } = Promise.withResolvers<Received>();
  const request = ask(`${service.url}${path}`, { method, headers }, (response) => {
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
  request.on('error', reject).end();
  const received = await promise;
  const { status, bytes } = received;
  // The page may be compressed here; each test checks that it is the right one.
  const isPage = status === 200 && method === 'GET' && !path.endsWith('.json');
  const text = isPage ? '# <html>' : bytes.toString();
  contract.check({ ...received, status, method, target: path, text, publicUrl: service.publicUrl });
  return received;
}

describe('the page', () => {
  it('is served as it was built, with its address, to whoever takes nothing else', async () => {
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

  it.each(['/docs//', '/docs/page', '/docs/index.html', '/docs/guides', '/livez/'])(
    'is not at %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );

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
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' (?:'sha256-[\w+/=]+' ?)+;/);
    expect(policy).not.toMatch(/script-src[^;]*unsafe|connect-src|https?:|\*/);
  });

  it('answers HEAD with the same headers and nothing else', async () => {
    const { status, headers, bytes } = await get('/docs', {}, 'HEAD');
    expect(status).toBe(200);
    expect(headers.get('content-length')).toBe(String(page.length));
    expect(bytes.length).toBe(0);
  });

  it('has another tag when it is another page', async () => {
    const other = {
      ...folder,
      read: async (name: string) => (await folder.read(name)).replace('<title>', '<title>Another '),
    };
    const { etag } = await openAt(service.url, undefined, other);
    expect(etag).not.toBe((await openAt(service.url)).etag);
  });

  it('is read again by the next caller if it could not be read', async () => {
    let reads = 0;
    const read = async (name: string) => {
      reads += 1;
      if (reads === 1) throw new Error('too many open files');
      return folder.read(name);
    };
    const docs = createDocs({ ...folder, read })(service.url);
    await expect(docs.fileOf('index.html')).rejects.toThrow('too many open files');
    expect((await docs.fileOf('index.html'))!.etag).toBe((await openAt(service.url)).etag);
  });
});

describe('the addresses in it', () => {
  const url = 'https://runs.example.com/api';

  it('are those of the deployment, and its scripts still run by its policy', async () => {
    const { bytes, contentSecurityPolicy } = await openAt(url);
    const text = bytes.toString();
    expect(text).not.toContain('http://localhost:8080');
    expect(text).toContain(`${url}/docs/guides/quickstart`);
    const scripts = Array.from(
      text.matchAll(/<script(?: type="module")?>([\s\S]*?)<\/script>/g),
      ([, script = '']) => createHash('sha256').update(script).digest('base64'),
    );
    expect(scripts.length).toBeGreaterThan(1);
    for (const hash of scripts) expect(contentSecurityPolicy).toContain(`'sha256-${hash}'`);
  });

  it('are another page for keys where the deployment has one', async () => {
    const at = createDocs(folder, 'https://example.com/keys')(url);
    const guide = (await (await at.fileOf('guides/quickstart.html')!).formFor(() => false)).bytes;
    expect(guide.toString()).toContain('https://example.com/keys');
    expect(guide.toString()).not.toContain(`${url}/dashboard`);
  });

  it('are what the service is reached at', async () => {
    const { bytes } = await get('/docs/guides/quickstart');
    expect(bytes.toString()).toContain(`MODEL_RUN_BASE_URL=${service.publicUrl}`);
  });
});

describe('the guides as texts', () => {
  it('are listed for coding agents, each with an address that answers', async () => {
    const index = await get('/llms.txt');
    expect([index.status, index.headers.get('content-type')]).toEqual([
      200,
      'text/plain; charset=utf-8',
    ]);
    const text = index.bytes.toString();
    expect(text).toMatch(/^# Model Run API\n\n> /);
    const addresses = Array.from(text.matchAll(/\]\((\S+\.md)\)/g), ([, address = '']) => address);
    const { guides } = composeDocument();
    expect(addresses).toHaveLength(guides.length);
    for (const address of addresses) {
      expect(address.startsWith(`${service.publicUrl}/docs/guides/`)).toBe(true);
      const { status, headers, bytes } = await get(new URL(address).pathname);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
      expect(bytes.toString()).toMatch(/^# \S/);
    }
  });

  it('have all code, and nothing that only the page can show', async () => {
    const names = composeDocument().guides.map(({ anchor }) => anchor.replace('section/', ''));
    const texts = await Promise.all(
      names.map(async (name) => (await get(`/docs/guides/${name}.md`)).bytes.toString()),
    );
    for (const [i, text] of texts.entries()) {
      for (const language of ['sh', 'ts', 'py'])
        expect(text, names[i]).toContain(`\n\`\`\`${language}\n`);
      expect(text, names[i]).not.toMatch(/<(?:pre|span|p|svg|figure|div|code|sup)\b|\{%|\]\(#\//);
    }
    const prompts = texts[names.indexOf('prompts')];
    expect(prompts).toContain('`{{number}}`');
  });

  it('are not sent again to whoever has them, and come compressed', async () => {
    const { headers, bytes } = await get('/docs/guides/money.md', { 'Accept-Encoding': 'br' });
    expect(headers.get('content-encoding')).toBe('br');
    expect(brotliDecompressSync(bytes).toString()).toMatch(/^# Money\n/);
    const known = { 'If-None-Match': headers.get('etag')! };
    expect((await get('/docs/guides/money.md', known)).status).toBe(304);
    const index = await get('/llms.txt');
    expect((await get('/llms.txt', { 'If-None-Match': index.headers.get('etag')! })).status).toBe(
      304,
    );
  });

  it('come in other forms: the contract in YAML, requests, one text and a feed', async () => {
    const read = async (file: string) => {
      const { headers, bytes } = await get(`/docs/files/${file}`);
      return { type: headers.get('content-type'), text: bytes.toString() };
    };
    const yaml = await read('openapi.yaml');
    expect(yaml.type).toBe('application/yaml');
    const { info, paths } = readContract('developer');
    expect(parse(yaml.text)).toMatchObject({ info, paths });
    const collection = await read('postman-collection.json');
    expect(collection.type).toBe('application/json');
    const { item, variable } = JSON.parse(collection.text);
    const requests = item.flatMap((folder: { item: object[] }) => folder.item);
    expect(requests).toHaveLength(operationsOf(composeDocument().document).length);
    expect(variable[0]).toEqual({ key: 'baseUrl', value: service.publicUrl });
    const all = await read('llms-full.txt');
    expect(all.type).toBe('text/plain; charset=utf-8');
    expect(all.text.match(/^# /gm)!.length).toBeGreaterThanOrEqual(composeDocument().guides.length);
    const feed = await read('changes.atom');
    expect(feed.type).toBe('application/atom+xml');
    expect(feed.text).toContain(`<title>Model Run API ${info.version}</title>`);
    expect((await get('/docs/files/nothing.txt')).status).toBe(404);
  });

  it.each(['nothing.md', 'nothing', 'constructor', '..%2Findex', '..%2F..%2Fpackage.json'])(
    '%s is none of them',
    async (name) => {
      expect((await get(`/docs/guides/${name}`)).status).toBe(404);
    },
  );
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
        `${base}/docs/guides/errors#${code}`,
      );
  });

  it.each(['unknown', 'constructor', '__proto__', 'not_found%20', 'NOT_FOUND'])(
    '%s is 404 if no problem has this code',
    async (code) => {
      const { status, bytes } = await get(`/problems/${code}`);
      expect(status).toBe(404);
      expect(JSON.parse(bytes.toString())).toMatchObject({ code: 'not_found' });
    },
  );
});
