/** Answers value by value: what the provider wrote arrives, and nothing else. */
import { describe, expect, test } from 'vitest';
import type { Answer, JsonValue } from '../../server/model-runs/providers/index.ts';
import { delta, json, openRouter, startUpstream, stream, submit } from './upstream.ts';

async function answerOf(events: (object | string)[]): Promise<Answer> {
  const upstream = await startUpstream((response) => stream(response, events));
  const { outcome } = await submit(openRouter(upstream.url));
  if (outcome.kind !== 'answered') throw new Error(JSON.stringify(outcome));
  return outcome.answer;
}

const END = [delta({}, 'stop'), '[DONE]'];
const withUsage = (usage: unknown) => [
  delta({ content: 'x' }, 'stop'),
  `{"choices":[],"usage":${typeof usage === 'string' ? usage : JSON.stringify(usage)}}`,
  '[DONE]',
];

describe('text', () => {
  test('comes whole over any cut, of characters and of events', async () => {
    const text = 'Grüße 👩‍👩‍👧 \u2028 end';
    const pieces = [...text].map((content) => delta({ content }));
    const halves = '👍'.split('').map((content) => delta({ content }));
    const upstream = await startUpstream((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      const body = [...pieces, ...halves, ...END]
        .map(
          (event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\r\n\r\n`,
        )
        .join(': a comment\r\n\r\n');
      const bytes = Buffer.from(body);
      for (let at = 0; at < bytes.length; at += 7) response.write(bytes.subarray(at, at + 7));
      response.end();
    });
    const { outcome } = await submit(openRouter(upstream.url));
    expect(outcome).toMatchObject({ answer: { message: { content: `${text}👍` } } });
  });

  test('that strict readers refuse is replaced everywhere, and nothing else is', async () => {
    const odd = 'a\ud83db\0c\ude00';
    const clean = 'a\ufffdb\ufffdc\ufffd';
    const answer = await answerOf([
      delta({
        content: odd,
        refusal: odd,
        tool_calls: [{ index: 0, id: odd, function: { name: odd, arguments: odd } }],
        reasoning_details: [
          { type: 'reasoning.text', text: odd, [odd]: [{ deep: odd }] },
          { n: 1.5 },
        ],
      }),
      ...END,
    ]);
    expect(answer.message).toEqual({
      role: 'assistant',
      content: clean,
      refusal: clean,
      tool_calls: [{ id: clean, type: 'function', function: { name: clean, arguments: clean } }],
      reasoning_details: [
        { type: 'reasoning.text', text: clean, [clean]: [{ deep: clean }] },
        { n: 1.5 },
      ],
    });
  });

  test.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['tool_calls', 'tool_calls'],
    ['function_call', 'tool_calls'],
    ['content_filter', 'content_filter'],
    ['eos_token', 'stop'],
    ['MAX_TOKENS', 'length'],
    ['model_length', 'length'],
    ['SAFETY', 'content_filter'],
    ['tool_use', 'tool_calls'],
    ['a word of its own', 'other'],
  ])('the finish reason %s is %s', async (reason, expected) => {
    const answer = await answerOf([delta({ content: 'x' }, reason), '[DONE]']);
    expect(answer.finishReason).toBe(expected);
  });

  test('a finish reason is not taken back by a later chunk without one', async () => {
    const answer = await answerOf([delta({ content: 'x' }, 'length'), delta({}), '[DONE]']);
    expect(answer.finishReason).toBe('length');
  });

  test('other choices than the first are not mixed in', async () => {
    const other = { choices: [{ index: 1, delta: { content: 'no' }, finish_reason: 'length' }] };
    const answer = await answerOf([delta({ content: 'yes' }), other, ...END]);
    expect(answer).toEqual({
      message: { role: 'assistant', content: 'yes' },
      finishReason: 'stop',
    });
  });
});

describe('what the provider answered is kept, and what it did not answer is left out', () => {
  const thought = { type: 'reasoning.text', text: 'Hm.', signature: 'c2ln' };
  const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } };
  const messages: [string, object][] = [
    ['an empty text', { content: '' }],
    ['an empty text after reasoning', { content: '', reasoning_details: [thought] }],
    ['null after reasoning', { content: null, reasoning_details: [thought] }],
    ['reasoning alone', { reasoning_details: [thought] }],
    ['nothing at all', {}],
    ['null alone', { content: null }],
    ['a refusal', { content: null, refusal: 'I will not.' }],
    ['a refusal alone', { refusal: 'I will not.' }],
    ['an empty text beside a call', { content: '', tool_calls: [call] }],
    ['null beside a call', { content: null, tool_calls: [call] }],
    ['a call alone', { tool_calls: [call] }],
  ];

  test.each(messages)('in a whole answer: %s', async (_, fields) => {
    const upstream = await startUpstream((response) => {
      const message = { role: 'assistant', ...fields };
      json(response, 200, { choices: [{ index: 0, message, finish_reason: 'length' }] });
    });
    const { outcome } = await submit(openRouter(upstream.url));
    expect(outcome).toEqual({
      kind: 'answered',
      answer: { message: { role: 'assistant', ...fields }, finishReason: 'length' },
    });
  });

  test.each(messages.filter(([name]) => name !== 'an empty text beside a call'))(
    'in a stream: %s',
    async (_, fields) => {
      const answer = await answerOf([delta(fields), delta({}, 'length'), '[DONE]']);
      expect(answer).toEqual({
        message: { role: 'assistant', ...fields },
        finishReason: 'length',
      });
    },
  );

  test('an empty text in the chunks of a stream next to a call is no text', async () => {
    const answer = await answerOf([
      delta({ role: 'assistant', content: '' }),
      delta({ tool_calls: [{ index: 0, ...call }] }),
      delta({ content: '' }, 'tool_calls'),
      '[DONE]',
    ]);
    expect(answer.message).toEqual({ role: 'assistant', content: null, tool_calls: [call] });
  });

  test('a null refusal says nothing, and pieces of one are joined', async () => {
    const none = await answerOf([delta({ content: 'x', refusal: null }), ...END]);
    expect(none.message).toEqual({ role: 'assistant', content: 'x' });
    const pieces = ['I ', 'will not.'].map((refusal) => delta({ refusal }));
    expect((await answerOf([...pieces, ...END])).message.refusal).toBe('I will not.');
  });
});

describe('usage', () => {
  test('has the members that were reported', async () => {
    const answer = await answerOf(
      withUsage({
        prompt_tokens: 10,
        completion_tokens: 7,
        total_tokens: 17,
        prompt_tokens_details: { cached_tokens: 4, audio_tokens: 1 },
        completion_tokens_details: { reasoning_tokens: 2 },
      }),
    );
    expect(answer.usage).toEqual({
      promptTokens: 10,
      completionTokens: 7,
      cachedPromptTokens: 4,
      reasoningTokens: 2,
    });
  });

  test('that is absent stays absent, and a zero stays a zero', async () => {
    const answer = await answerOf(
      withUsage({ completion_tokens: 0, prompt_tokens_details: { cached_tokens: 0 } }),
    );
    expect(answer.usage).toEqual({ completionTokens: 0, cachedPromptTokens: 0 });
    expect(answer).not.toHaveProperty('cost');
  });

  test.each([-1, 1.5, 1e300, 2_000_000_000, '7', null, true, {}])(
    'that can be no count (%j) is left out',
    async (tokens) => {
      const answer = await answerOf(withUsage({ prompt_tokens: tokens, completion_tokens: 3 }));
      expect(answer.usage).toEqual({ completionTokens: 3 });
    },
  );

  test.each([null, [], 'x', {}, { prompt_tokens: null }])('of %j is none', async (usage) => {
    const answer = await answerOf([
      delta({ content: 'x' }, 'stop'),
      { choices: [], usage },
      '[DONE]',
    ]);
    expect(answer).not.toHaveProperty('usage');
  });
});

describe('cost', () => {
  test.each([
    ['0.0012', '0.0012'],
    ['0', '0'],
    ['0.0', '0'],
    ['1.50', '1.5'],
    ['1.5e-7', '0.00000015'],
    ['1E2', '100'],
    ['0.30000000000000004', '0.30000000000000004'],
    // More digits than a double holds: the text counts.
    ['0.12345678901234567890', '0.1234567890123456789'],
    ['9007199254740993.5', undefined],
    // Float noise beyond what a decimal keeps is rounded up, not lost.
    ['3.0000000000000004e-9', '0.000000003000000000000001'],
  ])('written as %s is %s', async (written, expected) => {
    const answer = await answerOf(withUsage(`{"cost":${written}}`));
    expect(answer.cost).toBe(expected);
  });

  test.each(['-0.1', '1e400', '1e-999999999', '"free"', 'null', 'true', '[1]'])(
    'that is none (%s) is left out',
    async (written) => {
      const answer = await answerOf(withUsage(`{"cost":${written}}`));
      expect(answer).not.toHaveProperty('cost');
    },
  );

  test('with one’s own key is both parts together', async () => {
    const usage = { cost: 0.1, is_byok: true, cost_details: { upstream_inference_cost: 0.2 } };
    expect((await answerOf(withUsage(usage))).cost).toBe('0.3');
  });

  test.each([{}, { upstream_inference_cost: null }, null])(
    'with one’s own key and %j for the other part is unknown',
    async (details) => {
      const usage = { cost: 0.1, is_byok: true, cost_details: details };
      expect(await answerOf(withUsage(usage))).not.toHaveProperty('cost');
    },
  );

  test('without such a key is the cost alone', async () => {
    const details = { cost_details: { upstream_inference_cost: 0.2 } };
    expect((await answerOf(withUsage({ cost: 0.1, is_byok: false, ...details }))).cost).toBe('0.1');
    expect((await answerOf(withUsage({ cost: 0.1, ...details }))).cost).toBe('0.1');
  });

  test('leaves members of the same name elsewhere as they are', async () => {
    const detail = { type: 'reasoning.other', cost: 0.1, total_cost: 1.5 };
    const answer = await answerOf([
      { ...delta({ content: 'x', reasoning_details: [detail] }, 'stop'), usage: { cost: 1 } },
      '[DONE]',
    ]);
    expect(answer.message.reasoning_details).toEqual([detail]);
    expect(answer.cost).toBe('1');
  });
});

describe('tool calls', () => {
  const call = (
    index: number | undefined,
    id: string | undefined,
    name?: string,
    text?: string,
  ) => ({
    ...(index === undefined ? {} : { index }),
    ...(id === undefined ? {} : { id }),
    type: 'function',
    function: {
      ...(name === undefined ? {} : { name }),
      ...(text === undefined ? {} : { arguments: text }),
    },
  });
  const callsOf = async (deltas: JsonValue[][]) => {
    const events = deltas.map((pieces) => delta({ content: null, tool_calls: pieces }));
    const { message } = await answerOf([...events, delta({}, 'tool_calls'), '[DONE]']);
    expect(message.content).toBeNull();
    return message.tool_calls?.map(({ id, function: f }) => [id, f.name, f.arguments]);
  };

  test('are put together by index, also where their pieces alternate', async () => {
    const calls = await callsOf([
      [call(0, 'a', 'first', '')],
      [call(1, 'b', 'second', '{"x"')],
      [call(0, undefined, undefined, '{}'), call(1, undefined, undefined, ':1}')],
    ]);
    expect(calls).toEqual([
      ['a', 'first', '{}'],
      ['b', 'second', '{"x":1}'],
    ]);
  });

  test('keep arguments that are broken, or none', async () => {
    const calls = await callsOf([[call(0, 'a', 'f', '{"x": tru'), call(1, 'b', 'g')]]);
    expect(calls).toEqual([
      ['a', 'f', '{"x": tru'],
      ['b', 'g', ''],
    ]);
  });

  test('that are all numbered 0 are separated by their ids', async () => {
    const calls = await callsOf([[call(0, 'a', 'f', '{}')], [call(0, 'b', 'f', '[]')]]);
    expect(calls).toEqual([
      ['a', 'f', '{}'],
      ['b', 'f', '[]'],
    ]);
  });

  test('that are not numbered are separated by their names', async () => {
    const calls = await callsOf([
      [call(undefined, 'a', 'f', '{')],
      [call(undefined, undefined, undefined, '}')],
      [call(undefined, 'b', 'f', '{}')],
    ]);
    expect(calls).toEqual([
      ['a', 'f', '{}'],
      ['b', 'f', '{}'],
    ]);
  });

  test('whose pieces each bring an id of their own are one call, with the first', async () => {
    const calls = await callsOf([[call(0, 'a', 'f', '{')], [call(0, 'x', undefined, '}')]]);
    expect(calls).toEqual([['a', 'f', '{}']]);
  });

  test('whose name is repeated in every piece are one call', async () => {
    const calls = await callsOf([[call(0, 'a', 'f', '{')], [call(0, 'a', 'f', '}')]]);
    expect(calls).toEqual([['a', 'f', '{}']]);
  });

  test('without an id, or with one twice, can be answered all the same', async () => {
    const calls = await callsOf([
      [call(0, undefined, 'f', '1'), call(1, 'same', 'f', '2'), call(2, 'same', 'f', '3')],
    ]);
    expect(calls?.map(([id]) => id)).toEqual(['call_0', 'same', 'same_2']);
  });

  test('with an id that is longer than a request takes get one from their position', async () => {
    const long = 'x'.repeat(1_025);
    const calls = await callsOf([[call(0, long, 'f', '1'), call(1, 'x'.repeat(1_024), 'f', '2')]]);
    expect(calls?.map(([id]) => id)).toEqual(['call_0', 'x'.repeat(1_024)]);
  });

  test('keep the text next to them', async () => {
    const events = [delta({ content: 'Let me see.', tool_calls: [call(0, 'a', 'f', '{}')] })];
    const { message } = await answerOf([...events, delta({}, 'tool_calls'), '[DONE]']);
    expect(message).toEqual({
      role: 'assistant',
      content: 'Let me see.',
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
    });
  });
});
