/** Tools at plain HTTP addresses: what they receive, and what each of their answers proves. */
import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  createHttpToolsProvider,
  type HttpToolsOptions,
} from '../../server/tool-runs/providers/http-tools.ts';

import type { ToolProvider } from '../../server/tool-runs/providers/tool-provider.ts';
import { freePort } from '../support/free-port.ts';
import { answerOf, call, newRunId } from './mcp/calls.ts';
import { json, type Received, startRawServer, startUpstream, type Upstream } from './upstream.ts';

const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes, ok').toString('base64')}`;
const NEXT_SECRET = `whsec_${Buffer.from('another one of thirty-two bytes.').toString('base64')}`;

function providerAt(
  url: string,
  options: Partial<HttpToolsOptions> = {},
  isIdempotent = false,
): ToolProvider {
  const definition = { name: 'weather', inputSchema: { type: 'object' } };
  const provider = createHttpToolsProvider({
    name: 'http',
    maxInFlight: 8,
    connectTimeoutMs: 2_000,
    maxAnswerBytes: 100_000,
    tools: [{ definition, url: new URL(url), isIdempotent }],
    signingSecrets: [SECRET],
    headers: { authorization: 'Bearer its-token-1234' },
    ...options,
  });
  onTestFinished(() => provider.close());
  return provider;
}

async function answering(
  answer: (response: ServerResponse, request: Received) => void,
  isIdempotent = false,
): Promise<{ upstream: Upstream; provider: ToolProvider }> {
  const upstream = await startUpstream(answer);
  return { upstream, provider: providerAt(`${upstream.url}/weather`, {}, isIdempotent) };
}

describe('a call', () => {
  test('is signed, and named by its run', async () => {
    const { upstream, provider } = await answering((response) => json(response, 200, { ok: true }));
    const runId = newRunId();
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const { events } = await call(provider, 'weather', { city: 'Bern' }, { runId, traceparent });
    const [{ path, headers, body, text }] = upstream.received as [Received];
    expect(path).toBe('/api/v1/weather');
    expect(body).toEqual({ runId, tool: 'weather', input: { city: 'Bern' } });
    expect(headers).toMatchObject({
      'idempotency-key': runId,
      'webhook-id': runId,
      authorization: 'Bearer its-token-1234',
      'content-type': 'application/json',
      traceparent,
    });
    const signed = headers as Record<string, string>;
    expect(new Webhook(SECRET).verify(text, signed)).toEqual(body);
    expect(() => new Webhook(NEXT_SECRET).verify(text, signed)).toThrow();
    expect(events).toEqual(['before send']);
  });

  test('is signed with both secrets while they change', async () => {
    const upstream = await startUpstream((response) => json(response, 200, {}));
    const provider = providerAt(upstream.url, { signingSecrets: [SECRET, NEXT_SECRET] });
    await call(provider, 'weather');
    const [{ headers, text }] = upstream.received as [Received];
    for (const secret of [SECRET, NEXT_SECRET]) {
      new Webhook(secret).verify(text, headers as Record<string, string>);
    }
  });

  test('of a tool that was taken away is refused', async () => {
    const provider = providerAt('http://127.0.0.1:1/');
    const { outcome, events } = await call(provider, 'news');
    expect(outcome).toMatchObject({ kind: 'refused', providerStatus: 404 });
    expect(events).toEqual([]);
  });
});

describe('an answer', () => {
  test.each([
    ['its parts', { content: [{ type: 'text', text: 'a' }], structured: { b: 1 }, isError: true }],
    ['a text alone', { content: [{ type: 'text', text: 'a' }] }],
    ['a value alone', { structured: { b: 1 } }],
  ])('of %s', async (_, body) => {
    const { provider } = await answering((response) => json(response, 200, body));
    const { durationMs, ...answer } = answerOf(await call(provider, 'weather'));
    expect(answer).toEqual({ content: [], ...body });
    expect(durationMs).toBeGreaterThanOrEqual(0);
  });

  test.each([[{ temperature: 21 }], [{}], [{ content: 'a text', more: 1 }], [{ content: 'a' }]])(
    'of any other object is structured: %j',
    async (body) => {
      const { provider } = await answering((response) => json(response, 201, body));
      expect(answerOf(await call(provider, 'weather'))).toMatchObject({
        content: [],
        structured: body,
      });
    },
  );

  test('without a body is empty', async () => {
    const { provider } = await answering((response) => void response.writeHead(204).end());
    expect(answerOf(await call(provider, 'weather')).content).toEqual([]);
  });

  test('keeps numbers that a double would change', async () => {
    const { provider } = await answering((response) =>
      json(response, 200, '{"id":12345678901234567890}'),
    );
    const { structured } = answerOf(await call(provider, 'weather'));
    expect(JSON.stringify(structured)).toBe('{"id":12345678901234567890}');
  });

  test.each([
    ['[1]', 'It is no object.'],
    ['"text"', 'It is no object.'],
    ['['.repeat(5_000), 'It has 5000 levels of objects and arrays; the limit is 128.'],
  ])(
    'that cannot be used ends the run with answer_unusable, and its text is kept: %.10s',
    async (body, why) => {
      const { provider } = await answering((response) => json(response, 200, body));
      const { outcome } = await call(provider, 'weather');
      const message = `The tool was carried out, but its answer cannot be used. ${why}`;
      expect(outcome).toMatchObject({
        ...{ kind: 'failed', error: { code: 'answer_unusable', message, retryable: false } },
        answer: { content: [], raw: body },
      });
    },
  );

  test.each(['{"cut', '', '<html>Soon</html>', `<html>${'.'.repeat(200_000)}`])(
    'that is not JSON may be of something else than the tool, and leaves the outcome unknown: %.10s',
    async (body) => {
      const { provider } = await answering((response) => json(response, 200, body));
      const { outcome } = await call(provider, 'weather');
      expect(outcome).toMatchObject({ kind: 'unknown', providerStatus: 200 });
    },
  );

  test('beyond the bound ends the run with answer_unusable and the bound, and nothing more is read', async () => {
    const { provider } = await answering((response) =>
      json(response, 200, { text: '.'.repeat(20_000_000) }),
    );
    const { outcome, size } = await call(provider, 'weather');
    expect(outcome).toMatchObject({
      ...{ kind: 'failed', error: { code: 'answer_unusable' } },
      error: { message: expect.stringContaining('It has more than 100000 bytes.') },
    });
    expect(outcome).not.toHaveProperty('answer');
    expect(size).toBeLessThanOrEqual(200_000);
  });
});

describe('a status', () => {
  test.each([400, 401, 403, 404, 413, 422])('of %i is a refusal', async (status) => {
    const { provider } = await answering((response) => json(response, status, { error: 'No.' }));
    const { outcome } = await call(provider, 'weather');
    expect(outcome).toMatchObject({ kind: 'refused', providerStatus: status });
  });

  test('of a refusal comes with the words about the request, and without secrets', async () => {
    const body = { error: 'No city. Sent with Bearer its-token-1234, so its-token-1234.' };
    const { provider } = await answering((response) => json(response, 422, body));
    const { outcome } = await call(provider, 'weather');
    expect(outcome).toMatchObject({ words: 'No city. Sent with [removed], so [removed].' });
  });

  test.each([202, 302, 307, 408, 409, 500, 502, 503, 504])(
    'of %i leaves the outcome unknown, and nothing is followed',
    async (status) => {
      const headers = { location: '/elsewhere', 'retry-after': '1' };
      const { upstream, provider } = await answering((response) =>
        json(response, status, {}, headers),
      );
      const { outcome } = await call(provider, 'weather');
      expect(outcome).toMatchObject({ kind: 'unknown', providerStatus: status });
      expect(upstream.received).toHaveLength(1);
    },
  );

  test('of 429 is a refusal for now', async () => {
    const { provider } = await answering((response) =>
      json(response, 429, {}, { 'retry-after': '2' }),
    );
    const { outcome } = await call(provider, 'weather');
    expect(outcome).toMatchObject({ kind: 'refused_for_now', retryAfterMs: 2_000 });
  });

  test('of 503 with a time is a refusal for now where a second call is harmless', async () => {
    const headers = { 'retry-after': '2' };
    const { provider } = await answering((response) => json(response, 503, {}, headers), true);
    const { outcome } = await call(provider, 'weather');
    expect(outcome).toMatchObject({ kind: 'refused_for_now', retryAfterMs: 2_000 });
  });
});

describe('no answer', () => {
  test('from an address without a server: nothing was sent', async () => {
    const provider = providerAt(`http://127.0.0.1:${await freePort()}/`);
    const { outcome, events } = await call(provider, 'weather');
    expect(outcome).toMatchObject({ kind: 'not_sent' });
    expect(events).toEqual([]);
  });

  test('over a connection that breaks', async () => {
    const port = await startRawServer((socket) => socket.once('data', () => socket.destroy()));
    const { outcome, events } = await call(providerAt(`http://127.0.0.1:${port}/`), 'weather');
    expect(outcome).toMatchObject({ kind: 'unknown' });
    expect(events).toEqual(['before send']);
  });

  test('within the time', async () => {
    const { provider } = await answering(() => {});
    const { outcome } = await call(provider, 'weather', {}, { timeoutMs: 100 });
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: { code: 'timed_out', message: expect.stringContaining('may have taken effect') },
    });
  });

  test('after the caller gave up: the connection is closed', async () => {
    const cancel = new AbortController();
    const closed = Promise.withResolvers<void>();
    const { provider } = await answering((response) => {
      response.once('close', closed.resolve);
      cancel.abort();
    });
    const { outcome } = await call(
      provider,
      'weather',
      {},
      { hooks: { cancelled: cancel.signal } },
    );
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'cancelled' } });
    await closed.promise;
  });

  test('before the service ends', async () => {
    const end = new AbortController();
    const { provider } = await answering(() => end.abort('The service is stopping.'));
    const { outcome } = await call(provider, 'weather', {}, { signal: end.signal });
    expect(outcome).toEqual({ kind: 'unknown', reason: 'The service is stopping.' });
  });

  test('since a lease that has ended keeps the call from being sent', async () => {
    const { upstream, provider } = await answering((response) => json(response, 200, {}));
    const hooks = {
      beforeSend() {
        throw new Error('the lease has ended');
      },
    };
    const { outcome } = await call(provider, 'weather', {}, { hooks });
    expect(outcome.kind).toBe('not_sent');
    expect(upstream.received).toEqual([]);
  });
});

test('its tools are those of its options', async () => {
  const listing = await providerAt('http://127.0.0.1:1/').listTools(AbortSignal.timeout(1_000));
  expect(listing.tools).toEqual([{ name: 'weather', inputSchema: { type: 'object' } }]);
});
