/** Anthropic's Messages API: recorded answers arrive as they were given, and go back in the form of recorded requests. */
import { describe, expect, test } from 'vitest';
import type { AssistantMessage, JsonValue } from '../../../server/model-runs/providers/index.ts';
import { parseExact } from '../../../server/platform/lib/json.ts';
import { eventsOf, known, play, recordingsOf, sent } from './upstreams.ts';

interface Block {
  type: string;
  text?: string;
  thinking?: string;
  signature?: string;
  data?: string;
  id?: string;
  name?: string;
  input?: JsonValue;
  partial_json?: string;
}

interface Reply {
  content: Block[];
  stop_reason: string;
  usage: Counts;
  error?: { message: string };
}

interface Counts {
  input_tokens?: number;
  cache_creation_input_tokens?: number;
  cache_read_input_tokens?: number;
  cache_creation?: { ephemeral_1h_input_tokens: number };
  output_tokens?: number;
  output_tokens_details?: { thinking_tokens?: number };
}

interface Event {
  type: string;
  index: number;
  message: Reply;
  content_block: Block;
  delta: Block & { stop_reason: string };
  usage: Counts;
}

interface Sent {
  system?: { text: string }[];
  messages: { role: string; content: Block[] }[];
}

const recordings = recordingsOf<Sent, Reply>('anthropic');
const answers = recordings.filter(({ status }) => status === 200);

describe('a recorded answer arrives as Anthropic gave it', () => {
  test.each(answers)('$name', async (recording) => {
    const reply = recording.response ?? streamed(eventsOf<Event>(recording.responseText!));
    const { outcome } = await play('anthropic', recording);
    if (outcome.kind !== 'answered') throw new Error(JSON.stringify(outcome));
    const { message, finishReason, usage } = outcome.answer;
    const texts = reply.content.filter(({ type }) => type === 'text').map(({ text }) => text);
    expect(message.content ?? '').toBe(texts.join(''));
    expect(entriesOf(message)).toEqual(thoughtsOf(reply.content));
    expect(callsOf(message)).toEqual(
      reply.content
        .filter(({ type }) => type === 'tool_use')
        .map(({ id, name, input }) => ({ id, name, input })),
    );
    expect(finishReason).toBe(FINISHES[reply.stop_reason]);
    const { input_tokens: fresh = 0, cache_creation_input_tokens: written = 0 } = reply.usage;
    const { cache_read_input_tokens: cached = 0, output_tokens: completion } = reply.usage;
    expect(usage).toEqual(
      known({
        promptTokens: fresh + written + cached,
        completionTokens: completion,
        cachedPromptTokens: reply.usage.cache_read_input_tokens,
        cacheWriteTokens: reply.usage.cache_creation_input_tokens,
        cacheWrite1hTokens: reply.usage.cache_creation?.ephemeral_1h_input_tokens,
        reasoningTokens: reply.usage.output_tokens_details?.thinking_tokens,
      }),
    );
  });

  test('and names itself', async () => {
    const { outcome } = await play('anthropic', answers[0]!);
    expect(outcome).toMatchObject({ reference: expect.stringMatching(/^msg_/) });
  });
});

const FINISHES: Record<string, string> = {
  end_turn: 'stop',
  tool_use: 'tool_calls',
  max_tokens: 'length',
  refusal: 'content_filter',
};

/** The reply that the events make up, put together in the plainest way. */
function streamed(events: Event[]): Reply {
  const content: Block[] = [];
  const reply: Reply = { content, stop_reason: '', usage: {} };
  for (const { type, index, message, content_block: block, delta, usage } of events) {
    if (type === 'message_start') Object.assign(reply.usage, message.usage);
    if (type === 'content_block_start') content[index] = { ...block, partial_json: '' };
    if (type === 'content_block_delta') {
      const open = content[index]!;
      if (delta.type === 'text_delta') open.text! += delta.text;
      if (delta.type === 'thinking_delta') open.thinking! += delta.thinking;
      if (delta.type === 'signature_delta') open.signature! += delta.signature;
      if (delta.type === 'input_json_delta') open.partial_json! += delta.partial_json;
    }
    if (type === 'message_delta') {
      reply.stop_reason = delta.stop_reason;
      Object.assign(reply.usage, usage);
    }
  }
  for (const block of content) if (block.partial_json) block.input = JSON.parse(block.partial_json);
  return reply;
}

function thoughtsOf(content: Block[]): object[] {
  return content.flatMap(({ type, thinking, signature, data }): object[] => {
    if (type === 'thinking') return [{ type: 'reasoning.text', text: thinking, signature }];
    return type === 'redacted_thinking' ? [{ type: 'reasoning.encrypted', data }] : [];
  });
}

function entriesOf({ reasoning_details: details = [] }: AssistantMessage) {
  return (details as Record<string, unknown>[]).map(({ type, text, signature, data }) =>
    known({ type, text, signature, data }),
  );
}

function callsOf({ tool_calls: calls = [] }: AssistantMessage) {
  return calls.map(({ id, function: { name, arguments: text } }) => ({
    ...{ id, name },
    input: JSON.parse(text),
  }));
}

test('a recorded refusal is told in the words of Anthropic', async () => {
  const refused = recordings.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(1);
  const { outcome } = await play('anthropic', refused[0]!);
  const words = refused[0]!.response!.error!.message;
  expect(outcome).toMatchObject({ kind: 'refused', providerStatus: 404, words });
});

describe('a refusal is taken for what it says:', () => {
  const refusal = (status: number, message: string) =>
    play('anthropic', {
      ...{ status, contentType: 'application/json' },
      response: { type: 'error', error: { type: 'invalid_request_error', message } },
    });

  test.each([
    [400, 'Your credit balance is too low to access the Anthropic API. Please go to Plans.'],
    [
      400,
      'You have reached your specified API usage limits. You will regain access on 2026-12-01.',
    ],
    [400, 'This organization has been disabled.'],
    [403, 'Your API key does not have permission to use the specified resource.'],
  ])('%i, %s is about the account, and no customer reads it', async (status, message) => {
    expect((await refusal(status, message)).outcome).toEqual({
      ...{ kind: 'refused', providerStatus: 401 },
      reason: 'The provider did not accept the credentials of this deployment.',
    });
  });

  test('an output that is blocked was generated, so the outcome is unknown', async () => {
    const { outcome } = await refusal(400, 'Output blocked by content filtering policy');
    expect(outcome).toMatchObject({ kind: 'unknown', providerStatus: 400 });
  });

  test('a message that quotes such words is about the request', async () => {
    const words = 'messages.0.content: Your credit balance is too low';
    const { outcome } = await refusal(400, words);
    expect(outcome).toMatchObject({ kind: 'refused', providerStatus: 400, words });
  });
});

describe('an answer goes back as Anthropic gave it', () => {
  const own = new Set(['text', 'thinking', 'redacted_thinking', 'tool_use']);
  test.each(answers)('$name', async (recording) => {
    const reply = recording.response ?? streamed(eventsOf<Event>(recording.responseText!));
    const { outcome } = await play('anthropic', recording);
    if (outcome.kind !== 'answered') throw new Error(JSON.stringify(outcome));
    const { message } = outcome.answer;
    const results = (message.tool_calls ?? []).map(({ id }) => ({
      ...{ role: 'tool', tool_call_id: id, content: 'done' },
    }));
    const { body } = await sent('anthropic', {
      messages: [
        { role: 'user', content: 'Hello' },
        message,
        ...(results as { role: 'tool'; tool_call_id: string; content: string }[]),
        { role: 'user', content: 'Go on' },
      ],
    });
    const { messages } = body as unknown as Sent;
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    // Texts that only a tool of the provider separates are one text.
    const expected = joined(reply.content.filter(({ type }) => own.has(type)).map(plain));
    expect(joined(messages[1]!.content)).toEqual(expected);
    expect(messages[2]!.content).toEqual([
      ...results.map(({ tool_call_id: id }) => ({
        ...{ type: 'tool_result', tool_use_id: id, content: 'done' },
      })),
      { type: 'text', text: 'Go on' },
    ]);
  });
});

function plain({ type, text, thinking, signature, data, id, name, input }: Block): Block {
  return known({ type, text, thinking, signature, data, id, name, input }) as Block;
}

function joined(content: Block[]): Block[] {
  const blocks: Block[] = [];
  for (const block of content) {
    const last = blocks.at(-1);
    if (last?.type !== 'text' || block.type !== 'text') blocks.push({ ...block });
    else last.text = `${last.text}${block.text}`;
  }
  return blocks;
}

describe('a submission in the form of the Messages API', () => {
  test('with all that it can have', async () => {
    const { body, headers, path } = await sent('anthropic', {
      endUser: 'abc',
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
            { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
            {
              type: 'file',
              file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBE' },
            },
            { type: 'file', file: { filename: 'a.csv', file_data: 'data:text/csv;base64,YSxi' } },
          ],
        },
        { role: 'system', content: 'And kind.' },
        { role: 'assistant', content: 'No.', refusal: 'Never.' },
        { role: 'user', content: 'Please' },
      ],
      tools: [{ name: 'f', description: 'Does.', parameters: { type: 'object' }, strict: true }],
      toolChoice: { type: 'function', function: { name: 'f' } },
      parallelToolCalls: false,
      parameters: {
        ...{ temperature: 0.5, top_p: 0.9, stop: ['x'], reasoning: { effort: 'minimal' } },
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'n', schema: { type: 'object' }, strict: true },
        },
      },
    });
    expect(path).toMatch(/\/messages$/);
    expect(headers).toMatchObject({ 'x-api-key': 'a-key', 'anthropic-version': '2023-06-01' });
    expect(headers).not.toHaveProperty('authorization');
    const pdf = { type: 'base64', media_type: 'application/pdf', data: 'JVBE' };
    const csv = { type: 'text', media_type: 'text/plain', data: 'a,b' };
    expect(body).toEqual({
      ...{ model: 'some/model', max_tokens: 100, stream: true, metadata: { user_id: 'abc' } },
      system: ['Be brief.', 'And kind.'].map((text) => ({ type: 'text', text })),
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
            { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
            { type: 'document', title: 'a.pdf', source: pdf },
            { type: 'document', title: 'a.csv', source: csv },
          ],
        },
        { role: 'assistant', content: [{ type: 'text', text: 'No.\nNever.' }] },
        { role: 'user', content: [{ type: 'text', text: 'Please' }] },
      ],
      tools: [{ name: 'f', description: 'Does.', input_schema: { type: 'object' }, strict: true }],
      tool_choice: { type: 'tool', name: 'f', disable_parallel_tool_use: true },
      ...{ temperature: 0.5, top_p: 0.9, stop_sequences: ['x'] },
      thinking: { type: 'adaptive', display: 'summarized' },
      output_config: { effort: 'low', format: { type: 'json_schema', schema: { type: 'object' } } },
    });
  });

  test.each([
    ['auto', undefined, { type: 'auto' }],
    ['none', false, { type: 'none' }],
    ['required', true, { type: 'any', disable_parallel_tool_use: false }],
    [undefined, false, { type: 'auto', disable_parallel_tool_use: true }],
    [undefined, undefined, undefined],
  ] as const)(
    'with tool_choice %s and parallel calls %s',
    async (toolChoice, parallel, expected) => {
      const { body } = await sent('anthropic', {
        tools: [{ name: 'f', description: '', parameters: { type: 'object' } }],
        ...(toolChoice && { toolChoice }),
        ...(parallel !== undefined && { parallelToolCalls: parallel }),
      });
      expect(body.tool_choice).toEqual(expected);
    },
  );

  test.each([
    ['claude-sonnet-4-5-20250929', 'medium', 4_000, { type: 'enabled', budget_tokens: 2_000 }],
    ['claude-3-7-sonnet-latest', 'max', 4_000, { type: 'enabled', budget_tokens: 3_800 }],
    ['claude-opus-4-20250514', 'low', 2_000, { type: 'enabled', budget_tokens: 1_024 }],
    ['claude-haiku-4-5', 'none', 4_000, { type: 'disabled' }],
    ['claude-haiku-4-5', 'high', 1_024, { type: 'disabled' }],
    ['claude-haiku-4-5', 'high', 1_025, { type: 'enabled', budget_tokens: 1_024 }],
    ['claude-sonnet-4-6', 'high', 4_000, { type: 'adaptive', display: 'summarized' }],
  ])('%s thinks with effort %s within %s tokens', async (model, effort, most, thinking) => {
    const parameters = { reasoning: { effort } };
    const { body } = await sent('anthropic', { model, maxOutputTokens: most, parameters });
    expect(body).toMatchObject({ max_tokens: most, thinking });
    const isEffort = thinking.type === 'adaptive';
    expect(body.output_config).toEqual(isEffort ? { effort } : undefined);
  });

  test('what a model takes is settled by the file where its name does not say it', async () => {
    const parameters = { reasoning: { effort: 'high' } };
    const settings = { thinking: 'budget' } as const;
    const { body } = await sent('anthropic', { maxOutputTokens: 2_000, parameters }, settings);
    expect(body.thinking).toEqual({ type: 'enabled', budget_tokens: 1_600 });
  });

  test('with what is to be cached', async () => {
    const cache_control = { type: 'ephemeral', ttl: '1h' } as const;
    const text = { type: 'text', text: 'Long', cache_control } as const;
    const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '' } } as const;
    const { body } = await sent('anthropic', {
      messages: [
        { role: 'system', content: [text] },
        { role: 'user', content: [text] },
        { role: 'assistant', tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c', content: [text] },
      ],
      tools: [{ name: 'f', description: '', parameters: {}, cache_control }],
    });
    expect(body).toMatchObject({
      system: [text],
      messages: [{ content: [text] }, {}, { content: [{ content: [text] }] }],
      tools: [{ cache_control }],
    });
  });

  test('broken arguments go back in a member', async () => {
    const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{"a' } } as const;
    const { body } = await sent('anthropic', {
      messages: [
        { role: 'user', content: 'Go' },
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c', content: '' },
      ],
    });
    const { messages } = body as unknown as Sent;
    expect(messages[1]!.content).toEqual([
      { type: 'tool_use', id: 'c', name: 'f', input: { INVALID_JSON: '{"a' } },
    ]);
    expect(messages[2]!.content[0]).toMatchObject({ tool_use_id: 'c', content: '' });
  });

  test('calls keep ids of their own where the API refuses their characters', async () => {
    const ids = ['a_1', 'a:1', 'a.1', `a${'1'.repeat(64)}`];
    const calls = ids.map((id) => ({
      ...{ id, type: 'function' as const, function: { name: 'f', arguments: '{}' } },
    }));
    const { body } = await sent('anthropic', {
      messages: [
        { role: 'user', content: 'Go' },
        { role: 'assistant', tool_calls: calls },
        ...ids.map((id) => ({ role: 'tool' as const, tool_call_id: id, content: 'done' })),
      ],
    });
    const [, { content: uses }, { content: results }] = body.messages as [
      object,
      { content: { id: string }[] },
      { content: { tool_use_id: string }[] },
    ];
    const wired = uses.map(({ id }) => id);
    expect(wired[0]).toBe('a_1');
    expect(new Set(wired).size).toBe(ids.length);
    for (const id of wired) expect(id).toMatch(/^[\w-]{1,64}$/);
    expect(results.map(({ tool_use_id: id }) => id)).toEqual(wired);
  });

  test('numbers of schemas and arguments keep every digit', async () => {
    const parameters = parseExact('{"const":12345678901234567890123}').value as { const: number };
    const text = '{"n":12345678901234567890123}';
    const { text: body } = await sent('anthropic', {
      messages: [
        { role: 'user', content: 'Go' },
        {
          role: 'assistant',
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: text } }],
        },
        { role: 'tool', tool_call_id: 'c', content: 'done' },
      ],
      tools: [{ name: 'f', description: '', parameters }],
    });
    expect(body.match(/12345678901234567890123/g)).toHaveLength(2);
  });

  test('the signatures of another provider stay behind', async () => {
    const details = [{ type: 'reasoning.encrypted', data: 'abc', format: 'openai-responses-v1' }];
    const { body } = await sent('anthropic', {
      messages: [
        { role: 'user', content: 'Go' },
        { role: 'assistant', content: 'Well', reasoning_details: details },
        { role: 'user', content: 'On' },
      ],
    });
    expect((body as unknown as Sent).messages[1]!.content).toEqual([
      { type: 'text', text: 'Well' },
    ]);
  });
});
