/** What servers of this API do otherwise than its documentation says: a complete answer is kept, and counted right. */
import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Answer } from '../../server/model-runs/providers/index.ts';
import {
  compatible,
  delta,
  json,
  startUpstream,
  stream,
  submit,
  WHOLE_STREAM,
} from './upstream.ts';

async function outcomeOf(answer: (response: ServerResponse) => void) {
  const upstream = await startUpstream(answer);
  return (await submit(compatible(upstream.url))).outcome;
}

async function answerOf(answer: (response: ServerResponse) => void): Promise<Answer> {
  const outcome = await outcomeOf(answer);
  if (outcome.kind !== 'answered') throw new Error(JSON.stringify(outcome));
  return outcome.answer;
}

const streamed = (events: (object | string)[]) =>
  answerOf((response) => stream(response, [...events, '[DONE]']));
const whole = (body: object) => answerOf((response) => json(response, 200, body));
const message = (content: unknown, more: object = {}) => ({
  choices: [{ message: { role: 'assistant', content, ...more }, finish_reason: 'stop' }],
});
const FROM_WHOLE_STREAM = {
  message: { role: 'assistant', content: 'Hello' },
  finishReason: 'stop',
  usage: { promptTokens: 3, completionTokens: 2 },
};

describe('a usage is read as its provider spells it', () => {
  test.each([
    [
      'DeepSeek: hits of the cache',
      {
        prompt_tokens: 976,
        completion_tokens: 61,
        total_tokens: 1037,
        prompt_cache_hit_tokens: 896,
      },
      { promptTokens: 976, completionTokens: 61, cachedPromptTokens: 896 },
    ],
    [
      'Moonshot: cached tokens beside the others',
      { prompt_tokens: 19, completion_tokens: 21, total_tokens: 40, cached_tokens: 10 },
      { promptTokens: 19, completionTokens: 21, cachedPromptTokens: 10 },
    ],
    [
      'xAI: reasoning outside of the completion, and in the total',
      {
        prompt_tokens: 20,
        completion_tokens: 10,
        total_tokens: 247,
        completion_tokens_details: { reasoning_tokens: 217 },
      },
      { promptTokens: 20, completionTokens: 227, reasoningTokens: 217 },
    ],
    [
      'reasoning within the completion',
      {
        prompt_tokens: 20,
        completion_tokens: 227,
        total_tokens: 247,
        completion_tokens_details: { reasoning_tokens: 217 },
      },
      { promptTokens: 20, completionTokens: 227, reasoningTokens: 217 },
    ],
    [
      'without a total',
      { prompt_tokens: 20, completion_tokens: 10 },
      { promptTokens: 20, completionTokens: 10 },
    ],
  ])('%s', async (_, usage, expected) => {
    expect((await whole({ ...message('x'), usage })).usage).toEqual(expected);
    const events = [delta({ content: 'x' }, 'stop'), { choices: [], usage }];
    expect((await streamed(events)).usage).toEqual(expected);
  });

  test('in the choice, as Moonshot streams it', async () => {
    const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
    const last = { choices: [{ index: 0, delta: {}, finish_reason: 'stop', usage }] };
    const answer = await streamed([delta({ content: 'x' }), last]);
    expect(answer.usage).toEqual({ promptTokens: 3, completionTokens: 2 });
  });

  test('zeros at the end take no count back', async () => {
    const counted = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
    const zeros = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
    const events = [counted, zeros].map((usage) => ({ choices: [], usage }));
    const answer = await streamed([delta({ content: 'x' }, 'stop'), ...events]);
    expect(answer.usage).toEqual({ promptTokens: 3, completionTokens: 2 });
  });

  test.each([
    ['the excess of a total counts as completion', { total_tokens: 99 }, 79],
    [
      'the excess of a total over the reasoning counts as well',
      { total_tokens: 99, completion_tokens_details: { reasoning_tokens: 5 } },
      79,
    ],
    ['a total below the sum changes no count', { total_tokens: 12 }, 10],
  ])('%s', async (_, more, completionTokens) => {
    const usage = { prompt_tokens: 20, completion_tokens: 10, ...more };
    const answer = await whole({ ...message('x'), usage });
    expect(answer.usage).toMatchObject({ promptTokens: 20, completionTokens });
  });

  test('a total says nothing about counts that come later without one', async () => {
    const usages = [
      { prompt_tokens: 3, completion_tokens: 90, total_tokens: 93 },
      { prompt_tokens: 3, completion_tokens: 2 },
    ];
    const events = usages.map((usage) => ({ choices: [], usage }));
    const answer = await streamed([delta({ content: 'x' }, 'stop'), ...events]);
    expect(answer.usage).toEqual({ promptTokens: 3, completionTokens: 2 });
  });
});

describe('a complete answer is kept', () => {
  const PARTS = [
    { type: 'thinking', thinking: [{ type: 'text', text: 'Let me ' }], closed: true },
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 'see.' }] },
    { type: 'reference', reference_ids: [1] },
    { type: 'text', text: 'Hel' },
    { type: 'text', text: 'lo' },
  ];
  const FROM_PARTS = {
    role: 'assistant',
    content: 'Hello',
    reasoning_details: [{ type: 'reasoning.text', text: 'Let me see.' }],
  };

  test('whose content is a list of parts', async () => {
    expect((await whole(message(PARTS))).message).toEqual(FROM_PARTS);
    const events = PARTS.map((part) => delta({ content: [part] }));
    expect((await streamed([...events, delta({}, 'stop')])).message).toEqual(FROM_PARTS);
  });

  test('with the signature of a part of reasoning', async () => {
    const signed = { type: 'summary_text', text: 'so', signature: 'abc' };
    const parts = [
      { type: 'reasoning', summary: [signed] },
      { type: 'text', text: 'x' },
    ];
    const details = [{ type: 'reasoning.text', text: 'so', signature: 'abc' }];
    expect((await whole(message(parts))).message.reasoning_details).toEqual(details);
  });

  test.each([[{}], [{ code: null, message: '' }], [''], [[]]])(
    'beside an empty error, %j',
    async (error) => {
      expect((await whole({ ...message('x'), error })).message.content).toBe('x');
    },
  );

  test.each([
    ['an event stream', 'application/json', WHOLE_STREAM],
    ['an event stream', 'text/plain', WHOLE_STREAM],
    ['JSON', 'text/event-stream', message('Hello')],
    ['JSON', 'text/plain', message('Hello')],
  ])('as %s that is labeled %s', async (_, type, content) => {
    const answer = await answerOf((response) =>
      Array.isArray(content)
        ? stream(response, content, { 'content-type': type })
        : json(response, 200, `\ufeff\r\n ${JSON.stringify(content)}`, { 'content-type': type }),
    );
    expect(answer.message.content).toBe('Hello');
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('that comes compressed with %s, although nobody asked for it', async (encoding, compress) => {
    const events = WHOLE_STREAM.map((event) =>
      typeof event === 'string' ? event : JSON.stringify(event),
    );
    const answer = await answerOf((response) => {
      response.writeHead(200, { 'content-encoding': encoding });
      response.end(compress(events.map((event) => `data: ${event}\n\n`).join('')));
    });
    expect(answer).toEqual(FROM_WHOLE_STREAM);
  });

  test('unless it is larger than accepted when it is decompressed', async () => {
    const outcome = await outcomeOf((response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync(JSON.stringify(message('x'.repeat(2_000_000)))));
    });
    expect(outcome).toMatchObject({ kind: 'unknown' });
  });

  test('with its text, beside a call that nobody can make', async () => {
    const calls = [
      { id: 'a', type: 'custom', custom: { name: 'grep' } },
      { id: 'b', type: 'function' },
    ];
    const answer = await whole(message('Hello', { tool_calls: calls }));
    expect(answer.message).toEqual({ role: 'assistant', content: 'Hello' });
  });

  test('if its pieces are called message', async () => {
    const piece = (content: string, reason: string | null = null) => ({
      choices: [{ index: 0, message: { content }, finish_reason: reason }],
    });
    const answer = await streamed([piece('Hel'), piece('lo', 'stop')]);
    expect(answer.message.content).toBe('Hello');
  });

  test('once, if its end repeats the whole message', async () => {
    const repeated = { choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }] };
    const answer = await streamed([delta({ content: 'Hel' }), delta({ content: 'lo' }), repeated]);
    expect(answer.message.content).toBe('Hello');
  });

  const withoutMark = WHOLE_STREAM.slice(0, -1).map((event) => JSON.stringify(event));
  test.each([
    ['stays open', () => {}],
    ['breaks', (response: ServerResponse) => void response.socket?.destroy()],
  ])('if its stream %s after the end, without the end mark', async (_, end) => {
    const answer = await answerOf((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const text = withoutMark.map((event) => `data: ${event}\n\n`).join('');
      response.write(text, () => end(response));
    });
    expect(answer).toEqual(FROM_WHOLE_STREAM);
  });

  test('if its connection breaks between its end and its usage', async () => {
    const answer = await answerOf((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const text = `data: ${JSON.stringify(delta({ content: 'Hello' }, 'stop'))}\n\n`;
      response.write(text, () => response.socket?.destroy());
    });
    const { usage: _, ...uncounted } = FROM_WHOLE_STREAM;
    expect(answer).toEqual(uncounted);
  });

  test.each(['error', 'network_error', 'insufficient_system_resource', 'abort'])(
    'but not if it ended with %s',
    async (reason) => {
      const outcome = await outcomeOf((response) =>
        stream(response, [delta({ content: 'Hel' }, reason), '[DONE]']),
      );
      expect(outcome).toMatchObject({ kind: 'unknown', providerStatus: 200 });
    },
  );
});

describe('parallel calls without ids stay apart', () => {
  const call = (name: string | undefined, text: string) =>
    delta({ tool_calls: [{ index: 0, function: { name, arguments: text } }] });
  const callsOf = async (events: object[]) =>
    (await streamed([...events, delta({}, 'tool_calls')])).message.tool_calls?.map(
      ({ function: { name, arguments: text } }) => [name, text],
    );

  test('if they have different names', async () => {
    const calls = await callsOf([call('a', '{"x":'), call(undefined, '1}'), call('b', '{}')]);
    expect(calls).toEqual([
      ['a', '{"x":1}'],
      ['b', '{}'],
    ]);
  });

  test('if the arguments of the first are complete', async () => {
    const calls = await callsOf([call('a', '{"x":1}'), call('a', '{"x":2}')]);
    expect(calls).toEqual([
      ['a', '{"x":1}'],
      ['a', '{"x":2}'],
    ]);
  });

  test('and white space after complete arguments makes no call of its own', async () => {
    const calls = await callsOf([call('a', '{"x":1}'), call('a', ' \n'), call('a', '{"x":2}')]);
    expect(calls).toEqual([
      ['a', '{"x":1} \n'],
      ['a', '{"x":2}'],
    ]);
  });

  test('and a name that is repeated with every piece makes no call of its own', async () => {
    const calls = await callsOf([call('a', '{"x":'), call('a', '1}'), call('a', '')]);
    expect(calls).toEqual([['a', '{"x":1}']]);
  });
});
