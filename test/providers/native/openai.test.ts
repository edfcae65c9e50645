/** OpenAI's Responses API, also on Azure: recorded answers arrive as they were given, and go back as OpenAI wants them. */
import { describe, expect, test } from 'vitest';
import { toResponsesBody } from '../../../server/model-runs/providers/openai/index.ts';
import { delta, startUpstream, stream, submission, submit } from '../upstream.ts';
import { eventsOf, known, native, play, recordingsOf, sent } from './upstreams.ts';

interface Item {
  type: string;
  id?: string;
  role?: string;
  phase?: string;
  content?: string | { type: string; text: string }[];
  summary?: { text: string }[];
  encrypted_content?: string;
  call_id?: string;
  name?: string;
  arguments?: string;
}

interface Reply {
  id: string;
  status: string;
  output: Item[];
  usage: {
    input_tokens: number;
    output_tokens: number;
    input_tokens_details: { cached_tokens?: number; cache_write_tokens?: number };
    output_tokens_details: { reasoning_tokens: number };
  };
  error?: { message: string };
}

const recordings = recordingsOf<{ input: Item[] }, Reply>('openai-responses');
const answers = recordings
  .filter(({ status }) => status === 200)
  .map((recording) => ({
    ...recording,
    reply: recording.response ?? last(recording.responseText!),
  }));

function last(text: string): Reply {
  const events = eventsOf<{ type: string; response?: Reply; item?: Item }>(text);
  const reply = events.find(({ type }) => type === 'response.completed')!.response!;
  // The items as they came, one after the other.
  const output = events.flatMap(({ type, item }) =>
    type === 'response.output_item.done' ? [item!] : [],
  );
  return { ...reply, output };
}

function textOf({ content }: Item): string {
  return typeof content === 'object' ? content.map(({ text }) => text).join('') : (content ?? '');
}

describe('a recorded answer arrives as OpenAI gave it', () => {
  test.each(answers)('$name', async ({ reply, ...recording }) => {
    const { outcome } = await play('openai', recording);
    if (outcome.kind !== 'answered') throw new Error(JSON.stringify(outcome));
    const { message, finishReason, usage } = outcome.answer;
    const of = (type: string) => reply.output.filter((item) => item.type === type);
    expect(message.content ?? '').toBe(of('message').map(textOf).join(''));
    expect(message.tool_calls ?? []).toEqual(
      of('function_call').map(({ call_id: id, name, arguments: text }) => ({
        ...{ id, type: 'function', function: { name, arguments: text } },
      })),
    );
    const details = (message.reasoning_details ?? []) as { type: string; data?: string }[];
    expect(
      details.filter(({ type }) => type === 'reasoning.encrypted').map(({ data }) => data),
    ).toEqual(of('reasoning').flatMap(({ encrypted_content: data }) => data ?? []));
    expect(finishReason).toBe(of('function_call').length > 0 ? 'tool_calls' : 'stop');
    const { input_tokens_details: input, output_tokens_details: output } = reply.usage;
    expect(usage).toEqual(
      known({
        promptTokens: reply.usage.input_tokens,
        completionTokens: reply.usage.output_tokens,
        cachedPromptTokens: input.cached_tokens,
        cacheWriteTokens: input.cache_write_tokens,
        reasoningTokens: output.reasoning_tokens,
      }),
    );
    expect(outcome.reference).toBe(reply.id);
  });
});

describe('a recorded refusal is told in the words of OpenAI', () => {
  test.each(recordings.filter(({ status }) => status !== 200))('$name', async (recording) => {
    const { outcome } = await play('openai', recording);
    const words = expect.stringContaining(recording.response!.error!.message);
    expect(outcome).toMatchObject({ kind: 'refused', providerStatus: 400, words });
  });
});

describe('an answer goes back in its order, with its encrypted reasoning', () => {
  test.each(answers)('$name', async ({ reply, ...recording }) => {
    const { outcome } = await play('openai', recording);
    if (outcome.kind !== 'answered') throw new Error(JSON.stringify(outcome));
    const { message } = outcome.answer;
    const results = (message.tool_calls ?? []).map(({ id }) => ({
      ...{ role: 'tool' as const, tool_call_id: id, content: 'done' },
    }));
    const { body } = await sent('openai', {
      messages: [
        { role: 'user', content: 'Hello' },
        message,
        ...results,
        { role: 'user', content: 'Go on' },
      ],
    });
    const input = body.input as Item[];
    const back = input.slice(1, input.length - results.length - 1);
    const own = reply.output.filter(({ type }) => OWN.has(type));
    // Without tools of the provider between them, neighbors are one.
    expect(back.filter(({ type }) => type !== 'reasoning').map(plain)).toEqual(
      own.filter(({ type }) => type !== 'reasoning').map(plain),
    );
    const sealed = own.filter(({ encrypted_content: data }) => data);
    expect(back.filter(({ type }) => type === 'reasoning').map(plain)).toEqual(sealed.map(plain));
    // What refers to an item stands before it, as OpenAI requires.
    expect(back.map(({ type }) => type)).toEqual(
      own
        .filter((item) => item.type !== 'reasoning' || sealed.includes(item))
        .map(({ type }) => type),
    );
    expect(input.slice(back.length + 1, -1)).toEqual(
      results.map(({ tool_call_id: call_id }) => ({
        ...{ type: 'function_call_output', call_id, output: 'done' },
      })),
    );
  });
});

const OWN = new Set(['reasoning', 'message', 'function_call']);

function plain(item: Item): object {
  const { type, phase, encrypted_content, call_id, name, arguments: text, summary } = item;
  const content = type === 'message' ? textOf(item) : undefined;
  const thought = summary?.map(({ text: words }) => words);
  return known({ type, phase, content, thought, encrypted_content, call_id, name, text });
}

describe('a submission in the form of the Responses API', () => {
  test('with all that it can have', async () => {
    const { body, headers, path } = await sent(
      'openai',
      {
        endUser: 'abc',
        messages: [
          { role: 'system', content: 'Be brief.' },
          {
            role: 'user',
            content: [
              { type: 'text', text: 'Look' },
              { type: 'image_url', image_url: { url: 'https://example.com/a.png', detail: 'low' } },
              {
                type: 'file',
                file: { filename: 'a', file_data: 'data:application/pdf;base64,JVBE' },
              },
            ],
          },
          { role: 'assistant', content: null, refusal: 'Never.' },
          { role: 'user', content: 'Please' },
        ],
        tools: [{ name: 'f', description: 'Does.', parameters: { type: 'object' } }],
        toolChoice: { type: 'function', function: { name: 'f' } },
        parallelToolCalls: false,
        parameters: {
          ...{ temperature: 0.5, top_p: 0.9, reasoning: { effort: 'max' } },
          response_format: {
            type: 'json_schema',
            json_schema: { name: 'n', description: 'd', schema: { type: 'object' }, strict: true },
          },
        },
      },
      { canThink: true },
    );
    expect(path).toMatch(/\/responses$/);
    expect(headers).toMatchObject({ authorization: 'Bearer a-key' });
    const type = 'message';
    expect(body).toEqual({
      ...{ model: 'some/model', max_output_tokens: 100, stream: true, store: false },
      stream_options: { include_obfuscation: false },
      include: ['reasoning.encrypted_content'],
      input: [
        { type, role: 'system', content: 'Be brief.' },
        {
          ...{ type, role: 'user' },
          content: [
            { type: 'input_text', text: 'Look' },
            { type: 'input_image', image_url: 'https://example.com/a.png', detail: 'low' },
            { type: 'input_file', filename: 'a', file_data: 'data:application/pdf;base64,JVBE' },
          ],
        },
        { type, role: 'assistant', content: 'Never.' },
        { type, role: 'user', content: 'Please' },
      ],
      tools: [
        {
          ...{ type: 'function', name: 'f', description: 'Does.', strict: false },
          parameters: { type: 'object' },
        },
      ],
      tool_choice: { type: 'function', name: 'f' },
      parallel_tool_calls: false,
      ...{ temperature: 0.5, top_p: 0.9, reasoning: { effort: 'xhigh' }, safety_identifier: 'abc' },
      text: {
        format: {
          ...{ type: 'json_schema', name: 'n', description: 'd', strict: true },
          schema: { type: 'object' },
        },
      },
    });
  });

  test('an entry that holds anything but texts sends none of it, and an id goes back once', async () => {
    const format = 'openai-responses-v1';
    const id = 'msg_1';
    const { body } = await sent('openai', {
      messages: [
        { role: 'user', content: 'Go' },
        {
          ...{ role: 'assistant', content: 'abc' },
          reasoning_details: [
            { type: 'reasoning.encrypted', format, id: 'rs_1', data: { a: 1 } },
            { type: 'reasoning.encrypted', format, id: { a: 1 }, data: 'sealed' },
            { type: 'openai.message', format, id, phase: { a: 1 } },
            { type: 'reasoning.text', format, after: { text: 1 } },
            { type: 'openai.message', format, id: [id], phase: 'final', after: { text: 2 } },
          ],
        },
        { role: 'user', content: 'On' },
      ],
    });
    const own = { type: 'message', role: 'assistant' };
    expect((body.input as object[]).slice(1, -1)).toEqual([
      { type: 'reasoning', summary: [], encrypted_content: 'sealed' },
      {
        ...{ ...own, id, status: 'completed' },
        content: [{ type: 'output_text', text: 'a', annotations: [] }],
      },
      { ...own, content: 'b' },
      { ...own, content: 'c', phase: 'final' },
    ]);
  });

  test('each entry is read a fixed number of times, however many there are', () => {
    let reads = 0;
    const details = Array.from({ length: 200 }, (_, i) => ({
      ...{ type: 'reasoning.encrypted', format: 'openai-responses-v1', data: 'sealed' },
      get id() {
        reads += 1;
        return `rs_${i}`;
      },
    }));
    const message = { role: 'assistant' as const, content: 'Well', reasoning_details: details };
    const { input } = toResponsesBody(submission({ messages: [message] }), {}) as { input: [] };
    expect(input).toHaveLength(201);
    expect(reads).toBeLessThanOrEqual(2 * details.length);
  });

  test('a model that cannot think is not asked for encrypted reasoning', async () => {
    expect((await sent('openai', {})).body).not.toHaveProperty('include');
  });
});

describe('a model may be reached by chat completions', () => {
  const ANSWER = [
    delta({ role: 'assistant', content: 'Hello' }),
    delta({}, 'stop'),
    { id: 'gen-1', choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } },
    '[DONE]',
  ];

  test('with the members that all of its models take', async () => {
    const upstream = await startUpstream((response) => stream(response, ANSWER));
    const provider = await native('openai', upstream.url, { api: 'chat-completions' });
    const parameters = { stop: ['x'], seed: 7, reasoning: { effort: 'low' } };
    const { outcome } = await submit(provider, { parameters });
    expect(outcome).toMatchObject({
      kind: 'answered',
      answer: { message: { content: 'Hello' }, usage: { promptTokens: 3, completionTokens: 2 } },
    });
    const [{ path, body }] = upstream.received as [(typeof upstream.received)[0]];
    expect(path).toMatch(/\/chat\/completions$/);
    expect(body).toEqual({
      ...{ model: 'some/model', messages: [{ role: 'user', content: 'Hello' }] },
      ...{ max_completion_tokens: 100, stream: true },
      stream_options: { include_usage: true, include_obfuscation: false },
      ...{ store: false, stop: ['x'], seed: 7, reasoning_effort: 'low' },
    });
  });

  test.each([
    [{}, '/openai/v1/responses'],
    [{ api: 'chat-completions' }, '/openai/v1/chat/completions'],
    [{ apiVersion: '2025-04-01-preview' }, '/openai/responses?api-version=2025-04-01-preview'],
    [
      { api: 'chat-completions', apiVersion: '2024-10-21' },
      '/openai/deployments/some%2Fmodel/chat/completions?api-version=2024-10-21',
    ],
  ] as const)('%j on Azure: %s', async (settings, path) => {
    const upstream = await startUpstream((response) => stream(response, ANSWER));
    await submit(await native('azure-openai', upstream.url, settings));
    const padding = upstream.received[0]!.text.includes('include_obfuscation');
    expect(padding).toBe(!('apiVersion' in settings));
    expect(upstream.received[0]!.path).toMatch(new RegExp(`${RegExp.escape(path)}$`));
    expect(upstream.received[0]!.headers).toMatchObject({ 'api-key': 'a-key' });
  });

  test('the recorded answer of Azure arrives', async () => {
    const [recording] = recordingsOf<object, { choices: { message: { content: string } }[] }>(
      '../azure-chat',
    );
    const upstream = await startUpstream((response) =>
      response.end(JSON.stringify(recording!.response)),
    );
    const settings = { api: 'chat-completions' } as const;
    const { outcome } = await submit(await native('azure-openai', upstream.url, settings));
    const { content } = recording!.response!.choices[0]!.message;
    expect(outcome).toMatchObject({ kind: 'answered', answer: { message: { content } } });
  });
});

test('pieces that the whole items repeat do not count toward the bound of an answer', async () => {
  const piece = {
    type: 'response.output_text.delta',
    delta: 'x',
    item_id: 'msg_1'.padEnd(200, '0'),
  };
  const item = { type: 'message', content: [{ type: 'output_text', text: 'Hello' }] };
  const upstream = await startUpstream((response) =>
    stream(response, [
      ...Array.from({ length: 100 }, () => piece),
      { type: 'response.output_item.done', item },
      { type: 'response.completed', response: { status: 'completed' } },
    ]),
  );
  const provider = await native('openai', upstream.url, {}, { maxAnswerBytes: 10_000 });
  const { outcome } = await submit(provider);
  expect(outcome).toMatchObject({ kind: 'answered', answer: { message: { content: 'Hello' } } });
});

test('access tokens of Entra go into the header of Azure', async () => {
  const upstream = await startUpstream((response) => response.end('{}'));
  await submit(await native('azure-openai', upstream.url, {}, {}, 'token'));
  expect(upstream.received[0]!.headers).toMatchObject({ authorization: 'Bearer a-key' });
  expect(upstream.received[0]!.headers).not.toHaveProperty('api-key');
});

test.each([
  ['max_output_tokens', 'length'],
  ['content_filter', 'content_filter'],
])('an answer that is incomplete for %s ends with %s', async (reason, finishReason) => {
  const output = [{ type: 'message', content: [{ type: 'output_text', text: 'Hel' }] }];
  const response = {
    ...{ object: 'response', id: 'resp_1', status: 'incomplete', output },
    incomplete_details: { reason },
  };
  const { outcome } = await play('openai', {
    status: 200,
    contentType: 'application/json',
    response,
  });
  expect(outcome).toMatchObject({ answer: { message: { content: 'Hel' }, finishReason } });
});

test('a refusal of the model is its refusal', async () => {
  const output = [{ type: 'message', content: [{ type: 'refusal', refusal: 'No.' }] }];
  const response = { object: 'response', id: 'resp_1', status: 'completed', output };
  const { outcome } = await play('openai', {
    status: 200,
    contentType: 'application/json',
    response,
  });
  expect(outcome).toMatchObject({ answer: { message: { refusal: 'No.' }, finishReason: 'stop' } });
});
