/** How the client converts a request before anything is sent: unchanged, or refused by name. No service is asked. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../client/index.ts';
import { createOpenAIFetch, type OpenAIFetchOptions } from '../../../client/openai.ts';
import { cases } from '../../fuzz/seed.ts';
import { against, REQUEST, RUN } from './against.ts';

/** A request of a package, and the run under its key, or the refusal, that it becomes in both languages. */
interface Chat {
  name: string;
  request?: object;
  text?: string;
  options?: Partial<OpenAIFetchOptions>;
  headers?: Record<string, string>;
  run?: object;
  key?: string;
  refusal?: object;
}

const CHATS = readFileSync(new URL('chats.ndjson', import.meta.url), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Chat);

async function refusalOf(response: Response) {
  const { error } = (await response.json()) as { error: Record<string, unknown> };
  expect(error).toMatchObject({ message: expect.any(String), type: expect.any(String) });
  return { status: response.status, ...error };
}

describe('a request', () => {
  it.each(CHATS.map((chat) => [chat.name, chat] as const))(
    'with %s is carried under its key, or refused by name, as the Python client does it',
    async (_, { request, text, options, headers, run, key, refusal }) => {
      const { send, sent } = against({ reuseEqual: true, ...options });
      const response = await send(text ?? request, headers);
      if (refusal) expect(await refusalOf(response)).toMatchObject(refusal);
      else expect(response.status).toBe(200);
      expect(sent.map(({ body }) => body)).toEqual(run ? [run] : []);
      if (key) expect(sent[0]?.headers.get('Idempotency-Key')).toBe(key);
    },
  );

  it('for another endpoint is refused', async () => {
    const { fetch, sent } = against();
    for (const path of ['responses', 'embeddings', 'completions', 'audio/speech']) {
      const answer = await fetch(`http://nowhere.invalid/v1/${path}`, {
        method: 'POST',
        body: '{}',
      });
      const refusal = await refusalOf(answer);
      expect(refusal).toMatchObject({ status: 404, code: 'unsupported_endpoint' });
      expect(refusal).toHaveProperty('message', expect.stringContaining(`POST /v1/${path}`));
    }
    expect(sent).toEqual([]);
  });

  it('of any form is carried, or refused in the form that packages read', async () => {
    const { send } = against({ bufferedStream: true });
    const names = ['model', 'messages', 'tools', 'stop', 'metadata', 'stream_options', 'user'];
    const any = fc.jsonValue({ maxDepth: 3 });
    const parts = fc.array(fc.oneof(any, fc.record({ type: fc.constant('text'), text: any })));
    const role = fc.constantFrom('system', 'user', 'assistant', 'tool');
    const message = fc.record({ role, content: fc.oneof(any, parts), tool_calls: parts });
    const body = fc.record({
      ...Object.fromEntries(names.map((name) => [name, any])),
      ...{ max_tokens: fc.integer(), stream: fc.boolean(), tools: fc.oneof(any, parts) },
      messages: fc.oneof(fc.array(fc.oneof(message, any)), any),
    });
    await fc.assert(
      fc.asyncProperty(body, async (request) => {
        const response = await send({ ...request, max_completion_tokens: request.max_tokens });
        if (response.status !== 200) expect((await refusalOf(response)).status).toBe(400);
      }),
      cases(200),
    );
  });

  it('may come as a Request', async () => {
    const { fetch, sent } = against();
    const body = JSON.stringify(REQUEST);
    const answer = await fetch(
      new Request('http://nowhere.invalid/chat/completions', { method: 'POST', body }),
    );
    expect(await answer.json()).toMatchObject({
      id: RUN.id,
      choices: [{ message: { content: 'Hi' } }],
    });
    expect(sent).toHaveLength(1);
  });
});

describe('what a run is created with', () => {
  it('are the terms of the fetch, under the labels and the user of the request', async () => {
    let sessionId = 'chat-1';
    const { send, sent } = against({
      terms: () => ({
        maxReservedAmount: 7,
        attribution: { sessionId },
        metadata: { a: '1', b: '2' },
      }),
    });
    await send({ ...REQUEST, metadata: { b: '3' }, safety_identifier: 'ada' });
    sessionId = 'chat-2';
    await send(REQUEST);
    expect(sent.map(({ body }) => body)).toMatchObject([
      {
        maxReservedAmount: 7,
        attribution: { sessionId: 'chat-1', endUserId: 'ada' },
        metadata: { a: '1', b: '3' },
      },
      { attribution: { sessionId: 'chat-2' }, metadata: { a: '1', b: '2' } },
    ]);
    expect(sent[1]?.body.attribution).toEqual({ sessionId: 'chat-2' });
  });

  it('is the traceparent of the call, or of what is active', async () => {
    const { send, sent } = against({ traceparent: () => 'active' });
    await send(REQUEST);
    await send(REQUEST, { traceparent: 'given' });
    expect(sent.map(({ headers }) => headers.get('traceparent'))).toEqual(['active', 'given']);
  });
});

describe('the answer', () => {
  it('to a run that a cancellation cut off has the finish reason length', async () => {
    const { send } = against({}, { ...RUN, finishReason: 'cancelled' });
    expect(await (await send(REQUEST)).json()).toMatchObject({
      ...{ choices: [{ finish_reason: 'length' }], model_run: { finishReason: 'cancelled' } },
    });
  });

  it('as a stream is a chunk, the usage where it was asked for, and the end', async () => {
    const written = { cachedPromptTokens: 1, cacheWriteTokens: 1 };
    const usage = { promptTokens: 2, completionTokens: 1, ...written };
    const { send } = against({ bufferedStream: true }, { ...RUN, usage });
    const stream_options = { include_usage: true, include_obfuscation: false };
    const response = await send({ ...REQUEST, stream: true, stream_options });
    expect(response.headers.get('Content-Type')).toContain('text/event-stream');
    const events = (await response.text()).split('\n\n').filter(Boolean);
    const [first, last, done] = events.map((event) => event.replace(/^data: /, ''));
    expect(JSON.parse(first!)).toMatchObject({
      ...{ object: 'chat.completion.chunk', usage: null },
      choices: [{ index: 0, delta: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
    });
    expect(JSON.parse(last!)).toMatchObject({
      choices: [],
      usage: {
        total_tokens: 3,
        prompt_tokens_details: { cached_tokens: 1, cache_write_tokens: 1 },
      },
    });
    expect(done).toBe('[DONE]');
    expect((await (await send({ ...REQUEST, stream: true })).text()).split('\n\n')).toHaveLength(3);
  });
});

it('options that cannot be right are refused at once', () => {
  const options = { baseUrl: 'http://nowhere.invalid', apiKey: 'mock' };
  expect(() => createOpenAIFetch({ ...options, baseUrl: '' })).toThrow(UsageError);
  expect(() => createOpenAIFetch({ ...options, deadlineMs: -1 })).toThrow(UsageError);
  expect(() => createOpenAIFetch({ ...options, maxOutputTokens: 0 })).toThrow(UsageError);
  const text = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' as never;
  expect(() => createOpenAIFetch({ ...options, traceparent: text })).toThrow(/^traceparent is/);
  expect(() => createOpenAIFetch({ ...options, terms: 'a' as never })).toThrow(/^terms is/);
});
