/** A short answer in the form of each API, and one that fails after it has begun. */
import type { NativeKindName } from '../../../server/providers/native-kinds.ts';

export interface GoodAnswer {
  contentType: string;
  /** Says `Hello`, with the reason why it ended and its usage. */
  bytes: Buffer;
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

export const GOOD_ANSWERS: Record<NativeKindName, GoodAnswer> = { anthropic };
