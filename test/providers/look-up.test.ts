/** What a look-up proves, and what it does not. */
import { expect, test } from 'vitest';
import type { LookUp } from '../../server/model-runs/providers/index.ts';
import { freePort } from '../support/free-port.ts';
import { compatible, json, openRouter, startRawServer, startUpstream } from './upstream.ts';

const signal = new AbortController().signal;

async function lookUp(status: number, body: object | string): Promise<LookUp> {
  const upstream = await startUpstream((response) => json(response, status, body));
  return openRouter(upstream.url).lookUp!('gen-1', signal);
}

const found = (data: object | string) =>
  lookUp(200, typeof data === 'string' ? `{"data":${data}}` : { data: { id: 'gen-1', ...data } });

const RAN = {
  total_cost: 0.0015,
  native_tokens_prompt: 10,
  native_tokens_completion: 25,
  native_tokens_reasoning: 5,
  native_tokens_cached: 0,
  tokens_prompt: 99,
  finish_reason: 'stop',
  cancelled: false,
  is_byok: false,
};

test('asks for the reference with the key, escaped', async () => {
  const upstream = await startUpstream((response) => json(response, 404, {}));
  await openRouter(upstream.url).lookUp!('gen-a&b=/?#', signal);
  expect(upstream.received[0]).toMatchObject({
    path: '/api/v1/generation?id=gen-a%26b%3D%2F%3F%23',
    headers: { authorization: 'Bearer or-key' },
  });
});

test('a record with a cost proves that it ran, and what it cost', async () => {
  expect(await found(RAN)).toEqual({
    kind: 'executed',
    cost: '0.0015',
    usage: { promptTokens: 10, completionTokens: 25, reasoningTokens: 5, cachedPromptTokens: 0 },
    finishReason: 'stop',
  });
});

test('what the record does not say is left out', async () => {
  expect(await found({ finish_reason: 'length', total_cost: null })).toEqual({
    kind: 'executed',
    finishReason: 'length',
  });
});

test('the cost is the text of the number', async () => {
  const text = '{"id":"gen-1","finish_reason":"stop","total_cost":0.12345678901234567890}';
  expect(await found(text)).toMatchObject({ cost: '0.1234567890123456789' });
});

test('with one’s own key the cost has two parts, or is not known', async () => {
  const byok = { ...RAN, is_byok: true };
  expect(await found({ ...byok, upstream_inference_cost: 0.001 })).toMatchObject({
    cost: '0.0025',
  });
  expect(await found({ ...byok, upstream_inference_cost: null })).not.toHaveProperty('cost');
});

test.each([
  { total_cost: 0 },
  { total_cost: 0, native_tokens_completion: 7 },
  { total_cost: null, native_tokens_completion: 0 },
  { native_tokens_completion: 0 },
])('cancelled and not charged (%j) is not executed', async (cost) => {
  expect(await found({ cancelled: true, finish_reason: null, ...cost })).toEqual({
    kind: 'not_executed',
  });
});

test.each([null, 'stop'])(
  'cancelled (finish %j), without a cost and without tokens, is not complete yet',
  async (finish) => {
    const record = { cancelled: true, finish_reason: finish, total_cost: null };
    expect(await found(record)).toMatchObject({ kind: 'unavailable' });
  },
);

test('cancelled with tokens and without a cost was executed, and is not priced yet', async () => {
  const record = { cancelled: true, finish_reason: null, native_tokens_completion: 7 };
  expect(await found({ ...record, total_cost: null })).toEqual({
    kind: 'executed',
    usage: { completionTokens: 7 },
  });
});

test('cancelled and charged was executed', async () => {
  expect(await found({ ...RAN, cancelled: true })).toMatchObject({
    kind: 'executed',
    cost: '0.0015',
  });
});

test('cancelled with a cost that can t be read was not provably free', async () => {
  const record = { cancelled: true, total_cost: -1, finish_reason: null };
  expect(await found(record)).toEqual({ kind: 'executed' });
});

test.each([null, '', 'error'])(
  'no token and the finish %j is not charged: not executed',
  async (finish) => {
    const record = { finish_reason: finish, native_tokens_completion: 0, total_cost: 0 };
    expect(await found(record)).toEqual({ kind: 'not_executed' });
  },
);

test('a record that says neither how it ended nor what it took proves nothing yet', async () => {
  const record = { finish_reason: null, native_tokens_completion: null, total_cost: 0 };
  expect(await found(record)).toMatchObject({ kind: 'unavailable' });
});

test('404 proves nothing', async () => {
  expect(await lookUp(404, { error: { code: 404, message: '' } })).toEqual({ kind: 'not_found' });
});

test.each([301, 400, 401, 402, 403, 500, 502, 524, 529])('%i proves nothing', async (status) => {
  expect(await lookUp(status, { error: { code: status, message: 'secret' } })).toEqual({
    kind: 'unavailable',
    reason: 'The provider did not answer the look-up.',
  });
});

test.each([
  [429, '7', 7_000],
  [503, '7', 7_000],
  [429, undefined, 10_000],
])('%i with Retry-After %s asks to be left alone for %i ms', async (status, header, ms) => {
  const upstream = await startUpstream((response) => {
    if (header) response.setHeader('retry-after', header);
    json(response, status, {});
  });
  expect(await openRouter(upstream.url).lookUp!('gen-1', signal)).toEqual({
    kind: 'unavailable',
    reason: 'The provider did not answer the look-up.',
    retryAfterMs: ms,
  });
});

test.each(['', '<html>', '[]', '{}', '{"data":[]}', '{"data":null}'])(
  'the body %j proves nothing',
  async (body) => {
    expect(await lookUp(200, body)).toMatchObject({ kind: 'unavailable' });
  },
);

test('a record of another generation proves nothing', async () => {
  expect(await found({ ...RAN, id: 'gen-2' })).toMatchObject({ kind: 'unavailable' });
});

test('a record of more than a megabyte is not read', async () => {
  expect(await found({ ...RAN, more: 'x'.repeat(1_100_000) })).toMatchObject({
    kind: 'unavailable',
  });
});

test('a server that is not there, or does not answer, proves nothing', async () => {
  const gone = openRouter(`http://127.0.0.1:${await freePort()}/api/v1`);
  expect(await gone.lookUp!('gen-1', signal)).toMatchObject({ kind: 'unavailable' });
  const port = await startRawServer(() => {});
  const silent = openRouter(`http://127.0.0.1:${port}/api/v1`, { requestTimeoutMs: 50 });
  expect(await silent.lookUp!('gen-1', signal)).toMatchObject({ kind: 'unavailable' });
});

test('a look-up can be given up', async () => {
  const abort = new AbortController();
  const port = await startRawServer((socket) => socket.once('data', () => abort.abort()));
  const provider = openRouter(`http://127.0.0.1:${port}/api/v1`);
  expect(await provider.lookUp!('gen-1', abort.signal)).toMatchObject({ kind: 'unavailable' });
});

test('a plain compatible server keeps nothing that could be looked up', () => {
  expect(compatible('http://127.0.0.1:1/v1').lookUp).toBeUndefined();
});
