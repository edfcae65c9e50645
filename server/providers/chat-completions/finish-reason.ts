/** Why generation ended. Unknown words become `other`; a blank has no meaning and stays missing. */
import type { FinishReason, JsonValue } from '../model-provider.ts';
import { asText } from './json.ts';

export function readFinishReason(value: JsonValue | undefined): FinishReason | undefined {
  const word = asText(value);
  if (word === undefined) return undefined;
  return KNOWN.get(word) ?? 'other';
}

const KNOWN = new Map<string, FinishReason>([
  ['stop', 'stop'],
  ['length', 'length'],
  ['tool_calls', 'tool_calls'],
  ['function_call', 'tool_calls'],
  ['content_filter', 'content_filter'],
]);
