/**
 * Token counts as the provider sent them, under any of the names in `SPELLINGS`. An absent or invalid count is left
 * out: it never becomes a zero. Counts that do not add up to their total are still counts: no run is free because of
 * them, and its hold bounds what they can cost.
 */

import { asObject, type JsonObject } from '../../../providers/json.ts';
import type { JsonValue, Usage } from '../model-provider.ts';

type Count = keyof Usage;

/** The names of each count, as paths; the first one with a count applies. */
const SPELLINGS: readonly [Count, ...(readonly string[])[]][] = [
  ['promptTokens', ['prompt_tokens']],
  ['completionTokens', ['completion_tokens']],
  [
    'cachedPromptTokens',
    // OpenAI's name, which most servers use.
    ['prompt_tokens_details', 'cached_tokens'],
    // DeepSeek: https://api-docs.deepseek.com/guides/kv_cache
    ['prompt_cache_hit_tokens'],
    // Moonshot and Together.
    ['cached_tokens'],
  ],
  // OpenRouter.
  ['cacheWriteTokens', ['prompt_tokens_details', 'cache_write_tokens']],
  // Ours, for what translations find.
  ['cacheWrite1hTokens', ['prompt_tokens_details', 'cache_write_1h_tokens']],
  ['reasoningTokens', ['completion_tokens_details', 'reasoning_tokens']],
];

/** What one `usage` object says. */
export interface ReportedUsage {
  counts: Usage;
  /** The sum that the provider reported. */
  total?: number;
}

export function readUsage(usage: JsonObject): ReportedUsage {
  const counts: Usage = {};
  for (const [count, ...paths] of SPELLINGS) {
    for (const path of paths) {
      const value = path.reduce<JsonValue | undefined>((at, name) => asObject(at)?.[name], usage);
      if (!isCount(value)) continue;
      counts[count] = value;
      break;
    }
  }
  return { counts, ...(isCount(usage.total_tokens) && { total: usage.total_tokens }) };
}

/** A later report completes an earlier one. Some servers end with zeros, which do not take a count back. */
export function laterUsage(before: ReportedUsage | undefined, now: ReportedUsage): ReportedUsage {
  if (!before) return now;
  const counts = { ...before.counts };
  for (const count of Object.keys(now.counts) as Count[]) {
    counts[count] = now.counts[count]! || (counts[count] ?? 0);
  }
  // An earlier total says nothing about later counts.
  const isCounted = Object.values(now.counts).some((count) => count > 0);
  const total = now.total || (isCounted ? undefined : before.total);
  return { counts, ...(total !== undefined && { total }) };
}

/**
 * The counts to charge. What the total has in excess of the prompt and the completion was generated, so it counts as
 * completion. xAI, for example, counts reasoning outside of `completion_tokens` and within the total, and bills it as
 * output: https://docs.x.ai/docs/key-information/consumption-and-rate-limits. A total below their sum changes nothing.
 */
export function chargedUsage({ counts, total = 0 }: ReportedUsage): Usage {
  const { promptTokens, completionTokens } = counts;
  if (promptTokens === undefined || completionTokens === undefined) return counts;
  return { ...counts, completionTokens: Math.max(completionTokens, total - promptTokens) };
}

/** Keeps the members that are counts; undefined if none is. */
export function usageOf(
  given: { [Member in keyof Usage]: JsonValue | undefined },
): Usage | undefined {
  const usage: Usage = {};
  let isKnown = false;
  for (const member of Object.keys(given) as Count[]) {
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
