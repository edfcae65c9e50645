/**
 * The events of the Responses API as chunks of chat completions. Whole items are read, which repeat their pieces, and the
 * items of the provider's own tools are left out.
 */
import { asList, asObject, asText, type JsonObject } from '../../../providers/json.ts';
import type { Translation } from '../chat-completions/answer.ts';
import type { JsonValue } from '../model-provider.ts';
import { createPlace, delta } from '../native.ts';

/** The name by which gateways call this form of reasoning entries. */
export const FORMAT = 'openai-responses-v1';

/** The type of an entry that says to which of the provider's messages the text behind it belongs. */
export const MESSAGE_ENTRY = 'openai.message';

export const TRANSLATION: Translation = {
  exactMembers: new Set(),
  begin() {
    const items = createItems();

    /** The end of an answer, and its items if they did not come before. */
    function endOf(response: JsonObject): JsonObject[] {
      const rest = items.areEmpty() ? (asList(response.output) ?? []) : [];
      const chunks = rest.flatMap((item) => items.take(asObject(item) ?? {}));
      const { incomplete_details: details, status } = response;
      const isWhole = status === 'completed';
      const reason = isWhole
        ? items.haveCalls()
          ? 'tool_calls'
          : 'stop'
        : (asText(asObject(details)?.reason) ?? asText(status));
      const usage = asObject(response.usage);
      return [
        ...chunks,
        {
          ...headOf(response),
          ...(usage && { usage: toUsage(usage) }),
          ...(reason !== undefined && { choices: [{ delta: {}, finish_reason: reason }] }),
        },
      ];
    }

    return (event) => {
      const isWhole = event.object === 'response';
      const response = isWhole ? event : (asObject(event.response) ?? {});
      switch (isWhole ? `response.${asText(response.status)}` : event.type) {
        case 'response.created':
          return [headOf(response)];
        case 'response.output_item.done':
          return items.take(asObject(event.item) ?? {});
        case 'response.completed':
        case 'response.incomplete':
          return endOf(response);
        case 'response.failed':
        case 'response.cancelled':
        case 'error':
          return [{ error: 'failed' }];
        default:
          // What refuses a request may come with the status of an answer.
          return event.error === undefined ? [] : [{ error: event.error }];
      }
    };
  },
};

/** The items of an answer, one after the other. */
function createItems() {
  const place = createPlace();
  let count = 0;
  let entries = 0;

  function reasoningOf({
    id,
    summary,
    content,
    encrypted_content: data,
  }: JsonObject): JsonObject[] {
    const common = { format: FORMAT, ...(id !== undefined && { id }), ...place.here() };
    const summaries = textsOf(summary).map((text) => ({
      type: 'reasoning.summary',
      summary: text,
    }));
    const texts = textsOf(content).map((text) => ({ type: 'reasoning.text', text }));
    const sealed = asText(data) === undefined ? [] : [{ type: 'reasoning.encrypted', data: data! }];
    return [...summaries, ...texts, ...sealed].map((entry) => entryOf({ ...entry, ...common }));
  }

  function entryOf(entry: JsonObject): JsonObject {
    return delta({ reasoning_details: [{ ...entry, index: entries++ }] });
  }

  function messageOf({ id, phase, content }: JsonObject): JsonObject[] {
    // Only what reasoning or a phase is bound to has to go back as the same message.
    const isBound = asText(phase) !== undefined || entries > 0;
    const named = { ...(id !== undefined && { id }), ...(asText(phase) && { phase: phase! }) };
    const marks = isBound
      ? [entryOf({ type: MESSAGE_ENTRY, format: FORMAT, ...named, ...place.here() })]
      : [];
    const parts = (asList(content) ?? []).flatMap((value): JsonObject[] => {
      const { type, text, refusal } = asObject(value) ?? {};
      if (type === 'refusal') return [delta({ refusal: refusal ?? '' })];
      if (typeof text !== 'string') return [];
      place.addText(text);
      return [delta({ content: text })];
    });
    return [...marks, ...parts];
  }

  function callOf({ call_id: id = '', name = '', arguments: text = '' }: JsonObject): JsonObject[] {
    const index = place.calls();
    place.addCall();
    return [delta({ tool_calls: [{ index, id, function: { name, arguments: text } }] })];
  }

  return {
    areEmpty: () => count === 0,
    haveCalls: () => place.calls() > 0,
    take(item: JsonObject): JsonObject[] {
      count += 1;
      switch (item.type) {
        case 'reasoning':
          return reasoningOf(item);
        case 'message':
          return messageOf(item);
        case 'function_call':
          return callOf(item);
        default:
          return [];
      }
    },
  };
}

function textsOf(parts: JsonValue | undefined): string[] {
  return (asList(parts) ?? []).flatMap((part) => asText(asObject(part)?.text) ?? []);
}

function headOf({ id, model }: JsonObject): JsonObject {
  return { ...(id !== undefined && { id }), ...(model !== undefined && { model }) };
}

function toUsage(usage: JsonObject): JsonObject {
  const { input_tokens: prompt, output_tokens: completion, total_tokens: total } = usage;
  const { cached_tokens: cached, cache_write_tokens: written } =
    asObject(usage.input_tokens_details) ?? {};
  const { reasoning_tokens: reasoning } = asObject(usage.output_tokens_details) ?? {};
  return withoutGaps({
    ...{ prompt_tokens: prompt, completion_tokens: completion, total_tokens: total },
    prompt_tokens_details: withoutGaps({ cached_tokens: cached, cache_write_tokens: written }),
    completion_tokens_details: withoutGaps({ reasoning_tokens: reasoning }),
  });
}

function withoutGaps(members: Record<string, JsonValue | undefined>): JsonObject {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}
