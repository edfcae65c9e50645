/** Servers that speak the plain wire: what they get, and what is taken from them. */
import { describe, expect, test } from 'vitest';
import { SHAPES, TOOL_TURN, TOOLS } from './conversations.ts';
import { compatible, delta, startUpstream, stream, submit, WHOLE_STREAM } from './upstream.ts';

const PLAIN = new Set([
  'model',
  'messages',
  'max_tokens',
  'stream',
  'stream_options',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'user',
]);

test.each(SHAPES)('%s goes out in plain members only', async (_, changes) => {
  const upstream = await startUpstream((response) => stream(response, WHOLE_STREAM));
  await submit(compatible(upstream.url), changes);
  const { body } = upstream.received[0]!;
  expect(Object.keys(body).filter((name) => !PLAIN.has(name))).toEqual([]);
  expect(JSON.stringify(body)).not.toContain('reasoning_details');
});

test('usage is asked for with the stream, at the path below the base', async () => {
  const upstream = await startUpstream((response) => stream(response, WHOLE_STREAM));
  await submit(compatible(upstream.url), { traceparent: '00-a-b-01' });
  expect(upstream.received[0]).toMatchObject({
    path: '/api/v1/chat/completions',
    headers: { traceparent: '00-a-b-01' },
    body: { stream: true, stream_options: { include_usage: true }, max_tokens: 100 },
  });
});

test('the key is sent where there is one', async () => {
  const upstream = await startUpstream((response) => stream(response, WHOLE_STREAM));
  await submit(compatible(upstream.url));
  await submit(compatible(upstream.url, 'local-key'));
  expect(upstream.received.map(({ headers }) => headers.authorization)).toEqual([
    undefined,
    'Bearer local-key',
  ]);
});

test('call ids go back as they came, also where they repeat from turn to turn', async () => {
  const upstream = await startUpstream((response) => stream(response, WHOLE_STREAM));
  const messages = [...TOOL_TURN.slice(1, 5), ...TOOL_TURN.slice(1, 5)];
  await submit(compatible(upstream.url), { messages, tools: TOOLS });
  const ids = (upstream.received[0]!.body.messages as { tool_call_id?: string }[]).flatMap(
    ({ tool_call_id: id }) => (id ? [id] : []),
  );
  expect(ids).toEqual(['call_1', 'call_2', 'call_1', 'call_2']);
});

describe('an answer', () => {
  test('has usage and no cost, whatever the server says, and nothing to look up', async () => {
    const upstream = await startUpstream((response) => {
      stream(response, WHOLE_STREAM, { 'x-generation-id': 'gen-1' });
    });
    const { outcome, events } = await submit(compatible(upstream.url));
    expect(outcome).toEqual({
      kind: 'answered',
      answer: {
        message: { role: 'assistant', content: 'Hello' },
        finishReason: 'stop',
        usage: { promptTokens: 3, completionTokens: 2 },
      },
    });
    expect(events).toEqual(['before send']);
  });

  test('takes its usage from a last chunk without choices, or from every chunk', async () => {
    const usage = (completion_tokens: number) => ({
      usage: { prompt_tokens: 3, completion_tokens },
    });
    const upstream = await startUpstream((response) => {
      const events = [
        { ...delta({ content: 'a' }), ...usage(1) },
        { ...delta({ content: 'b' }, 'stop'), usage: null },
        { id: 'x', choices: [], ...usage(2) },
        '[DONE]',
      ];
      stream(response, events);
    });
    const { outcome } = await submit(compatible(upstream.url));
    expect(outcome).toMatchObject({ answer: { usage: { promptTokens: 3, completionTokens: 2 } } });
  });

  test('without usage is an answer all the same', async () => {
    const upstream = await startUpstream((response) => {
      stream(response, [delta({ content: 'a' }, 'stop'), '[DONE]']);
    });
    const { outcome } = await submit(compatible(upstream.url));
    expect(outcome).toMatchObject({ kind: 'answered' });
    expect(outcome).not.toHaveProperty('answer.usage');
  });

  test('that is an error object of the older form is unknown', async () => {
    const upstream = await startUpstream((response) => {
      stream(response, [{ object: 'error', message: 'no', code: 400 }, '[DONE]']);
    });
    expect((await submit(compatible(upstream.url))).outcome.kind).toBe('unknown');
  });
});
