/**
 * The events of the Gemini API, and of Vertex AI, as chunks of chat completions. Parts of other types, which only tools of
 * the provider's own produce, are left out.
 */
import { asList, asObject, asText, type JsonObject } from '../../../providers/json.ts';
import type { Translation } from '../chat-completions/answer.ts';
import type { JsonValue } from '../model-provider.ts';
import { createPlace, delta } from '../native.ts';

/** The name by which gateways call this form of reasoning entries. */
export const FORMAT = 'google-gemini-v1';

export const TRANSLATION: Translation = {
  exactMembers: new Set(['args']),
  begin() {
    const parts = createParts();
    return (body) => {
      const { error, responseId, modelVersion, usageMetadata, promptFeedback } = body;
      if (error !== undefined) return [{ error }];
      const [first] = asList(body.candidates) ?? [];
      const candidate = asObject(first) ?? {};
      const given = asList(asObject(candidate.content)?.parts) ?? [];
      const chunks = given.flatMap((part) => parts.take(asObject(part) ?? {}));
      const isBlocked = asText(asObject(promptFeedback)?.blockReason) !== undefined;
      const reason = asText(candidate.finishReason) ?? (isBlocked ? 'content_filter' : undefined);
      const word = reason === 'STOP' && parts.haveCalls() ? 'tool_calls' : reason;
      const counts = asObject(usageMetadata);
      return [
        {
          ...(responseId !== undefined && { id: responseId }),
          ...(modelVersion !== undefined && { model: modelVersion }),
          ...(counts && { usage: toUsage(counts) }),
        },
        ...chunks,
        ...(word === undefined ? [] : [{ choices: [{ delta: {}, finish_reason: word }] }]),
      ];
    };
  },
};

/** The parts of an answer, one after the other. */
function createParts() {
  const place = createPlace();
  let entries = 0;
  /** The thought that the next one continues. */
  let thought: number | undefined;

  function textOf(text: string, signature: string | undefined): JsonObject[] {
    place.addText(text);
    const chunks = text === '' ? [] : [delta({ content: text })];
    if (signature === undefined) return chunks;
    // The signature belongs to this part of the text.
    return [...chunks, entryOf({ data: signature, chars: text.length, ...place.here() })];
  }

  function thoughtOf(text: string, signature: string | undefined): JsonObject[] {
    const begun = thought === undefined ? { format: FORMAT, ...place.here() } : {};
    thought ??= entries++;
    const entry = { type: 'reasoning.text', text, index: thought, ...begun };
    return [delta({ reasoning_details: [{ ...entry, ...(signature && { signature }) }] })];
  }

  function callOf(call: JsonObject, signature: string | undefined): JsonObject[] {
    const index = place.calls();
    place.addCall();
    const id = asText(call.id) ?? ownId(index);
    const called = { name: call.name ?? '', arguments: call.args ?? '{}' };
    return [
      delta({ tool_calls: [{ index, id, function: called }] }),
      ...(signature === undefined ? [] : [entryOf({ data: signature, id })]),
    ];
  }

  function entryOf(members: JsonObject): JsonObject {
    const entry = { type: 'reasoning.encrypted', format: FORMAT, index: entries++ };
    return delta({ reasoning_details: [{ ...entry, ...members }] });
  }

  return {
    haveCalls: () => place.calls() > 0,
    take(part: JsonObject): JsonObject[] {
      const signature = asText(part.thoughtSignature);
      if (part.thought === true) return thoughtOf(asText(part.text) ?? '', signature);
      thought = undefined;
      const call = asObject(part.functionCall);
      if (call) return callOf(call, signature);
      return typeof part.text === 'string' ? textOf(part.text, signature) : [];
    },
  };
}

/** The id of a call to which the provider gave none. */
function ownId(position: number): string {
  return `call_${position}`;
}

/**
 * Thoughts are generated, and billed like the answer; what tools of the provider add to the prompt is billed like the
 * prompt: https://ai.google.dev/gemini-api/docs/pricing. Counts of zero are left out there, so the total says more.
 */
function toUsage(counts: JsonObject): JsonObject {
  const { promptTokenCount: prompt, toolUsePromptTokenCount: added, totalTokenCount } = counts;
  const { candidatesTokenCount: spoken, thoughtsTokenCount: thoughts } = counts;
  const { cachedContentTokenCount: cached } = counts;
  const whole = sumOf(prompt, added);
  const total = sumOf(totalTokenCount);
  const generated =
    sumOf(spoken, thoughts) ??
    (total !== undefined && whole !== undefined && total >= whole ? total - whole : undefined);
  return {
    ...(whole !== undefined && { prompt_tokens: whole }),
    ...(generated !== undefined && { completion_tokens: generated }),
    ...(total !== undefined && { total_tokens: total }),
    prompt_tokens_details: { ...(cached !== undefined && { cached_tokens: cached }) },
    completion_tokens_details: { ...(thoughts !== undefined && { reasoning_tokens: thoughts }) },
  };
}

function sumOf(...counts: (JsonValue | undefined)[]): number | undefined {
  const known = counts.filter((count) => typeof count === 'number');
  return known.length === 0 ? undefined : known.reduce((sum, count) => sum + count, 0);
}
