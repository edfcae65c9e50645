import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Mock, startMock } from '../../scripts/mock/index.ts';
import { document } from '../contract/document.ts';
import { BROWSER_TIMEOUT_MS, openBrowser } from '../support/browser.ts';

let mock: Mock;
let elsewhere: Server;
let browser: Browser | undefined;

beforeAll(async () => {
  mock = await startMock({ document, port: 0 });
  elsewhere = createServer((_, response) => {
    response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end('<!doctype html><title>App</title>');
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  browser = await openBrowser();
}, BROWSER_TIMEOUT_MS);
afterAll(async () => {
  await browser?.close();
  elsewhere.close();
  await mock.close();
});

it('lets a page of another origin create, read, and see every header and every refusal', async () => {
  const page = await browser!.newPage();
  await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
  const seen = await page.evaluate(async (url) => {
    const headers = { Authorization: 'Bearer any', traceparent: '00-a-b-01' };
    const created = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': 'browser' },
      body: JSON.stringify({
        ...{ model: 'sandbox/echo', maxOutputTokens: 10 },
        messages: [{ role: 'user', content: 'Hello' }],
      }),
    });
    const { id } = (await created.json()) as { id: string };
    const read = await fetch(`${url}/${id}`, {
      headers: { ...headers, Prefer: 'wait=20' },
    });
    const refused = await fetch(url, {
      headers: { ...headers, Prefer: 'code=429', 'If-None-Match': '"1"' },
    });
    const outsider = await fetch(url);
    return {
      created: [created.status, ...created.headers.keys()],
      state: ((await read.json()) as { state: string }).state,
      read: [read.status, ...read.headers.keys()],
      refused: [refused.status, ...refused.headers.keys()],
      problem: ((await refused.json()) as { code: string }).code,
      outsider: [outsider.status, ...outsider.headers.keys()],
    };
  }, `${mock.url}/v1/developer/model-runs`);

  const always = ['x-request-id', 'ratelimit', 'ratelimit-policy'];
  const named = ['location', 'content-location', 'etag', 'retry-after'];
  expect(seen.created).toEqual(expect.arrayContaining([202, ...always, ...named]));
  expect(seen.read).toEqual(expect.arrayContaining([200, ...always, 'etag', 'preference-applied']));
  expect(seen.state).toBe('completed');
  expect(seen.refused).toEqual(expect.arrayContaining([429, ...always, 'retry-after']));
  expect(seen.problem).toBe('rate_limited');
  expect(seen.outsider).toEqual(expect.arrayContaining([401, 'www-authenticate', 'x-request-id']));
});
