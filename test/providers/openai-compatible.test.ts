/** Servers that speak the plain wire: what they receive, and what the service reads from their answers. */
import { describe, expect, test } from 'vitest';
import type { AssistantMessage, Message } from '../../server/model-runs/providers/index.ts';
import { FORMAT, PARTS, PDF, SHAPES, TOOL_TURN, TOOLS } from './conversations.ts';
import {
  compatible,
  delta,
  json,
  startUpstream,
  stream,
  submit,
  WHOLE_STREAM,
} from './upstream.ts';

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
  'temperature',
  'top_p',
  'stop',
  'seed',
  'reasoning_effort',
  'response_format',
]);

test.each(SHAPES)('%s goes out in plain members only', async (_, changes) => {
  const upstream = await startUpstream((response) => stream(response, WHOLE_STREAM));
  await submit(compatible(upstream.url), changes);
  const { body } = upstream.received[0]!;
  expect(Object.keys(body).filter((name) => !PLAIN.has(name))).toEqual([]);
  expect(JSON.stringify(body)).not.toContain('reasoning_details');
});

test('parameters go out as they are, the effort of reasoning in the member of the plain wire', async () => {
  const upstream = await startUpstream((response) => stream(response, WHOLE_STREAM));
  const plain = { temperature: 0, top_p: 0.5, stop: ['END'], seed: 0, response_format: FORMAT };
  const parameters = { ...plain, reasoning: { effort: 'low' } };
  await submit(compatible(upstream.url), { parameters });
  const { body } = upstream.received[0]!;
  expect(body).toMatchObject({ ...plain, reasoning_effort: 'low' });
  expect(body).not.toHaveProperty('reasoning');
});

test('parts go out value for value and in order', async () => {
  const upstream = await startUpstream((response) => stream(response, WHOLE_STREAM));
  await submit(compatible(upstream.url), {
    messages: [{ role: 'user', content: [...PARTS, PDF] }],
  });
  const { body } = upstream.received[0]!;
  expect(body.messages).toEqual([{ role: 'user', content: [...PARTS, PDF] }]);
  expect(body).not.toHaveProperty('plugins');
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
  test('has usage and no cost, whatever the server says, and its id for people only', async () => {
    const upstream = await startUpstream((response) => {
      stream(response, WHOLE_STREAM, { 'x-generation-id': 'gen-1' });
    });
    const { outcome, events } = await submit(compatible(upstream.url));
    expect(outcome).toEqual({
      kind: 'answered',
      reference: 'gen-1',
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

describe('reasoning', () => {
  const question: Message = { role: 'user', content: 'Why?' };
  const forms = [
    ['whole', false],
    ['streamed', true],
  ] as const;

  async function startThinker(member: string, isStreamed: boolean) {
    return startUpstream((response) => {
      const message = { role: 'assistant', content: 'So.', [member]: 'Let me think.' };
      if (!isStreamed) {
        return json(response, 200, { choices: [{ message, finish_reason: 'stop' }] });
      }
      const pieces = ['Let me ', 'think.'].map((text) => delta({ [member]: text }));
      stream(response, [...pieces, delta({ content: 'So.' }, 'stop'), '[DONE]']);
    });
  }

  describe.each(['reasoning_content', 'reasoning'] as const)('of a server of %s', (member) => {
    test.each(forms)(
      'that is %s is handed out as an entry and goes back as it came',
      async (_, isStreamed) => {
        const upstream = await startThinker(member, isStreamed);
        const provider = compatible(upstream.url, undefined, member);
        const { outcome } = await submit(provider);
        if (outcome.kind !== 'answered') throw new Error(outcome.kind);
        const { message } = outcome.answer;
        expect(message).toEqual({
          role: 'assistant',
          content: 'So.',
          reasoning_details: [{ type: 'reasoning.text', text: 'Let me think.' }],
        });
        await submit(provider, { messages: [question, message, question] });
        expect(upstream.received[1]!.body.messages).toEqual([
          question,
          { role: 'assistant', content: 'So.', [member]: 'Let me think.' },
          question,
        ]);
      },
    );
  });

  test('goes back entry for entry to a server of reasoning_details', async () => {
    const upstream = await startUpstream((response) => stream(response, WHOLE_STREAM));
    const provider = compatible(upstream.url, undefined, 'reasoning_details');
    await submit(provider, { messages: TOOL_TURN, tools: TOOLS });
    expect((upstream.received[0]!.body.messages as Message[])[2]).toEqual(TOOL_TURN[2]);
  });

  test('under two names, or next to its entries, is counted once', async () => {
    const entry = { type: 'reasoning.text', text: 'Hm.', signature: 'c2ln' };
    const both = { reasoning: 'Hm.', reasoning_content: 'Hm.' };
    const upstream = await startUpstream((response, { path }) => {
      const details = path.includes('details') ? { reasoning_details: [entry] } : {};
      const message = { role: 'assistant', content: 'x', ...both, ...details };
      json(response, 200, { choices: [{ message, finish_reason: 'stop' }] });
    });
    const names = await submit(compatible(upstream.url));
    expect(names.outcome).toMatchObject({
      answer: { message: { reasoning_details: [{ type: 'reasoning.text', text: 'Hm.' }] } },
    });
    const beside = await submit(compatible(`${upstream.url}/details`));
    expect(beside.outcome).toMatchObject({ answer: { message: { reasoning_details: [entry] } } });
  });
});

test('what an assistant message may lack or hold goes out so that a plain server takes it', async () => {
  const upstream = await startUpstream((response) => stream(response, WHOLE_STREAM));
  const assistant = async (message: Omit<AssistantMessage, 'role'>) => {
    await submit(compatible(upstream.url), { messages: [{ role: 'assistant', ...message }] });
    return (upstream.received.at(-1)!.body.messages as unknown[])[0];
  };
  expect(await assistant({})).toEqual({ role: 'assistant', content: '' });
  expect(await assistant({ content: null })).toEqual({ role: 'assistant', content: '' });
  expect(await assistant({ content: null, refusal: 'No.' })).toEqual({
    role: 'assistant',
    content: 'No.',
  });
  expect(await assistant({ content: 'Well.', refusal: 'No.' })).toEqual({
    role: 'assistant',
    content: 'Well.\nNo.',
  });
});
