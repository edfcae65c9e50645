/** Bedrock's Converse: recorded answers arrive as they were given, and go back in the form of recorded requests. */
import { EventStreamCodec } from '@smithy/core/event-streams';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { credentialsText, sign } from '../../../server/model-runs/providers/bedrock/index.ts';
import type { AssistantMessage, JsonValue } from '../../../server/model-runs/providers/index.ts';
import { createNativeProvider } from '../../../server/model-runs/providers/native.ts';
import { NATIVE_KINDS } from '../../../server/model-runs/providers/native-kinds.ts';
import { json, startUpstream, submit } from '../upstream.ts';
import { known, play, recordingsOf, sent } from './upstreams.ts';

interface Block {
  text?: string;
  toolUse?: { toolUseId: string; name: string; input: JsonValue };
  reasoningContent?: {
    reasoningText?: { text: string; signature: string };
    redactedContent?: string;
  };
  toolResult?: object;
}

interface Reply {
  output: { message: { content: Block[] } };
  stopReason: string;
  usage: {
    inputTokens: number;
    outputTokens: number;
    cacheReadInputTokens?: number;
    cacheWriteInputTokens?: number;
  };
}

interface Sent {
  messages: { role: string; content: Block[] }[];
}

const recordings = recordingsOf<Sent, Reply>('bedrock').map((recording) => ({
  ...recording,
  reply: recording.response ?? streamed(recording.responseBase64!),
}));

/** The answer that the frames make up, put together in the plainest way. */
function streamed(base64: string): Reply {
  const codec = new EventStreamCodec(
    (bytes) => Buffer.from(bytes as Uint8Array).toString('utf8'),
    (text) => Buffer.from(text, 'utf8'),
  );
  const content: Block[] = [];
  const inputs: string[] = [];
  const reply = { output: { message: { content } }, stopReason: '', usage: {} } as unknown as Reply;
  let rest = Buffer.from(base64, 'base64');
  while (rest.length > 0) {
    const length = rest.readUInt32BE(0);
    const { headers, body } = codec.decode(rest.subarray(0, length));
    rest = rest.subarray(length);
    const event = JSON.parse(Buffer.from(body).toString('utf8'));
    const { contentBlockIndex: i, delta, start, stopReason, usage } = event;
    const type = headers[':event-type']!.value;
    if (type === 'contentBlockStart' && start.toolUse?.type === 'tool_use')
      content[i] = { toolUse: { ...start.toolUse, input: {} } };
    if (type === 'messageStop') reply.stopReason = stopReason;
    if (type === 'metadata') reply.usage = usage;
    if (type !== 'contentBlockDelta') continue;
    content[i] ??= {};
    const block = content[i]!;
    if (delta.text !== undefined) block.text = (block.text ?? '') + delta.text;
    if (delta.toolUse && block.toolUse) inputs[i] = (inputs[i] ?? '') + delta.toolUse.input;
    if (delta.reasoningContent) {
      const { text = '', signature = '', redactedContent } = delta.reasoningContent;
      if (redactedContent) block.reasoningContent = { redactedContent };
      else {
        block.reasoningContent ??= { reasoningText: { text: '', signature: '' } };
        const thought = block.reasoningContent;
        thought.reasoningText!.text += text;
        thought.reasoningText!.signature += signature;
      }
    }
  }
  inputs.forEach((input, i) => {
    content[i]!.toolUse!.input = JSON.parse(input);
  });
  // Without what Bedrock's own tools have called and returned.
  const blocks = content.filter((block) => Object.keys(block).length > 0);
  reply.output.message.content = blocks;
  return reply;
}

describe('a recorded answer arrives as Bedrock gave it', () => {
  test.each(recordings)('$name', async ({ reply, ...recording }) => {
    const { outcome } = await play('bedrock', recording);
    if (outcome.kind !== 'answered') throw new Error(JSON.stringify(outcome));
    const { message, finishReason, usage } = outcome.answer;
    const blocks = reply.output.message.content;
    expect(message.content ?? '').toBe(blocks.map(({ text = '' }) => text).join(''));
    expect(callsOf(message)).toEqual(
      blocks.flatMap(({ toolUse }) => {
        if (!toolUse) return [];
        const { toolUseId: id, name, input } = toolUse;
        return [{ id, name, input }];
      }),
    );
    const finish = { end_turn: 'stop', tool_use: 'tool_calls', stop_sequence: 'stop' };
    expect(finishReason).toBe(finish[reply.stopReason as keyof typeof finish]);
    const {
      inputTokens,
      cacheReadInputTokens: cached,
      cacheWriteInputTokens: written,
    } = reply.usage;
    expect(usage).toEqual(
      known({
        promptTokens: inputTokens + (cached ?? 0) + (written ?? 0),
        completionTokens: reply.usage.outputTokens,
        cachedPromptTokens: cached,
        cacheWriteTokens: written,
      }),
    );
  });
});

function callsOf({ tool_calls: calls = [] }: AssistantMessage) {
  return calls.map(({ id, function: { name, arguments: text } }) => ({
    ...{ id, name },
    input: JSON.parse(text),
  }));
}

describe('an answer goes back as Bedrock gave it', () => {
  test.each(recordings)('$name', async ({ reply, ...recording }) => {
    const { outcome } = await play('bedrock', recording);
    if (outcome.kind !== 'answered') throw new Error(JSON.stringify(outcome));
    const { message } = outcome.answer;
    const results = (message.tool_calls ?? []).map(({ id }) => ({
      ...{ role: 'tool' as const, tool_call_id: id, content: 'done' },
    }));
    const { body } = await sent('bedrock', {
      messages: [
        { role: 'user', content: 'Hello' },
        message,
        ...results,
        { role: 'user', content: 'Go on' },
      ],
    });
    const { messages } = body as unknown as Sent;
    expect(messages[1]!.content).toEqual(
      reply.output.message.content.map((block) => {
        if (!block.toolUse) return block;
        const { toolUseId, name, input } = block.toolUse;
        return { toolUse: { toolUseId, name, input } };
      }),
    );
    expect(messages[2]!.content).toEqual([
      ...results.map(({ tool_call_id: toolUseId }) => ({
        toolResult: { toolUseId, content: [{ text: 'done' }], status: 'success' },
      })),
      { text: 'Go on' },
    ]);
  });

  test('as the recorded next request of a tool loop', async () => {
    const recording = recordings.find(({ name }) => name.includes('035d8cbc'))!;
    const [question, turn, result] = recording.request.messages;
    const [{ reasoningContent: thought }, { text }, { toolUse }] = turn!.content as [
      Block,
      Block,
      Block,
    ];
    const { toolUseId: id, name } = toolUse!;
    const { body } = await sent('bedrock', {
      messages: [
        { role: 'user', content: question!.content[0]!.text! },
        {
          ...{ role: 'assistant', content: text! },
          tool_calls: [{ id, type: 'function', function: { name, arguments: '{}' } }],
          reasoning_details: [
            { type: 'reasoning.text', format: 'amazon-bedrock-v1', ...thought!.reasoningText! },
          ],
        },
        { role: 'tool', tool_call_id: id, content: 'Mexico' },
      ],
    });
    expect(body.messages).toEqual([question, turn, result]);
  });
});

describe('a submission in the form of Converse', () => {
  test('with all that it can have', async () => {
    const cache_control = { type: 'ephemeral', ttl: '1h' } as const;
    const point = { cachePoint: { type: 'default', ttl: '1h' } };
    const { body, path } = await sent('bedrock', {
      model: 'us.amazon.nova-micro-v1:0',
      messages: [
        { role: 'system', content: [{ type: 'text', text: 'Be brief.', cache_control }] },
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
            {
              type: 'file',
              file: { filename: 'ü.pdf', file_data: 'data:application/pdf;base64,JVBE' },
              cache_control,
            },
          ],
        },
      ],
      tools: [{ name: 'f', description: '', parameters: {}, strict: true, cache_control }],
      toolChoice: 'required',
      parameters: {
        ...{ temperature: 0.5, top_p: 0.9, stop: ['x'], reasoning: { effort: 'max' } },
        response_format: { type: 'json_schema', json_schema: { name: 'n', schema: { a: 1 } } },
      },
    });
    expect(path).toMatch(/\/model\/us\.amazon\.nova-micro-v1%3A0\/converse-stream$/);
    expect(body).toEqual({
      system: [{ text: 'Be brief.' }, point],
      messages: [
        {
          role: 'user',
          content: [
            { image: { format: 'png', source: { bytes: 'AAAA' } } },
            { document: { format: 'pdf', name: '-pdf', source: { bytes: 'JVBE' } } },
            point,
          ],
        },
      ],
      inferenceConfig: { maxTokens: 100, temperature: 0.5, topP: 0.9, stopSequences: ['x'] },
      toolConfig: {
        tools: [
          { toolSpec: { name: 'f', inputSchema: { json: { type: 'object' } }, strict: true } },
          point,
        ],
        toolChoice: { any: {} },
      },
      outputConfig: {
        textFormat: {
          ...{ type: 'json_schema', structure: { jsonSchema: { name: 'n', schema: '{"a":1}' } } },
        },
      },
      additionalModelRequestFields: {
        reasoningConfig: { type: 'enabled', maxReasoningEffort: 'high' },
      },
    });
  });

  test.each([
    [
      'us.anthropic.claude-3-7-sonnet-20250219-v1:0',
      { thinking: { type: 'enabled', budget_tokens: 2_000 } },
    ],
    [
      'us.anthropic.claude-opus-4-6-v1',
      { thinking: { type: 'adaptive' }, output_config: { effort: 'medium' } },
    ],
    ['openai.gpt-oss-120b-1:0', { reasoning_effort: 'medium' }],
  ])('%s thinks', async (model, expected) => {
    const parameters = { reasoning: { effort: 'medium' } };
    const { body } = await sent('bedrock', { model, maxOutputTokens: 4_000, parameters });
    expect(body.additionalModelRequestFields).toEqual(expected);
  });

  test('an output too short for the least of a budget has no thoughts', async () => {
    const model = 'us.anthropic.claude-3-7-sonnet-20250219-v1:0';
    const parameters = { reasoning: { effort: 'medium' } };
    const { body } = await sent('bedrock', { model, maxOutputTokens: 1_024, parameters });
    expect(body.additionalModelRequestFields).toEqual({ thinking: { type: 'disabled' } });
  });
});

describe('requests are signed', () => {
  async function headersWith(apiKey: string) {
    const upstream = await startUpstream((response) => json(response, 400, {}));
    const provider = createNativeProvider({
      ...{
        name: 'bedrock',
        adapter: await NATIVE_KINDS.bedrock.load(),
        apiKey,
        region: 'us-east-1',
      },
      ...{ baseUrl: upstream.url, connectTimeoutMs: 2_000, requestTimeoutMs: 20_000 },
      ...{ maxInFlight: 8, maxAnswerBytes: 100_000 },
    });
    await submit(provider, { model: 'a:0' });
    await provider.close();
    return upstream.received[0]!.headers;
  }

  test('with AWS credentials, for Bedrock in its region', async () => {
    const headers = await headersWith(credentialsText('AKID', 'secret', 'token'));
    expect(headers).toMatchObject({
      authorization: expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/us-east-1\/bedrock\/aws4_request, SignedHeaders=[a-z0-9;-]*host[a-z0-9;-]*, Signature=[0-9a-f]{64}$/,
      ),
      'x-amz-security-token': 'token',
      'x-amz-date': expect.stringMatching(/^\d{8}T\d{6}Z$/),
      'x-amz-content-sha256': expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(JSON.stringify(headers)).not.toContain('secret');
  });

  test('as another implementation of the signature does it', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-27T07:56:59Z'), toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const url = new URL(
      'https://bedrock-runtime.us-east-1.amazonaws.com/model/us.anthropic.claude-3-7-sonnet-20250219-v1%3A0/converse-stream',
    );
    const key = credentialsText('AKIDEXAMPLE', 'wJalrXUtnFEMI/K7MDENG', 'tok');
    const headers = await sign({ url, body: '{"a":"ü"}' }, { key, region: 'us-east-1' });
    // Of botocore 1.x, for the same request.
    const expected = 'ca320d3fb2cf2fbeac9dcd32d7f111852e5ff5ae371174e5cee5278dcf7f03e9';
    expect(headers.authorization).toContain(`Signature=${expected}`);
  });

  test('or carry an API key of Bedrock', async () => {
    expect(await headersWith('key')).toMatchObject({ authorization: 'Bearer key' });
  });
});

test('wrong credentials, of which AWS tells with 403, are told as 401', async () => {
  const response = { message: 'The security token included in the request is invalid.' };
  const { outcome } = await play('bedrock', {
    ...{ status: 403, contentType: 'application/json', response },
  });
  expect(outcome).toMatchObject({ kind: 'refused', providerStatus: 401 });
});

test('an output that is blocked was generated, so the outcome is unknown', async () => {
  const response = { message: 'Output blocked by content filtering policy' };
  const { outcome } = await play('bedrock', {
    ...{ status: 400, contentType: 'application/json', response },
  });
  expect(outcome).toMatchObject({ kind: 'unknown', providerStatus: 400 });
});
