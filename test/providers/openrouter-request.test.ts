/** What goes out to OpenRouter: its form, its translation, its maximum price. */
import { describe, expect, test } from 'vitest';
import {
  checkOpenRouterRequest,
  type Message,
  type Submission,
  type ToolCall,
} from '../../server/model-runs/providers/index.ts';
import { maxPriceOf } from '../../server/model-runs/providers/openrouter/provider.ts';
import { FORMAT, PARTS, PDF, SHAPES, TOOL_TURN, TOOLS } from './conversations.ts';
import {
  openRouter,
  type Received,
  startUpstream,
  stream,
  submit,
  WHOLE_STREAM,
} from './upstream.ts';

const CALL: ToolCall = {
  id: 'call_1',
  type: 'function',
  function: { name: 'now', arguments: '{}' },
};

async function sent(changes: Partial<Submission>): Promise<Received> {
  const upstream = await startUpstream((response) => stream(response, WHOLE_STREAM));
  await submit(openRouter(upstream.url), changes);
  return upstream.received[0]!;
}

test.each(SHAPES)('%s has the form that may be sent', async (_, changes) => {
  expect(await checkOpenRouterRequest((await sent(changes)).body)).toEqual([]);
});

describe('a request', () => {
  test('carries the key, the path and what is asked for', async () => {
    const { path, headers, body } = await sent({});
    expect(path).toBe('/api/v1/chat/completions');
    expect(headers).toMatchObject({
      authorization: 'Bearer or-key',
      'content-type': 'application/json',
    });
    expect(headers).not.toHaveProperty('traceparent');
    expect(body).toEqual({
      model: 'some/model',
      messages: [{ role: 'user', content: 'Hello' }],
      max_tokens: 100,
      stream: true,
      trace: { run_id: 'run_00000000000000000000000001' },
      provider: { max_price: { prompt: '1', completion: '2', request: '0' } },
    });
  });

  test('translates tools, and asks for providers that take them', async () => {
    const { body } = await sent({
      tools: TOOLS,
      toolChoice: { type: 'function', function: { name: 'now' } },
      parallelToolCalls: false,
    });
    expect(body).toMatchObject({
      tools: TOOLS.map((tool) => ({ type: 'function', function: tool })),
      tool_choice: { type: 'function', function: { name: 'now' } },
      parallel_tool_calls: false,
      provider: { require_parameters: true },
    });
    expect(body.provider).not.toHaveProperty('allow_fallbacks');
  });

  test('has the parameters as they are, and asks for providers that take them', async () => {
    const parameters = { temperature: 0, stop: ['END'], reasoning: { effort: 'none' } };
    const { body } = await sent({ parameters });
    expect(body).toMatchObject({ ...parameters, provider: { require_parameters: true } });
    for (const name of ['top_p', 'seed', 'response_format']) expect(body).not.toHaveProperty(name);
  });

  test('hands on nothing that a parameter has beyond the port', async () => {
    const reasoning = { effort: 'low', exclude: true };
    const { json_schema, ...format } = FORMAT;
    const odd = { ...format, json_schema: { ...json_schema, grammar: 'x' } };
    const { body } = await sent({ parameters: { reasoning, response_format: odd } });
    expect(body).toMatchObject({ reasoning: { effort: 'low' }, response_format: FORMAT });
    expect(JSON.stringify(body)).not.toMatch(/exclude|grammar/);
  });

  test('keeps messages value for value: calls, broken arguments, results, reasoning', async () => {
    const { body } = await sent({ messages: TOOL_TURN, tools: TOOLS });
    // The result of a call has no name there.
    expect(body.messages).toEqual(
      TOOL_TURN.map((message) => {
        if (message.role !== 'tool') return message;
        const { name: _, ...result } = message;
        return result;
      }),
    );
  });

  test('keeps parts value for value and in order, and adds nothing but the way that a PDF is read', async () => {
    const { body } = await sent({ messages: [{ role: 'user', content: PARTS }] });
    expect(body.messages).toEqual([{ role: 'user', content: PARTS }]);
    expect(body).not.toHaveProperty('plugins');
    const { body: read } = await sent({ messages: [{ role: 'user', content: [PDF] }] });
    expect(read.messages).toEqual([{ role: 'user', content: [PDF] }]);
    expect(read.plugins).toEqual([{ id: 'file-parser', pdf: { engine: 'native' } }]);
  });

  test('has the marks of the cache on texts, results and tools, and no member beside them', async () => {
    const hour = { type: 'ephemeral', ttl: '1h' } as const;
    const marked = { type: 'text', text: 'Long.', cache_control: hour } as const;
    const odd = { ...marked, cache_control: { type: 'ephemeral', scope: 'global' } } as const;
    const messages: Message[] = [
      { role: 'system', content: [marked] },
      { role: 'user', content: [odd, { ...PARTS[2]!, cache_control: hour }] },
      { role: 'assistant', tool_calls: [CALL] },
      { role: 'tool', tool_call_id: CALL.id, content: [marked] },
    ];
    const { body } = await sent({ messages, tools: [{ ...TOOLS[0]!, cache_control: hour }] });
    expect(await checkOpenRouterRequest(body)).toEqual([]);
    expect(body.messages).toEqual([
      { role: 'system', content: [marked] },
      {
        role: 'user',
        content: [{ ...marked, cache_control: { type: 'ephemeral' } }, PARTS[2]],
      },
      { role: 'assistant', content: null, tool_calls: [CALL] },
      { role: 'tool', tool_call_id: CALL.id, content: [marked] },
    ]);
    expect(body.tools).toEqual([{ type: 'function', function: TOOLS[0], cache_control: hour }]);
  });

  test('hands on nothing that a part has beyond the port', async () => {
    const odd = PARTS.map((part) => ({ ...part, cached: true }));
    const { body } = await sent({ messages: [{ role: 'user', content: odd }] });
    expect(body.messages).toEqual([{ role: 'user', content: PARTS }]);
  });

  test('hands on nothing that a message has beyond the port', async () => {
    const odd = { role: 'user', content: 'Hi', name: 'mallory', cache_control: {} } as const;
    expect((await sent({ messages: [odd] })).body.messages).toEqual([
      { role: 'user', content: 'Hi' },
    ]);
  });

  test('says who asks by pseudonym, and joins the trace', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const { headers, body } = await sent({
      endUser: 'user-hmac',
      session: 'session-hmac',
      traceparent,
    });
    expect(headers.traceparent).toBe(traceparent);
    expect(body).toMatchObject({
      user: 'user-hmac',
      session_id: 'session-hmac',
      trace: {
        run_id: 'run_00000000000000000000000001',
        trace_id: '0af7651916cd43dd8448eb211c80319c',
        parent_span_id: 'b7ad6b7169203331',
      },
    });
  });
});

describe('the maximum price', () => {
  test('of an image is sent where the hold was computed with one', () => {
    const price = { prompt: '1', completion: '1' };
    expect(maxPriceOf(price)).not.toHaveProperty('image');
    expect(maxPriceOf({ ...price, image: '0.01' })).toMatchObject({ image: '0.01' });
  });

  test.each([
    ['0.00000015', '0.15'],
    ['0.000003', '3'],
    ['0', '0'],
    ['1.25', '1250000'],
    ['0.000000000000000000000001', '0.000000000000000001'],
  ])('of %s per token is exactly %s per million', (price, expected) => {
    expect(maxPriceOf({ prompt: price, completion: '0' })).toMatchObject({ prompt: expected });
  });

  test('is that of the dearest rate the hold was computed with', () => {
    expect(
      maxPriceOf({
        prompt: '0.000003',
        cacheWrite: '0.00000375',
        cacheRead: '0.0000003',
        completion: '0.000015',
        reasoning: '0.00002',
        request: '0.01',
        tiers: [{ abovePromptTokens: 200_000, prompt: '0.000006', completion: '0.0000225' }],
      }),
    ).toEqual({ prompt: '6', completion: '22.5', request: '0.01' });
  });

  test('allows no price by request if the hold has none', () => {
    expect(maxPriceOf({ prompt: '1', completion: '1' }).request).toBe('0');
  });
});

describe('the form of the wire', () => {
  const valid = { model: 'm', messages: [{ role: 'user', content: 'x' }] };
  test.each<[string, object, string]>([
    ['a misspelt member', { ...valid, max_token: 1 }, 'max_token'],
    ['no model', { messages: valid.messages }, 'model'],
    ['no message', { ...valid, messages: [] }, '/messages'],
    ['an unknown role', { ...valid, messages: [{ role: 'developer', content: '' }] }, 'role'],
    [
      'a result of no call',
      { ...valid, messages: [{ role: 'tool', content: '' }] },
      'tool_call_id',
    ],
    ['a tool that is not wrapped', { ...valid, tools: [{ name: 'f' }] }, '/tools/0'],
    ['a price that is a number', { ...valid, provider: { max_price: { prompt: 1 } } }, 'prompt'],
    ['an unknown preference', { ...valid, provider: { max_prices: {} } }, 'max_prices'],
    ['a choice without tools', { ...valid, tool_choice: 'auto' }, 'tools'],
    ['a session that is too long', { ...valid, session_id: 'x'.repeat(257) }, 'session_id'],
    ['no output', { ...valid, max_tokens: 0 }, 'max_tokens'],
  ])('refuses %s', async (_, request, fault) => {
    expect((await checkOpenRouterRequest(request)).join('; ')).toContain(fault);
  });

  test('is open where the members belong to the model s provider', async () => {
    const message = {
      role: 'assistant',
      content: 'x',
      reasoning_details: [{ type: 'reasoning.of.tomorrow', more: { a: [1] } }],
    };
    expect(await checkOpenRouterRequest({ ...valid, messages: [message] })).toEqual([]);
  });
});
