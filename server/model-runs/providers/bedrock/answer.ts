/** The events of Converse as chunks of chat completions. */

import { EventStreamCodec } from '@smithy/core/event-streams';
import {
  type BodyForm,
  type BodyReader,
  type BodyTexts,
  createBodyReader,
} from '../../../providers/body.ts';
import { asList, asObject, asText, type JsonObject } from '../../../providers/json.ts';
import type { Translation } from '../chat-completions/answer.ts';
import type { JsonValue } from '../model-provider.ts';
import { createPlace, delta } from '../native.ts';

/** Of the reasoning entries that this provider wrote. */
export const FORMAT = 'amazon-bedrock-v1';

export const TRANSLATION: Translation = {
  exactMembers: new Set(['input']),
  begin() {
    const blocks = createBlocks();

    function whole(body: JsonObject): JsonObject[] {
      const content = asList(asObject(asObject(body.output)?.message)?.content) ?? [];
      return [
        ...content.flatMap((value, index) => {
          const block = asObject(value) ?? {};
          return [...blocks.begin(index, block), ...blocks.proceed(index, wholeDelta(block))];
        }),
        ...endOf(body),
        ...countedBy(body),
      ];
    }

    return (body) => {
      const { contentBlockStart, contentBlockDelta, contentBlockStop, messageStop, metadata } =
        body;
      if (body.error !== undefined) return [{ error: 'failed' }];
      if (body.output !== undefined) return whole(body);
      const {
        contentBlockIndex: index = null,
        start,
        delta: piece,
      } = asObject(contentBlockStart ?? contentBlockDelta ?? contentBlockStop) ?? {};
      return [
        ...blocks.begin(index, asObject(start) ?? {}),
        ...blocks.proceed(index, asObject(piece) ?? {}),
        ...(contentBlockStop === undefined ? [] : blocks.end(index)),
        ...endOf(asObject(messageStop) ?? {}),
        ...countedBy(asObject(metadata) ?? {}),
      ];
    };
  },
};

/** A block of a whole answer as the only piece of it. */
function wholeDelta(block: JsonObject): JsonObject {
  const { toolUse, reasoningContent, ...rest } = block;
  const reasoning = asObject(reasoningContent);
  return {
    ...rest,
    ...(toolUse !== undefined && { toolUse }),
    ...(reasoning && { reasoningContent: { ...reasoning, ...asObject(reasoning.reasoningText) } }),
  };
}

/** The blocks of a message, each named by its index. */
function createBlocks() {
  const place = createPlace();
  const calls = new Map<JsonValue, { position: number; hasArguments: boolean }>();
  const thoughts = new Set<JsonValue>();

  function argumentsOf(index: JsonValue, input: JsonValue): JsonObject[] {
    const call = calls.get(index);
    if (!call || input === '') return [];
    call.hasArguments = true;
    return [delta({ tool_calls: [{ index: call.position, function: { arguments: input } }] })];
  }

  function thoughtOf(index: JsonValue, { text, signature, redactedContent }: JsonObject) {
    const begun = thoughts.has(index) ? {} : { format: FORMAT, ...place.here() };
    thoughts.add(index);
    const entry: JsonObject =
      redactedContent === undefined
        ? {
            type: 'reasoning.text',
            ...(text !== undefined && { text }),
            ...(asText(signature) && { signature: signature! }),
          }
        : { type: 'reasoning.encrypted', data: redactedContent };
    return [delta({ reasoning_details: [{ ...entry, index, ...begun }] })];
  }

  return {
    begin(index: JsonValue, { toolUse }: JsonObject): JsonObject[] {
      const call = asObject(toolUse);
      // Bedrock carries out the calls of its own tools itself.
      if (!call || call.type === 'server_tool_use') return [];
      const position = place.calls();
      place.addCall();
      calls.set(index, { position, hasArguments: false });
      const { toolUseId: id = '', name = '' } = call;
      return [delta({ tool_calls: [{ index: position, id, function: { name, arguments: '' } }] })];
    },
    proceed(index: JsonValue, { text, toolUse, reasoningContent }: JsonObject): JsonObject[] {
      const reasoning = asObject(reasoningContent);
      if (reasoning) return thoughtOf(index, reasoning);
      const call = asObject(toolUse);
      if (call) return argumentsOf(index, call.input ?? '');
      const words = asText(text);
      if (words === undefined) return [];
      place.addText(words);
      return [delta({ content: words })];
    },
    /** A call without any pieces has no arguments. */
    end: (index: JsonValue): JsonObject[] =>
      calls.get(index)?.hasArguments === false ? argumentsOf(index, '{}') : [],
  };
}

function endOf({ stopReason }: JsonObject): JsonObject[] {
  const word = asText(stopReason);
  return word === undefined ? [] : [{ choices: [{ delta: {}, finish_reason: word }] }];
}

/** The prompt is the sum of what is counted apart. */
function countedBy({ usage }: JsonObject): JsonObject[] {
  const counts = asObject(usage);
  if (!counts) return [];
  const { inputTokens: fresh, outputTokens: completion, cacheDetails } = counts;
  const { cacheReadInputTokens: cached, cacheWriteInputTokens: written } = counts;
  const hourly = (asList(cacheDetails) ?? [])
    .map((detail) => asObject(detail) ?? {})
    .find(({ ttl }) => ttl === '1h')?.inputTokens;
  const sum = [fresh, cached, written].reduce<number>(
    (total, count) => total + (typeof count === 'number' ? count : 0),
    0,
  );
  return [
    {
      usage: {
        ...(typeof fresh === 'number' && { prompt_tokens: sum }),
        ...(completion !== undefined && { completion_tokens: completion }),
        prompt_tokens_details: {
          ...(cached !== undefined && { cached_tokens: cached }),
          ...(written !== undefined && { cache_write_tokens: written }),
          ...(hourly !== undefined && { cache_write_1h_tokens: hourly }),
        },
      },
    },
  ];
}

/**
 * Splits the event stream of AWS, which is binary, into JSON texts: each event as a member with its name. A body that
 * is JSON is a whole answer.
 */
export function createFrameReader(texts: BodyTexts, form: BodyForm): BodyReader {
  let reader: BodyReader | undefined;
  return {
    feed(bytes) {
      reader ??=
        bytes[0] === START_OF_JSON || form.encoding !== undefined
          ? createBodyReader(texts, form)
          : createFrames(texts);
      reader.feed(bytes);
    },
    end: () => reader?.end(),
    pending: () => reader?.pending() ?? 0,
    isMarked: () => false,
  };
}

const START_OF_JSON = '{'.charCodeAt(0);
/** Every frame begins with its length. */
const LENGTH_BYTES = 4;
/** The least that a frame can have. */
const LEAST_FRAME_BYTES = 16;

const codec = new EventStreamCodec(
  (input) => (typeof input === 'string' ? input : Buffer.from(input).toString('utf8')),
  (input) => Buffer.from(input, 'utf8'),
);

function createFrames(texts: BodyTexts): BodyReader {
  let chunks: Uint8Array[] = [];
  let length = 0;
  let needed = LENGTH_BYTES;

  /** Joins the chunks only when a frame is there, so that the work grows with the bytes. */
  function takeFrames(): void {
    let bytes = Buffer.concat(chunks);
    while (bytes.length >= LENGTH_BYTES) {
      needed = bytes.readUInt32BE(0);
      if (needed < LEAST_FRAME_BYTES) throw new Error('a frame is too short');
      if (bytes.length < needed) break;
      texts.chunk(textOf(bytes.subarray(0, needed)));
      bytes = bytes.subarray(needed);
      needed = LENGTH_BYTES;
    }
    chunks = bytes.length > 0 ? [bytes] : [];
    length = bytes.length;
  }

  return {
    feed(bytes) {
      chunks.push(bytes);
      length += bytes.length;
      if (length >= needed) takeFrames();
    },
    // A frame without its end says nothing.
    end() {},
    pending: () => length,
    isMarked: () => false,
  };
}

/** Throws if the checksums are wrong. */
function textOf(frame: Uint8Array): string {
  const { headers, body } = codec.decode(frame);
  const isEvent = headers[':message-type']?.value === 'event';
  const name = String(headers[':event-type']?.value ?? '');
  const payload = Buffer.from(body).toString('utf8');
  return `{${JSON.stringify(isEvent ? name : 'error')}:${payload || '{}'}}`;
}
