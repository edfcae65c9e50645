/**
 * What OpenRouter's record of a generation proves. Not found proves nothing: the record appears late. A generation that
 * was cancelled, or that ended without a token, and was not charged, did not run. A blank cost means the same only for
 * a generation without a token: one with tokens is not priced yet.
 */
import type { Decimal } from '../../../platform/lib/money.ts';
import type { Fetched } from '../../../providers/transport/index.ts';
import {
  asObject,
  asText,
  type JsonObject,
  parseModest,
  readFinishReason,
  readRetryAfter,
  usageOf,
} from '../chat-completions/index.ts';
import type { FinishReason, LookUp } from '../model-provider.ts';
import { COST_MEMBERS, wholeCost } from './cost.ts';

export function readLookUp(fetched: Fetched, reference: string): LookUp {
  if (fetched.kind === 'failed') return unavailable(fetched.reason);
  if (fetched.status === 404) return { kind: 'not_found' };
  if (fetched.status !== 200) return turnedAway(fetched);
  const record = asObject(asObject(parseModest(COST_MEMBERS, fetched.text))?.data);
  if (!record) return unavailable('The answer to the look-up could not be read.');
  if (record.id !== undefined && record.id !== reference) {
    return unavailable('The answer to the look-up is about another generation.');
  }
  return readRecord(record);
}

function readRecord(record: JsonObject): LookUp {
  const cost = wholeCost(record.total_cost, record.is_byok, record.upstream_inference_cost);
  const isUnpriced = cost === undefined && isBlank(record.total_cost);
  const finish = asText(record.finish_reason);
  const tokens = record.native_tokens_completion;
  const isCancelled = record.cancelled === true;
  const brokeOff = isCancelled || finish === undefined || finish === 'error';
  if (isCancelled && cost === '0') return { kind: 'not_executed' };
  if (brokeOff && (cost === '0' || isUnpriced)) {
    if (tokens === 0) return { kind: 'not_executed' };
    if (isBlank(tokens)) return unavailable('The record of the provider is not complete yet.');
  }
  return executed(record, cost, readFinishReason(finish));
}

function executed(
  record: JsonObject,
  cost: Decimal | undefined,
  finishReason: FinishReason | undefined,
): LookUp {
  const usage = usageOf({
    promptTokens: record.native_tokens_prompt,
    completionTokens: record.native_tokens_completion,
    cachedPromptTokens: record.native_tokens_cached,
    reasoningTokens: record.native_tokens_reasoning,
  });
  return {
    kind: 'executed',
    ...(cost === undefined ? {} : { cost }),
    ...(usage === undefined ? {} : { usage }),
    ...(finishReason === undefined ? {} : { finishReason }),
  };
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null;
}

/** A look-up that came too often, or at a bad time, waits as long as the provider asks for. */
function turnedAway({ status, header }: Extract<Fetched, { kind: 'text' }>): LookUp {
  const requestedMs = readRetryAfter(header('retry-after'), Date.now());
  const retryAfterMs = requestedMs ?? (status === 429 ? TOO_OFTEN_PAUSE_MS : undefined);
  const reason = 'The provider did not answer the look-up.';
  return { kind: 'unavailable', reason, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

/** If the provider says "too often" but not until when. */
const TOO_OFTEN_PAUSE_MS = 10_000;

function unavailable(reason: string): LookUp {
  return { kind: 'unavailable', reason };
}
