/** How the client converts a request before anything is sent: unchanged, or refused by name. No service is asked. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../client/index.ts';
import { createOpenAIFetch } from '../../../client/openai.ts';
import { cases } from '../../fuzz/seed.ts';
import { against, CARRIED, REQUEST, RUN, user } from './against.ts';

const fn = { name: 'f', parameters: { type: 'object' } };
const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } };

async function refusalOf(response: Response) {
  const { error } = (await response.json()) as { error: Record<string, unknown> };
  expect(error).toMatchObject({ message: expect.any(String), type: expect.any(String) });
  return { status: response.status, ...error };
}

describe('a request', () => {
  it.each([
    ['nulls', { ...REQUEST, temperature: null, tools: null, logprobs: null, new: null }, CARRIED],
    [
      'parameters that say nothing',
      {
        ...{ ...REQUEST, n: 1, logprobs: false, top_logprobs: 0, frequency_penalty: 0, tools: [] },
        ...{ presence_penalty: 0, logit_bias: {}, modalities: ['text'], store: false },
        ...{ service_tier: 'auto', stream: false },
      },
      CARRIED,
    ],
    [
      'sampling',
      { ...REQUEST, temperature: 0.1, top_p: 0.5, seed: 1, stop: 'x', reasoning_effort: 'low' },
      {
        ...CARRIED,
        temperature: 0.1,
        top_p: 0.5,
        seed: 1,
        stop: ['x'],
        reasoning: { effort: 'low' },
      },
    ],
    [
      'tools',
      {
        ...{ ...REQUEST, tool_choice: 'required', parallel_tool_calls: false },
        tools: [
          { type: 'function', function: { ...fn, strict: true } },
          { type: 'function', function: { name: 'g' } },
        ],
      },
      {
        ...{ ...CARRIED, tool_choice: 'required', parallel_tool_calls: false },
        tools: [
          { ...fn, description: '', strict: true },
          { name: 'g', description: '', parameters: { type: 'object', properties: {} } },
        ],
      },
    ],
    [
      'a conversation, as packages send back what they have read',
      {
        ...REQUEST,
        messages: [
          {
            role: 'developer',
            content: [
              { type: 'text', text: 'a' },
              { type: 'text', text: 'b' },
            ],
          },
          user,
          {
            ...{
              role: 'assistant',
              content: null,
              refusal: null,
              annotations: [],
              audio: null,
              name: 'model',
            },
            tool_calls: [
              { ...call, index: 0, function: { ...call.function, parsed_arguments: {} } },
            ],
          },
          { role: 'tool', tool_call_id: 'c', name: 'f', content: [{ type: 'text', text: '1' }] },
          { role: 'assistant', content: [{ type: 'refusal', refusal: 'No' }], tool_calls: [] },
          user,
        ],
      },
      {
        ...CARRIED,
        messages: [
          { role: 'system', content: 'a\nb' },
          user,
          { role: 'assistant', tool_calls: [call] },
          { role: 'tool', tool_call_id: 'c', name: 'f', content: '1' },
          { role: 'assistant', content: '', refusal: 'No' },
          user,
        ],
      },
    ],
  ])('with %s is carried', async (_, request, carried) => {
    const { send, sent } = against();
    expect((await send(request)).status).toBe(200);
    expect(sent[0]?.body).toEqual(carried);
  });

  it.each<[string, object]>([
    ['n', { n: 2 }],
    ['logprobs', { logprobs: true }],
    ['audio', { audio: { voice: 'ash', format: 'mp3' } }],
    ['modalities', { modalities: ['text', 'audio'] }],
    ['logit_bias', { logit_bias: { 50256: -100 } }],
    ['frequency_penalty', { frequency_penalty: 0.5 }],
    ['functions', { functions: [fn] }],
    ['web_search_options', { web_search_options: {} }],
    ['service_tier', { service_tier: 'flex' }],
    ['made_up', { made_up: 1 }],
    ['stream', { stream: true }],
    ['stream_options', { stream_options: { include_usage: true } }],
    ['max_tokens', { max_completion_tokens: 6 }],
    ['user', { user: 'a', safety_identifier: 'b' }],
    ['messages', { messages: 'Hi' }],
    ['messages[0].role', { messages: [{ role: 'function', name: 'f', content: '' }] }],
    ['messages[0].role', { messages: [{ role: 'constructor', content: '' }] }],
    ['messages[0].name', { messages: [{ ...user, name: 'Ada' }] }],
    [
      'messages[0].content[1]',
      {
        messages: [
          { role: 'system', content: [{ type: 'text', text: 'a' }, { type: 'image_url' }] },
        ],
      },
    ],
    ['messages[1].audio', { messages: [user, { role: 'assistant', audio: { id: 'a' } }, user] }],
    [
      'messages[1].tool_calls[0].type',
      {
        messages: [
          user,
          { role: 'assistant', tool_calls: [{ id: 'c', type: 'custom', custom: {} }] },
        ],
      },
    ],
    [
      'tools[1].type',
      {
        tools: [
          { type: 'function', function: fn },
          { type: 'custom', custom: {} },
        ],
      },
    ],
    [
      'tools[0].function.examples',
      { tools: [{ type: 'function', function: { ...fn, examples: [] } }] },
    ],
  ])('with %s that cannot be carried is refused by that name', async (param, more) => {
    const { send, sent } = against();
    const refusal = await refusalOf(await send({ ...REQUEST, ...more }));
    expect(refusal).toMatchObject({ status: 400, param, type: 'invalid_request_error' });
    expect(refusal).toMatchObject({ code: 'unsupported_parameter' });
    expect(sent).toEqual([]);
  });

  it('needs a bound of its tokens, its own or that of the fetch', async () => {
    const { max_tokens: _, ...unbound } = REQUEST;
    expect(await refusalOf(await against().send(unbound))).toMatchObject({
      ...{ param: 'max_completion_tokens', code: 'missing_required_parameter' },
    });
    const bound = against({ maxOutputTokens: 9 });
    await bound.send(unbound);
    await bound.send(REQUEST);
    expect(bound.sent.map(({ body }) => body.maxOutputTokens)).toEqual([9, 5]);
  });

  it('that is no JSON object, or for another endpoint, is refused', async () => {
    const { send, fetch, sent } = against();
    for (const body of ['{', '[]', '']) {
      expect(await refusalOf(await send(body))).toMatchObject({ code: 'malformed_json' });
    }
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
