/**
 * Token counts as the provider sent them. An absent or invalid count is left out: it never becomes a zero, and is never
 * derived from the others.
 */
import type { JsonValue, Usage } from '../model-provider.ts';
import { asObject } from './json.ts';

export function readUsage(value: JsonValue | undefined): Usage | undefined {
  const usage = asObject(value);
  if (!usage) return undefined;
  return usageOf({
    promptTokens: usage.prompt_tokens,
    completionTokens: usage.completion_tokens,
    cachedPromptTokens: asObject(usage.prompt_tokens_details)?.cached_tokens,
    reasoningTokens: asObject(usage.completion_tokens_details)?.reasoning_tokens,
  });
}

/** Keeps the members that are counts; undefined if none is. */
export function usageOf(
  given: { [Member in keyof Usage]: JsonValue | undefined },
): Usage | undefined {
  const usage: Usage = {};
  let isKnown = false;
  for (const member of Object.keys(given) as (keyof Usage)[]) {
    const count = given[member];
    if (!isCount(count)) continue;
    usage[member] = count;
    isKnown = true;
  }
  return isKnown ? usage : undefined;
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_TOKENS;
}

/** No request comes near it; a larger count is an error, not a bill. */
const MAX_TOKENS = 1_000_000_000;
