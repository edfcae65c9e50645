/** MCP over HTTP: what each way of not answering proves, and what a hostile server can't do. */
import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { MOST_PARTS, MOST_VALUES } from '../../../server/tool-runs/providers/answer.ts';

import { freePort } from '../../support/free-port.ts';
import { json, type Received, startRawServer, startUpstream, type Upstream } from '../upstream.ts';
import { answerOf, call, newRunId, overHttp, textOf } from './calls.ts';

type Answer = (response: ServerResponse, id: number, request: Received) => void;

interface Met extends Upstream {
  /** The number of calls. */
  calls(): Received[];
}

/** A server that accepts the handshake and answers calls as the test says. */
async function startServer(onCall: Answer, onGet: Answer = notOffered): Promise<Met> {
  const upstream = await startUpstream((response, request) => {
    const { id, method } = request.body as { id?: number; method?: string };
    if (method === 'initialize') {
      json(response, 200, message(id!, HANDSHAKE), { 'mcp-session-id': 'session-1' });
    } else if (method === 'tools/call') {
      onCall(response, id!, request);
    } else if (method === undefined) {
      onGet(response, 0, request);
    } else {
      response.writeHead(202).end();
    }
  });
  const calls = () => upstream.received.filter(({ body }) => body.method === 'tools/call');
  return { ...upstream, calls };
}

const notOffered: Answer = (response) => void response.writeHead(405).end();

const HANDSHAKE = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'test', version: '1' },
};

function message(id: number, result: object): object {
  return { jsonrpc: '2.0', id, result };
}

function toolResult(id: number, text: string): object {
  return message(id, { content: [{ type: 'text', text }] });
}

/** `why` is the end of the message. */
function unusable(why: unknown): object {
  const begin = 'The tool was carried out, but its answer cannot be used. ';
  const text = typeof why === 'string' ? begin + why : why;
  return { kind: 'failed', error: { code: 'answer_unusable', message: text, retryable: false } };
}

function openStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
}

const event = (data: object, id?: string) =>
  `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;

describe('a call', () => {
  test('is made once, with the headers, the session, the version and the trace', async () => {
    const server = await startServer((response, id) => json(response, 200, toolResult(id, 'a')));
    const provider = overHttp(server.url, 'key');
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    expect(textOf(await call(provider, 'a', {}, { traceparent }))).toBe('a');
    expect(server.calls()).toHaveLength(1);
    expect(server.calls()[0]!.headers).toMatchObject({
      authorization: 'Bearer key',
      'mcp-session-id': 'session-1',
      'mcp-protocol-version': '2025-11-25',
      traceparent,
    });
  });

  test('is not sent if no server listens', async () => {
    const { outcome, events } = await call(overHttp(`http://127.0.0.1:${await freePort()}/`), 'a');
    expect(outcome).toEqual({ kind: 'not_sent', reason: 'The provider refused the connection.' });
    expect(events).toEqual([]);
  });

  test('is not sent where the handshake fails', async () => {
    const server = await startUpstream((response) => json(response, 500, {}));
    const { outcome } = await call(overHttp(server.url), 'a');
    expect(outcome).toMatchObject({ kind: 'not_sent' });
    expect(server.received).toHaveLength(1);
  });

  test('is not sent where the handshake takes too long', async () => {
    const port = await startRawServer(() => {});
    const provider = overHttp(`http://127.0.0.1:${port}/`, '', { connectTimeoutMs: 200 });
    expect((await call(provider, 'a')).outcome.kind).toBe('not_sent');
  });

  test('is not sent once the lease has ended', async () => {
    const server = await startServer((response, id) => json(response, 200, toolResult(id, 'a')));
    const hooks = {
      beforeSend() {
        throw new Error('the lease has ended');
      },
    };
    const { outcome } = await call(overHttp(server.url), 'a', {}, { hooks });
    expect(outcome.kind).toBe('not_sent');
    expect(server.calls()).toEqual([]);
  });
});

describe('a status', () => {
  test.each([400, 401, 403, 404, 413, 422])('of %i to a call is a refusal', async (status) => {
    const server = await startServer((response) => json(response, status, {}));
    const { outcome } = await call(overHttp(server.url), 'a');
    expect(outcome).toMatchObject({ kind: 'refused', providerStatus: status });
  });

  test.each([202, 204, 302, 307, 500, 502, 503])(
    'of %i to a call leaves its outcome unknown, and nothing is followed',
    async (status) => {
      const headers = { location: '/elsewhere', 'retry-after': '1' };
      const server = await startServer((response) => json(response, status, {}, headers));
      const { outcome } = await call(overHttp(server.url), 'a');
      expect(outcome).toMatchObject({ kind: 'unknown' });
      expect(server.calls()).toHaveLength(1);
    },
  );

  test('of 429 is a refusal for now', async () => {
    const headers = { 'retry-after': '2' };
    const server = await startServer((response) => json(response, 429, {}, headers));
    const { outcome } = await call(overHttp(server.url), 'a');
    expect(outcome).toMatchObject({ kind: 'refused_for_now', retryAfterMs: 2_000 });
  });

  test('of 404 in a new session too is about the call: it goes no third time', async () => {
    let forgets = false;
    const server = await startServer((response, id) =>
      forgets ? json(response, 404, {}) : json(response, 200, toolResult(id, 'a')),
    );
    const provider = overHttp(server.url);
    await call(provider, 'a');
    forgets = true;
    expect((await call(provider, 'a')).outcome).toMatchObject({ kind: 'refused' });
    expect(server.calls()).toHaveLength(3);
    const handshakes = server.received.filter(({ body }) => body.method === 'initialize');
    expect(handshakes).toHaveLength(2);
  });

  test('of 400 with an explanation is about the call: it goes once, and its words are told', async () => {
    const body = { error: { message: 'No such city. Sent with hidden-key-123456.' } };
    const server = await startServer((response) => json(response, 400, body));
    const { outcome } = await call(overHttp(server.url, 'hidden-key-123456'), 'a');
    expect(outcome).toMatchObject({ kind: 'refused', words: 'No such city. Sent with [removed].' });
    expect(server.calls()).toHaveLength(1);
  });
});

describe('a stream', () => {
  test('brings the answer among other messages', async () => {
    const server = await startServer((response, id) => {
      openStream(response);
      response.write(': alive\n\n');
      response.write(event({ jsonrpc: '2.0', id: 7, method: 'ping' }));
      response.write(event(toolResult(id + 5, 'of another')));
      response.write('data: no JSON\n\n');
      response.write(event(toolResult(id, 'a')));
    });
    expect(textOf(await call(overHttp(server.url), 'a'))).toBe('a');
  });

  test.each(['end', 'destroy'] as const)(
    'that breaks off leaves the outcome unknown: %s',
    async (how) => {
      const server = await startServer((response) => {
        openStream(response);
        response.write(': alive\n\n', () => response[how]());
      });
      const { outcome } = await call(overHttp(server.url), 'a');
      expect(outcome).toMatchObject({ kind: 'unknown' });
      expect(server.calls()).toHaveLength(1);
    },
  );

  test('that may be continued is read on where it broke off', async () => {
    let requestId: number | undefined;
    const server = await startServer(
      (response, id) => {
        requestId = id;
        openStream(response);
        response.end('id: first\nretry: 10\ndata: \n\n');
      },
      (response, _, { headers }) => {
        if (headers['last-event-id'] !== 'first') return void response.writeHead(405).end();
        openStream(response);
        response.end(event(toolResult(requestId!, 'after all'), 'second'));
      },
    );
    expect(textOf(await call(overHttp(server.url), 'a'))).toBe('after all');
    expect(server.calls()).toHaveLength(1);
  });

  test('that cannot be continued, although the server announced it, leaves the outcome unknown', async () => {
    const server = await startServer(
      (response) => {
        openStream(response);
        response.end('id: first\nretry: 10\ndata: \n\n');
      },
      (response) => json(response, 404, {}),
    );
    const { outcome } = await call(overHttp(server.url), 'a');
    expect(outcome).toMatchObject({ kind: 'unknown' });
  });

  test('that never ends, though it is continued, is read no longer than its call is waited for', async () => {
    let requestCount = 0;
    const server = await startServer(
      (response) => {
        openStream(response);
        response.end('id: 0\nretry: 0\ndata: \n\n');
      },
      (response, _, { headers }) => {
        if (headers['last-event-id'] === undefined) return void response.writeHead(405).end();
        requestCount += 1;
        openStream(response);
        response.end(`id: ${requestCount}\nretry: 0\ndata: \n\n`);
      },
    );
    const { outcome } = await call(overHttp(server.url), 'a', {}, { timeoutMs: 1_000 });
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'timed_out' } });
    expect(requestCount).toBeGreaterThan(0);
    expect(requestCount).toBeLessThanOrEqual(10);
  });

  test('that answers a request for the tools is not continued after the request was given up', async () => {
    const open = new Set<ServerResponse>();
    const server = await startUpstream((response, { body, headers }) => {
      const { id, method } = body as { id?: number; method?: string };
      if (method === 'initialize') return json(response, 200, message(id!, HANDSHAKE));
      if (method === 'tools/list') {
        openStream(response);
        return void response.end('id: first\nretry: 1\ndata: \n\n');
      }
      if (headers['last-event-id'] === undefined) return void response.writeHead(202).end();
      open.add(response.once('close', () => open.delete(response)));
      openStream(response);
      response.flushHeaders();
    });
    const listing = overHttp(server.url).listTools(AbortSignal.timeout(2_000));
    await expect.poll(() => open.size).toBe(1);
    await expect(listing).rejects.toThrow();
    await expect.poll(() => open.size).toBe(0);
  });

  test('of one endless message is cut, and the other call goes on', async () => {
    const server = await startServer((response, id, { body }) => {
      if ((body.params as { name: string }).name === 'b')
        return json(response, 200, toolResult(id, 'b'));
      openStream(response);
      response.write('data: ');
      const pour = () => {
        while (!response.destroyed && response.write('.'.repeat(65_536)));
      };
      response.on('drain', pour);
      pour();
    });
    const provider = overHttp(server.url, '', { maxAnswerBytes: 1_000_000 });
    const [large, other] = await Promise.all([call(provider, 'a'), call(provider, 'b')]);
    expect(large.outcome).toMatchObject({
      kind: 'unknown',
      reason: expect.stringContaining('larger than is accepted'),
    });
    expect(large.size).toBeLessThan(3_000_000);
    expect(textOf(other)).toBe('b');
  });
});

describe('an answer that', () => {
  test.each([
    ['is no JSON', 'text'],
    ['is of another call', JSON.stringify(toolResult(9_999, 'a'))],
    ['is a list', '[]'],
    ['is empty', ''],
  ])('%s leaves the outcome unknown', async (_, body) => {
    const server = await startServer((response) => json(response, 200, body));
    const { outcome } = await call(overHttp(server.url), 'a');
    expect(outcome).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('read') });
  });

  const large = (id: number) => JSON.stringify(toolResult(id, '.'.repeat(2_000_000)));
  test.each([
    ['as JSON', 'application/json', (id: number) => large(id)],
    ['as an event', 'text/event-stream', (id: number) => `data: ${large(id)}\n\n`],
  ])(
    'has too many bytes ends its run with answer_unusable and the limit: %s',
    async (_, type, text) => {
      const server = await startServer((response, id) => {
        response.writeHead(200, { 'content-type': type }).end(text(id));
      });
      const provider = overHttp(server.url, '', { maxAnswerBytes: 1_000_000 });
      const { outcome } = await call(provider, 'a');
      expect(outcome).toEqual(unusable('It has more than 1000000 bytes.'));
    },
  );

  test('may be no answer leaves the outcome unknown where it has too many bytes', async () => {
    const server = await startServer((response) => {
      const log = {
        jsonrpc: '2.0',
        method: 'notifications/message',
        params: '.'.repeat(2_000_000),
      };
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(event(log));
    });
    const provider = overHttp(server.url, '', { maxAnswerBytes: 1_000_000 });
    expect((await call(provider, 'a')).outcome).toMatchObject({ kind: 'unknown' });
  });

  test('is deep, has too many values, or too many parts ends its run with answer_unusable, the limit and its text', async () => {
    const deep = `${'['.repeat(300)}${']'.repeat(300)}`;
    for (const [result, why] of [
      [
        `{"structuredContent":{"a":${deep}}}`,
        'It has 303 levels of objects and arrays; the limit is 128.',
      ],
      [
        `{"structuredContent":{"a":[${'0,'.repeat(MOST_VALUES)}0]}}`,
        `; the limit is ${MOST_VALUES}.`,
      ],
      [
        `{"content":[${'{"type":"text"},'.repeat(MOST_PARTS)}{"type":"text"}]}`,
        `; the limit is ${MOST_PARTS}.`,
      ],
    ] as const) {
      const server = await startServer((response, id) =>
        json(response, 200, `{"jsonrpc":"2.0","id":${id},"result":${result}}`),
      );
      const { outcome } = await call(overHttp(server.url), 'a');
      expect(outcome).toMatchObject({
        ...unusable(expect.stringContaining(why)),
        answer: { content: [], raw: expect.stringContaining(result) },
      });
    }
  });

  test('has 70,000 points is taken', async () => {
    const points = Array.from({ length: 70_000 }, (_, i) => [i / 1_000, 47.65]);
    const server = await startServer((response, id) =>
      json(response, 200, message(id, { content: [], structuredContent: { points } })),
    );
    const { structured } = answerOf(await call(overHttp(server.url), 'a'));
    expect(structured?.points).toEqual(points);
  });

  test('is exact stays so', async () => {
    const server = await startServer((response, id) =>
      json(
        response,
        200,
        `{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":{"n":1e400}}}`,
      ),
    );
    const { structured } = answerOf(await call(overHttp(server.url), 'a'));
    expect(JSON.stringify(structured)).toBe('{"n":1e400}');
  });
});

test('a call that is over is cancelled by a message, and its connection is closed', async () => {
  const closed = Promise.withResolvers<void>();
  const server = await startServer((response) => void response.once('close', closed.resolve));
  const runId = newRunId();
  const { outcome } = await call(overHttp(server.url), 'a', {}, { runId, timeoutMs: 200 });
  expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'timed_out' } });
  await closed.promise;
  const params = () => server.received.map(({ body }) => body.method);
  await expect.poll(params).toContain('notifications/cancelled');
});

test('the session is ended when the provider is closed', async () => {
  const server = await startServer((response, id) => json(response, 200, toolResult(id, 'a')));
  const provider = overHttp(server.url);
  await call(provider, 'a');
  await provider.close();
  const last = server.received.at(-1)!;
  expect(last.headers['mcp-session-id']).toBe('session-1');
  expect(last.body).toEqual({});
});
