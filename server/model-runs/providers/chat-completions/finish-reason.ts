/** Why generation ended. Unknown words become `other`; a blank has no meaning and stays missing. */

import { asText } from '../../../providers/json.ts';
import type { FinishReason, JsonValue } from '../model-provider.ts';

export function readFinishReason(value: JsonValue | undefined): FinishReason | undefined {
  const word = asText(value)?.toLowerCase();
  if (word === undefined) return undefined;
  return KNOWN.get(word) ?? 'other';
}

/** Whether the word says that the provider gave up while it answered: the answer is not whole. */
export function isBreakdown(word: string | undefined): boolean {
  return word !== undefined && BREAKDOWNS.has(word.toLowerCase());
}

/** Besides the words of chat completions: those of servers that pass on the words of the model behind them. */
const WORDS: Record<FinishReason, readonly string[]> = {
  stop: ['stop', 'eos', 'eos_token', 'stop_sequence', 'end_turn', 'complete'],
  length: [
    ...['length', 'max_tokens', 'model_length', 'max_output_tokens'],
    'model_context_window_exceeded',
  ],
  tool_calls: ['tool_calls', 'function_call', 'tool_use', 'tool_call'],
  content_filter: [
    ...['content_filter', 'content_filtered', 'guardrail_intervened', 'refusal', 'sensitive'],
    ...['safety', 'recitation', 'blocklist', 'prohibited_content', 'spii', 'image_safety'],
  ],
  cancelled: [],
  other: [],
};

const KNOWN = new Map(
  (Object.keys(WORDS) as FinishReason[]).flatMap((reason) =>
    WORDS[reason].map((word) => [word, reason] as const),
  ),
);

/** OpenRouter and most gateways; Z.ai; DeepSeek; SGLang and vLLM. */
const BREAKDOWNS: ReadonlySet<string> = new Set([
  'error',
  'network_error',
  'insufficient_system_resource',
  'abort',
]);
