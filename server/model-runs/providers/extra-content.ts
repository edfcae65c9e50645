/**
 * What a provider attaches to a message or a call for its own use, such as Gemini's thought signatures: `extra_content`.
 * The contract has no member for it, so it is carried in `reasoning_details`, as entries of a type of its own that
 * callers send back unchanged. Only a provider that attaches it gets it back; others get none of these entries.
 */
import { textOfNumber } from '../../platform/lib/json.ts';
import type { JsonValue } from './model-provider.ts';

export interface Extra {
  extra_content?: JsonValue;
}

const TYPE = 'provider.extra_content';

/** `call` is the id of the call that has it; without one, the message has it. */
export function extraEntry(extra: JsonValue, call?: string): JsonValue {
  return {
    type: TYPE,
    ...(call !== undefined && { tool_call_id: call }),
    extra_content: extra,
  };
}

export function isExtraEntry(entry: JsonValue): boolean {
  return membersOf(entry)?.type === TYPE;
}

export function withoutExtras(details: readonly JsonValue[]): JsonValue[] {
  return details.filter((entry) => !isExtraEntry(entry));
}

/** Finds the one of a call, or of the message. */
export function extraIn(details: readonly JsonValue[]): (call: string | undefined) => Extra {
  const entries = details.filter(isExtraEntry).map((entry) => membersOf(entry)!);
  return (call) => {
    const found = entries.findLast((entry) => entry.tool_call_id === call)?.extra_content;
    return found === undefined ? {} : { extra_content: found };
  };
}

function membersOf(entry: JsonValue): { [member: string]: JsonValue } | undefined {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return undefined;
  return textOfNumber(entry) === undefined ? entry : undefined;
}
