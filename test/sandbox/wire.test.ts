/** The sandbox as an HTTP server: it refuses what the real upstream refuses, in the same form. */
import { describe, expect, test } from 'vitest';
import { startSandbox } from '../../server/sandbox/index.ts';
import { openSandbox, SANDBOX_KEY } from './sandbox.ts';

const KEY = { authorization: `Bearer ${SANDBOX_KEY}` };
const VALID = { model: 'sandbox/echo', messages: [{ role: 'user', content: 'Hi' }] };

function post(
  url: string,
  body: unknown,
  headers: Record<string, string> = KEY,
): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return fetch(`${url}/chat/completions`, { method: 'POST', headers, body: text });
}

describe('a refusal has a code and a message', () => {
  test.each<[string, number, unknown]>([
    ['a body that is no JSON', 400, '{"model":'],
    ['a request that has not the form of the wire', 400, { ...VALID, max_token: 1 }],
    ['a model that is not there', 400, { ...VALID, model: 'sandbox/nothing' }],
    ['a parameter out of its bounds', 400, { ...VALID, temperature: 3 }],
    ['a format without its schema', 400, { ...VALID, response_format: { type: 'json_schema' } }],
    [
      'a parameter that the model does not list',
      404,
      { ...VALID, reasoning: { effort: 'low' }, provider: { require_parameters: true } },
    ],
    [
      'a maximum price below the model s',
      404,
      { ...VALID, provider: { max_price: { prompt: '0.1499999', completion: '9' } } },
    ],
  ])('for %s', async (_, status, body) => {
    const { url } = await openSandbox();
    const response = await post(url, body);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ error: { code: status, message: expect.any(String) } });
  });

  test.each([{}, { authorization: 'Bearer other' }, { authorization: SANDBOX_KEY }])(
    'for the credentials %j',
    async (headers) => {
      const sandbox = await openSandbox();
      expect((await post(sandbox.url, VALID, headers)).status).toBe(401);
      expect((await fetch(`${sandbox.url}/generation?id=gen-1`, { headers })).status).toBe(401);
      expect(sandbox.posts()).toBe(0);
    },
  );

  test.each([
    '/',
    '/models/x',
    '/generation',
    '/generation?id=',
    '/generation?id=gen-AAAA',
    '/generation?id=gen-W10',
    '/generation?id=%00',
  ])('for GET %s', async (path) => {
    const { url } = await openSandbox();
    const response = await fetch(url + path, { headers: KEY });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 404 } });
  });
});

test('a price at the maximum is served', async () => {
  const { url } = await openSandbox();
  const provider = { max_price: { prompt: '0.15', completion: '0.60', request: '0' } };
  expect((await post(url, { ...VALID, provider })).status).toBe(200);
});

test('a stream has a sign of life, chunks, usage and the end mark, under one identifier', async () => {
  const { url } = await openSandbox();
  const response = await post(url, { ...VALID, stream: true });
  const id = response.headers.get('x-generation-id');
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const text = await response.text();
  expect(text).toMatch(/^: .+\n\ndata: /);
  expect(text).toMatch(/data: \[DONE\]\n\n$/);
  const chunks = text
    .split('\n\n')
    .filter((event) => event.startsWith('data: {'))
    .map((event) => JSON.parse(event.slice('data: '.length)));
  expect(chunks.every((chunk) => chunk.id === id && chunk.object === 'chat.completion.chunk')).toBe(
    true,
  );
  expect(chunks.at(-1).usage).toMatchObject({
    prompt_tokens: 6,
    completion_tokens: 1,
    total_tokens: 7,
  });
});

test('without stream the answer comes whole', async () => {
  const { url } = await openSandbox();
  expect(await (await post(url, VALID)).json()).toMatchObject({
    object: 'chat.completion',
    choices: [{ message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
    usage: { cost: 0.0000015, is_byok: false },
  });
});

test('the same request costs the same, and is another generation', async () => {
  const { url } = await openSandbox();
  const responses = await Promise.all([post(url, VALID), post(url, VALID)]);
  const [first, second] = await Promise.all(responses.map((response) => response.text()));
  const withoutIdentity = (text = '') =>
    text.replace(/"id":"[^"]+"/, '').replace(/"created":\d+/, '');
  expect(withoutIdentity(first)).toBe(withoutIdentity(second));
  expect(first).not.toBe(second);
});

test('a caller that leaves a slow answer does no harm', async () => {
  const sandbox = await openSandbox({ slowMs: 600 });
  const abort = new AbortController();
  const response = await fetch(`${sandbox.url}/chat/completions`, {
    method: 'POST',
    headers: KEY,
    body: JSON.stringify({ ...VALID, model: 'sandbox/slow', stream: true }),
    signal: abort.signal,
  });
  abort.abort();
  await expect(response.text()).rejects.toThrow();
  expect((await post(sandbox.url, VALID)).status).toBe(200);
});

test('closing ends what is under way', async () => {
  const sandbox = await openSandbox({ slowMs: 60_000 });
  const response = await post(sandbox.url, { ...VALID, model: 'sandbox/slow', stream: true });
  await sandbox.close();
  await expect(response.text()).rejects.toThrow();
});

test('a port that is taken is refused', async () => {
  const { url } = await openSandbox();
  const port = Number(new URL(url).port);
  await expect(startSandbox({ port, apiKey: SANDBOX_KEY })).rejects.toThrow('EADDRINUSE');
});
