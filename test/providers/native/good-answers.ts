/** A short answer in the form of each API, and one that fails after it has begun. */
import { EventStreamCodec } from '@smithy/core/event-streams';
import type { NativeKindName } from '../../../server/model-runs/providers/native-kinds.ts';

interface GoodAnswer {
  contentType: string;
  /** Says `Hello`, with the reason why it ended and its usage. */
  bytes: Buffer;
  /** The beginning of one that has no end. */
  endless: Buffer;
  /** Ends with an error. */
  failing: Buffer;
  /** The JSON texts of answers, streamed and whole. */
  texts: string[][];
}

function eventStream(events: { type?: string }[]): Buffer {
  const lines = events.map((event) => `data: ${JSON.stringify(event)}\n\n`);
  return Buffer.from(lines.join(''));
}

function answerOf(events: object[], failure: object, wholes: object[] = []): GoodAnswer {
  return {
    contentType: 'text/event-stream',
    bytes: eventStream(events),
    endless: eventStream(events).subarray(0, 20),
    failing: eventStream([...events.slice(0, 2), failure]),
    texts: [events, ...wholes.map((whole) => [whole])].map((texts) =>
      texts.map((text) => JSON.stringify(text)),
    ),
  };
}

const ANTHROPIC_USAGE = { input_tokens: 3, cache_read_input_tokens: 0, output_tokens: 1 };

const anthropic = answerOf(
  [
    { type: 'message_start', message: { id: 'msg_1', model: 'm', usage: ANTHROPIC_USAGE } },
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 's' } },
    { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Hello' } },
    { type: 'content_block_stop', index: 1 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 5 } },
    { type: 'message_stop' },
  ],
  { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
  [
    {
      ...{ type: 'message', id: 'msg_1', model: 'm', stop_reason: 'tool_use' },
      content: [{ type: 'tool_use', id: 'toolu_1', name: 'f', input: { a: 1 } }],
      usage: ANTHROPIC_USAGE,
    },
  ],
);

const google = answerOf(
  [
    {
      ...{ responseId: 'r', modelVersion: 'm' },
      candidates: [{ content: { parts: [{ text: 'Thinking', thought: true }], role: 'model' } }],
    },
    { candidates: [{ content: { parts: [{ text: 'Hello' }], role: 'model' }, index: 0 }] },
    {
      candidates: [
        { content: { parts: [{ text: '', thoughtSignature: 's' }] }, finishReason: 'STOP' },
      ],
      usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 },
    },
  ],
  { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } },
  [
    {
      candidates: [
        {
          content: {
            parts: [{ functionCall: { name: 'f', args: { a: 1 } }, thoughtSignature: 's' }],
          },
          finishReason: 'STOP',
        },
      ],
    },
  ],
);

const OUTPUT = [
  { type: 'reasoning', id: 'rs', summary: [{ text: 'So' }], encrypted_content: 'e' },
  { type: 'message', id: 'm', phase: 'final', content: [{ type: 'output_text', text: 'Hello' }] },
];
const COMPLETED = {
  ...{ id: 'resp_1', object: 'response', model: 'm', status: 'completed' },
  usage: { input_tokens: 3, output_tokens: 2, total_tokens: 5, input_tokens_details: {} },
};

const openai = answerOf(
  [
    { type: 'response.created', response: { id: 'resp_1', model: 'm', status: 'in_progress' } },
    { type: 'response.output_text.delta', delta: 'Hello' },
    ...OUTPUT.map((item) => ({ type: 'response.output_item.done', item })),
    { type: 'response.completed', response: { ...COMPLETED, output: OUTPUT } },
  ],
  { type: 'response.failed', response: { status: 'failed', error: { code: 'server_error' } } },
  [
    {
      ...COMPLETED,
      output: [{ type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' }],
    },
  ],
);

const CONVERSE = [
  { messageStart: { role: 'assistant' } },
  { contentBlockDelta: { contentBlockIndex: 0, delta: { reasoningContent: { signature: 's' } } } },
  { contentBlockDelta: { contentBlockIndex: 1, delta: { text: 'Hello' } } },
  { contentBlockStop: { contentBlockIndex: 1 } },
  { messageStop: { stopReason: 'end_turn' } },
  { metadata: { usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5 } } },
];
const CONVERSED = {
  output: {
    message: {
      content: [
        { reasoningContent: { reasoningText: { text: 'So', signature: 's' } } },
        { toolUse: { toolUseId: 't', name: 'f', input: { a: 1 } } },
      ],
    },
  },
  stopReason: 'tool_use',
  usage: { inputTokens: 3, outputTokens: 2 },
};

const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes as Uint8Array).toString('utf8'),
  (text) => Buffer.from(text, 'utf8'),
);

function frame(type: string, event: object): Uint8Array {
  const [[name, payload] = []] = Object.entries(event);
  return codec.encode({
    headers: {
      [`:${type}-type`]: { type: 'string', value: name! },
      ':content-type': { type: 'string', value: 'application/json' },
      ':message-type': { type: 'string', value: type },
    },
    body: Buffer.from(JSON.stringify(payload)),
  });
}

const frames = CONVERSE.map((event) => frame('event', event));
const failure = frame('exception', { throttlingException: { message: 'Too many tokens' } });

const bedrock: GoodAnswer = {
  contentType: 'application/vnd.amazon.eventstream',
  bytes: Buffer.concat(frames),
  // A frame says how long it is.
  endless: Buffer.from([0x7f, 0xff, 0xff, 0xff]),
  failing: Buffer.concat([...frames.slice(0, 2), failure]),
  texts: [CONVERSE.map((event) => JSON.stringify(event)), [JSON.stringify(CONVERSED)]],
};

export const GOOD_ANSWERS: Record<NativeKindName, GoodAnswer> = {
  ...{ anthropic, google, openai, bedrock },
  'azure-openai': openai,
};
