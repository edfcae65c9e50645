/** Gemini and Vertex AI: recorded answers arrive as they were given, and go back in the form of recorded requests. */
import { describe, expect, test } from 'vitest';
import type {
  AssistantMessage,
  JsonValue,
  Message,
} from '../../../server/model-runs/providers/index.ts';
import { startUpstream, submit } from '../upstream.ts';
import { eventsOf, known, native, play, recordingsOf, sent } from './upstreams.ts';

interface Part {
  text?: string;
  thought?: boolean;
  thoughtSignature?: string;
  functionCall?: { id?: string; name: string; args?: JsonValue };
  functionResponse?: { id?: string; name: string; response: JsonValue };
}

interface Reply {
  candidates: { content?: { parts?: Part[] }; finishReason?: string }[];
  usageMetadata?: Counts;
}

interface Counts {
  promptTokenCount?: number;
  toolUsePromptTokenCount?: number;
  candidatesTokenCount?: number;
  thoughtsTokenCount?: number;
  cachedContentTokenCount?: number;
}

interface Sent {
  systemInstruction?: { parts: Part[] };
  contents: { role: string; parts: Part[] }[];
  tools: unknown;
  toolConfig?: unknown;
  generationConfig: Record<string, unknown>;
}

const recordings = ['google', 'google-vertex'].flatMap((folder) =>
  recordingsOf<Sent, Reply>(folder),
);

function repliesOf({ response, responseText = '' }: (typeof recordings)[number]): Reply[] {
  return response ? [response] : eventsOf<Reply>(responseText);
}

const partsOf = (replies: Reply[]) =>
  replies.flatMap(({ candidates: [first] = [] }) => first?.content?.parts ?? []);

describe('a recorded answer arrives as Google gave it', () => {
  test.each(recordings)('$name', async (recording) => {
    const replies = repliesOf(recording);
    const parts = partsOf(replies);
    const { outcome } = await play('google', recording);
    if (outcome.kind !== 'answered') throw new Error(JSON.stringify(outcome));
    const { message, finishReason, usage } = outcome.answer;
    const spoken = parts.filter(({ thought }) => !thought).map(({ text = '' }) => text);
    expect(message.content ?? '').toBe(spoken.join(''));
    const calls = parts.flatMap(({ functionCall: call }) => call ?? []);
    expect(
      (message.tool_calls ?? []).map(({ function: { name, arguments: text } }) => ({
        ...{ name, args: JSON.parse(text) },
      })),
    ).toEqual(calls.map(({ name, args = {} }) => ({ name, args })));
    const reason = replies.findLast(({ candidates: [first] = [] }) => first?.finishReason);
    const isStop = reason!.candidates[0]!.finishReason === 'STOP';
    expect(finishReason).toBe(isStop ? (calls.length > 0 ? 'tool_calls' : 'stop') : 'other');
    expect(usage).toEqual(countsOf(replies.findLast((reply) => reply.usageMetadata)!));
  });

  test('of all of its kinds: text, thoughts, calls and signatures', () => {
    const parts = recordings.flatMap((recording) => partsOf(repliesOf(recording)));
    expect(parts.some(({ functionCall }) => functionCall)).toBe(true);
    expect(parts.some(({ text, thoughtSignature }) => text && thoughtSignature)).toBe(true);
  });
});

function countsOf({ usageMetadata: counts = {} }: Reply) {
  const { promptTokenCount = 0, toolUsePromptTokenCount = 0, thoughtsTokenCount } = counts;
  return known({
    promptTokens: promptTokenCount + toolUsePromptTokenCount,
    completionTokens: (counts.candidatesTokenCount ?? 0) + (thoughtsTokenCount ?? 0),
    cachedPromptTokens: counts.cachedContentTokenCount,
    reasoningTokens: thoughtsTokenCount,
  });
}

describe('an answer goes back as Google gave it', () => {
  test.each(recordings)('$name', async (recording) => {
    const own = partsOf(repliesOf(recording)).filter(
      ({ text, thought, functionCall }) => functionCall || (text !== undefined && !thought),
    );
    const { outcome } = await play('google', recording);
    if (outcome.kind !== 'answered') throw new Error(JSON.stringify(outcome));
    const messages = turnOf(outcome.answer.message);
    const { body } = await sent('google', { messages });
    const { contents } = body as unknown as Sent;
    expect(contents[1]!.role).toBe('model');
    const back = contents[1]!.parts;
    const texts = (parts: Part[]) => parts.map(({ text = '' }) => text).join('');
    expect(texts(back)).toBe(texts(own));
    // Each signature is on the part that had it.
    const signed = (parts: Part[]) => parts.filter(({ thoughtSignature }) => thoughtSignature);
    expect(signed(back)).toEqual(signed(own));
    expect(back.flatMap(({ functionCall: call }) => call ?? [])).toEqual(
      own.flatMap(({ functionCall: call }) => (call ? [{ ...call, args: call.args ?? {} }] : [])),
    );
  });
});

function turnOf(message: AssistantMessage): Message[] {
  const results = (message.tool_calls ?? []).map(({ id }) => ({
    ...{ role: 'tool' as const, tool_call_id: id, content: '{"done":true}' },
  }));
  return [{ role: 'user', content: 'Hello' }, message, ...results, { role: 'user', content: 'On' }];
}

test('a tool loop goes on in the form of the recorded request', async () => {
  const recording = recordings.find(({ name }) => name.includes('181a6ffb'))!;
  const { contents, systemInstruction, tools, toolConfig } = recording.request;
  let calls = 0;
  const messages = contents.flatMap(({ role, parts }): Message[] => {
    if (role === 'user') {
      return parts.map(({ text = '', functionResponse: result }): Message => {
        if (!result) return { role: 'user', content: text };
        const { id = '', name, response } = result;
        return { role: 'tool', tool_call_id: id, name, content: JSON.stringify(response) };
      });
    }
    const given = parts.map(({ functionCall, thoughtSignature }) => ({
      ...{ functionCall: functionCall!, thoughtSignature: thoughtSignature! },
    }));
    return [
      {
        role: 'assistant',
        content: null,
        tool_calls: given.map(({ functionCall: { id = '', name, args } }) => ({
          ...{ id, type: 'function' as const },
          function: { name, arguments: JSON.stringify(args) },
        })),
        reasoning_details: given.map(({ functionCall: { id = '' }, thoughtSignature: data }) => ({
          ...{ type: 'reasoning.encrypted', format: 'google-gemini-v1', index: calls++, id, data },
        })),
      },
    ];
  });
  const declared = (tools as { functionDeclarations: Record<string, JsonValue>[] }[])[0]!;
  const { body } = await sent('google', {
    messages: [{ role: 'system', content: systemInstruction!.parts[0]!.text! }, ...messages],
    tools: declared.functionDeclarations.map(
      ({ name, description, parameters_json_schema: parameters }) => ({
        ...{ name: name as string, description: description as string, strict: true },
        parameters: parameters as { [member: string]: JsonValue },
      }),
    ),
  });
  const joined: Sent['contents'] = [];
  for (const { role, parts } of contents) {
    if (joined.at(-1)?.role === role) joined.at(-1)!.parts.push(...parts);
    else joined.push({ role, parts: [...parts] });
  }
  expect(body.contents).toEqual(joined);
  expect(body.toolConfig).toEqual(toolConfig);
  expect(body.systemInstruction).toEqual({ parts: systemInstruction!.parts });
});

describe('a submission in the form of generateContent', () => {
  test('with all that it can have', async () => {
    const { body, headers, path } = await sent('google', {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
            {
              type: 'file',
              file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBE' },
            },
            { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
          ],
        },
        {
          role: 'assistant',
          tool_calls: [{ id: 'call_0', type: 'function', function: { name: 'f', arguments: '' } }],
        },
        { role: 'tool', tool_call_id: 'call_0', content: 'plain' },
      ],
      tools: [{ name: 'f', description: 'Does.', parameters: { type: 'object' } }],
      toolChoice: { type: 'function', function: { name: 'f' } },
      parameters: {
        ...{ temperature: 0.5, top_p: 0.9, stop: ['x'], seed: 7, reasoning: { effort: 'max' } },
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'n', schema: { type: 'array' } },
        },
      },
    });
    expect(path).toMatch(/\/models\/some%2Fmodel:streamGenerateContent\?alt=sse$/);
    expect(headers).toMatchObject({ 'x-goog-api-key': 'a-key' });
    expect(body).toEqual({
      contents: [
        {
          role: 'user',
          parts: [
            { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
            { inlineData: { mimeType: 'application/pdf', data: 'JVBE' } },
            { inlineData: { mimeType: 'audio/wav', data: 'AAAA' } },
          ],
        },
        { role: 'model', parts: [{ functionCall: { name: 'f', args: {} } }] },
        {
          role: 'user',
          parts: [{ functionResponse: { name: 'f', response: { output: 'plain' } } }],
        },
      ],
      tools: [
        {
          functionDeclarations: [
            { name: 'f', description: 'Does.', parametersJsonSchema: { type: 'object' } },
          ],
        },
      ],
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['f'] } },
      generationConfig: {
        ...{ maxOutputTokens: 100, temperature: 0.5, topP: 0.9, stopSequences: ['x'], seed: 7 },
        ...{ responseMimeType: 'application/json', responseJsonSchema: { type: 'array' } },
        thinkingConfig: { thinkingLevel: 'HIGH', includeThoughts: true },
      },
    });
  });

  test.each([
    ['gemini-2.5-flash', 'medium', { thinkingBudget: 5_000, includeThoughts: true }],
    ['gemini-2.5-flash', 'none', { thinkingBudget: 0 }],
    ['gemini-3-flash-preview', 'none', { thinkingLevel: 'MINIMAL' }],
    ['gemini-3-pro-preview', 'low', { thinkingLevel: 'LOW', includeThoughts: true }],
  ])('%s thinks with effort %s', async (model, effort, thinkingConfig) => {
    const parameters = { reasoning: { effort } };
    const { body } = await sent('google', { model, maxOutputTokens: 10_000, parameters });
    expect(body.generationConfig).toMatchObject({ maxOutputTokens: 10_000, thinkingConfig });
  });

  test('an output too short for the least of a budget has no thoughts', async () => {
    const parameters = { reasoning: { effort: 'high' } };
    const changes = { model: 'gemini-2.5-flash', maxOutputTokens: 511, parameters };
    const { body } = await sent('google', changes);
    expect(body.generationConfig).toMatchObject({ thinkingConfig: { thinkingBudget: 0 } });
  });

  test('an entry that holds anything but texts sends none of it', async () => {
    const odd = {
      type: 'reasoning.text',
      format: 'google-gemini-v1',
      signature: 's',
      text: { a: 1 },
    };
    const { body } = await sent('google', {
      messages: [
        { role: 'user', content: 'Go' },
        { role: 'assistant', content: 'Well', reasoning_details: [odd] },
        { role: 'user', content: 'On' },
      ],
    });
    expect(body.contents).toMatchObject([
      {},
      { parts: [{ text: '', thought: true, thoughtSignature: 's' }, { text: 'Well' }] },
      {},
    ]);
  });

  test.each([
    ['auto', 'AUTO'],
    ['none', 'NONE'],
    ['required', 'ANY'],
  ] as const)('with tool_choice %s', async (toolChoice, mode) => {
    const tools = [{ name: 'f', description: '', parameters: {} }];
    const { body } = await sent('google', { tools, toolChoice });
    expect(body.toolConfig).toEqual({ functionCallingConfig: { mode } });
  });
});

test('access tokens go into the header of Vertex AI', async () => {
  const upstream = await startUpstream((response) => response.end('{}'));
  await submit(await native('google', upstream.url, {}, {}, 'token'));
  expect(upstream.received[0]!.headers).toMatchObject({ authorization: 'Bearer a-key' });
  expect(upstream.received[0]!.headers).not.toHaveProperty('x-goog-api-key');
});

test('a wrong key, of which Google tells with 400, is told as 401', async () => {
  const error = {
    code: 400,
    message: 'API key not valid.',
    details: [{ reason: 'API_KEY_INVALID' }],
  };
  const contentType = 'application/json';
  const { outcome } = await play('google', { status: 400, contentType, response: { error } });
  expect(outcome).toEqual({
    ...{ kind: 'refused', providerStatus: 401 },
    reason: 'The provider did not accept the credentials of this deployment.',
  });
});

test('a message that quotes the request is not taken for a refusal of the key', async () => {
  const message = 'Invalid value: "API_KEY_INVALID"';
  const details = [{ fieldViolations: [{ description: message }] }];
  const contentType = 'application/json';
  const response = { error: { code: 400, message, details } };
  const { outcome } = await play('google', { status: 400, contentType, response });
  expect(outcome).toMatchObject({ kind: 'refused', providerStatus: 400, words: message });
});

test('a prompt that is blocked is an answer without text', async () => {
  const response = {
    promptFeedback: { blockReason: 'SAFETY' },
    usageMetadata: { promptTokenCount: 4, totalTokenCount: 4 },
  };
  const { outcome } = await play('google', {
    status: 200,
    contentType: 'application/json',
    response,
  });
  expect(outcome).toEqual({
    kind: 'answered',
    answer: {
      message: { role: 'assistant' },
      finishReason: 'content_filter',
      usage: { promptTokens: 4, completionTokens: 0 },
    },
  });
});
