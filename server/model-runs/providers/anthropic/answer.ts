/**
 * The events of the Messages API as chunks of chat completions. Blocks of other types, which only tools of the
 * provider's own produce, are left out.
 */
import { asList, asObject, asText, type JsonObject } from '../../../providers/json.ts';
import type { Translation } from '../chat-completions/answer.ts';
import type { JsonValue } from '../model-provider.ts';
import { createPlace, delta } from '../native.ts';

/** The name by which gateways call this form of reasoning entries. */
export const FORMAT = 'anthropic-claude-v1';

export const TRANSLATION: Translation = {
  exactMembers: new Set(['input']),
  begin() {
    const blocks = createBlocks();
    let usage: JsonObject = {};

    /** The last counts, of which later events report only those that have changed. */
    function counted(given: JsonValue | undefined): JsonObject {
      usage = { ...usage, ...withoutNulls(asObject(given) ?? {}) };
      return { usage: toUsage(usage) };
    }

    function whole(message: JsonObject): JsonObject[] {
      const content = (asList(message.content) ?? []).map((block) => asObject(block) ?? {});
      return [
        { ...headOf(message), ...counted(message.usage) },
        ...content.flatMap((block, index) => [...blocks.begin(index, block), ...blocks.end(index)]),
        endOf(message),
      ];
    }

    return (event) => {
      const { index = null } = event;
      switch (event.type) {
        case 'message_start': {
          const message = asObject(event.message) ?? {};
          return [{ ...headOf(message), ...counted(message.usage) }];
        }
        case 'content_block_start':
          return blocks.begin(index, asObject(event.content_block) ?? {});
        case 'content_block_delta':
          return blocks.proceed(index, asObject(event.delta) ?? {});
        case 'content_block_stop':
          return blocks.end(index);
        case 'message_delta':
          return [{ ...endOf(asObject(event.delta) ?? {}), ...counted(event.usage) }];
        case 'message':
          return whole(event);
        case 'error':
          return [{ error: event.error ?? 'error' }];
        default:
          return [];
      }
    };
  },
};

/** The blocks of a message, each named by its index. */
function createBlocks() {
  const place = createPlace();
  /** The position of the call of each block, and whether it has arguments by now. */
  const calls = new Map<JsonValue, { position: number; hasArguments: boolean }>();

  function textOf(value: JsonValue | undefined): JsonObject[] {
    const text = asText(value);
    if (text === undefined) return [];
    place.addText(text);
    return [delta({ content: text })];
  }

  function entryOf(entry: JsonObject): JsonObject[] {
    return [delta({ reasoning_details: [{ ...entry, format: FORMAT, ...place.here() }] })];
  }

  function callOf(index: JsonValue, { id = '', name = '', input }: JsonObject): JsonObject[] {
    // A stream begins with an empty object, and its pieces follow.
    const hasArguments = Object.keys(asObject(input) ?? {}).length > 0;
    const position = place.calls();
    calls.set(index, { position, hasArguments });
    place.addCall();
    const called = { name, arguments: hasArguments ? (input ?? '') : '' };
    return [delta({ tool_calls: [{ index: position, id, function: called }] })];
  }

  function argumentsOf(index: JsonValue, text: JsonValue): JsonObject[] {
    const call = calls.get(index);
    if (!call || text === '') return [];
    call.hasArguments = true;
    return [delta({ tool_calls: [{ index: call.position, function: { arguments: text } }] })];
  }

  return {
    begin(index: JsonValue, block: JsonObject): JsonObject[] {
      switch (block.type) {
        case 'text':
          return textOf(block.text);
        case 'thinking': {
          const { thinking: text = '', signature } = block;
          return entryOf({ type: 'reasoning.text', text, ...signed(signature), index });
        }
        case 'redacted_thinking':
          return entryOf({ type: 'reasoning.encrypted', data: block.data ?? '', index });
        case 'tool_use':
          return callOf(index, block);
        default:
          return [];
      }
    },
    proceed(index: JsonValue, piece: JsonObject): JsonObject[] {
      switch (piece.type) {
        case 'text_delta':
          return textOf(piece.text);
        case 'thinking_delta':
          return [pieceOf({ type: 'reasoning.text', text: piece.thinking ?? '', index })];
        case 'signature_delta':
          return [pieceOf({ type: 'reasoning.text', ...signed(piece.signature), index })];
        case 'input_json_delta':
          return argumentsOf(index, piece.partial_json ?? '');
        default:
          return [];
      }
    },
    /** A call without any pieces has the object that its block began with. */
    end: (index: JsonValue): JsonObject[] =>
      calls.get(index)?.hasArguments === false ? argumentsOf(index, '{}') : [],
  };
}

/** A piece of an entry that has begun. */
function pieceOf(piece: JsonObject): JsonObject {
  return delta({ reasoning_details: [piece] });
}

function signed(signature: JsonValue | undefined): { signature?: string } {
  const text = asText(signature);
  return text === undefined ? {} : { signature: text };
}

function headOf({ id, model }: JsonObject): JsonObject {
  return { ...(id !== undefined && { id }), ...(model !== undefined && { model }) };
}

function endOf({ stop_reason: reason }: JsonObject): JsonObject {
  const word = asText(reason);
  return word === undefined ? {} : { choices: [{ delta: {}, finish_reason: word }] };
}

/** Counts that the provider did not send stay absent. The prompt is the sum of what it counts apart. */
function toUsage(usage: JsonObject): JsonObject {
  const { input_tokens: fresh, cache_creation_input_tokens: written } = usage;
  const { cache_read_input_tokens: cached, output_tokens: completion } = usage;
  const thinking = asObject(usage.output_tokens_details)?.thinking_tokens;
  return withoutNulls({
    prompt_tokens:
      typeof fresh === 'number' ? fresh + (numberOf(written) ?? 0) + (numberOf(cached) ?? 0) : null,
    completion_tokens: completion ?? null,
    prompt_tokens_details: withoutNulls({
      cached_tokens: cached ?? null,
      cache_write_tokens: written ?? null,
      cache_write_1h_tokens: asObject(usage.cache_creation)?.ephemeral_1h_input_tokens ?? null,
    }),
    completion_tokens_details: withoutNulls({ reasoning_tokens: thinking ?? null }),
  });
}

function numberOf(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function withoutNulls(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}
