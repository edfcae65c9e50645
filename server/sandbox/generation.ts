/**
 * The record of a generation. The identifier itself contains it, so that a sandbox that was killed and restarted still
 * knows the outcome of everything that it ever received: it has nothing to lose.
 */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { costOf, findModel, SERVED_BY } from './models.ts';

export type GenerationOutcome = 'ran' | 'ran_untold' | 'cancelled' | 'lost';

interface Generation {
  outcome: GenerationOutcome;
  model: string;
  promptTokens: number;
  completionTokens: number;
  reasoningTokens: number;
  finish: string;
  /** In US dollars. */
  cost: number;
  createdAt: number;
  /** Before this time, the record does not exist. */
  readyAt: number;
}

/** The identifier of a generation. The random part distinguishes generations that are otherwise equal. */
export function toGenerationId(generation: Generation): string {
  const fields = [
    generation.outcome,
    generation.model,
    generation.promptTokens,
    generation.completionTokens,
    generation.reasoningTokens,
    generation.finish,
    generation.cost,
    generation.createdAt,
    generation.readyAt - generation.createdAt,
    randomBytes(6).toString('base64url'),
  ];
  return `gen-${Buffer.from(JSON.stringify(fields)).toString('base64url')}`;
}

/** The generation in an identifier, or undefined if it is not ours. */
function fromGenerationId(id: string): Generation | undefined {
  if (!id.startsWith('gen-')) return undefined;
  try {
    const text = Buffer.from(id.slice('gen-'.length), 'base64url').toString();
    const [outcome, model, promptTokens, completionTokens, reasoningTokens, finish, ...rest] =
      FIELDS.parse(JSON.parse(text));
    const [cost, createdAt, duration] = rest;
    const tokens = { promptTokens, completionTokens, reasoningTokens };
    return { outcome, model, ...tokens, finish, cost, createdAt, readyAt: createdAt + duration };
  } catch {
    return undefined;
  }
}

const count = z.number().int().min(0);
const FIELDS = z.tuple([
  z.enum(['ran', 'ran_untold', 'cancelled', 'lost']),
  z.string(),
  count,
  count,
  count,
  z.string(),
  z.number().min(0),
  count,
  count,
  z.string(),
]);

/**
 * The answer to GET /generation, or undefined if there is no record (yet). `cutAfter` is the number of tokens sent
 * before the caller closed the connection, if it did.
 */
export function generationRecord(id: string, now: number, cutAfter?: number): object | undefined {
  const whole = fromGenerationId(id);
  const generation = whole && cutAfter !== undefined ? cutShort(whole, cutAfter) : whole;
  if (!generation || generation.outcome === 'lost' || now < generation.readyAt) return undefined;
  const { outcome, model, finish } = generation;
  const ran = outcome !== 'cancelled';
  const common = {
    id,
    model,
    created_at: new Date(generation.createdAt).toISOString(),
    generation_time: generation.readyAt - generation.createdAt,
    is_byok: false,
    streamed: true,
    cancelled: !ran || cutAfter !== undefined,
    finish_reason: ran && cutAfter === undefined ? finish : null,
    provider_name: SERVED_BY,
  };
  if (outcome === 'ran_untold') return { data: common };
  return {
    data: {
      ...common,
      total_cost: ran ? generation.cost : 0,
      native_tokens_prompt: ran ? generation.promptTokens : 0,
      native_tokens_completion: ran ? generation.completionTokens : 0,
      native_tokens_reasoning: ran ? generation.reasoningTokens : 0,
      native_tokens_cached: 0,
    },
  };
}

/** The usage until then. */
function cutShort(whole: Generation, completionTokens: number): Generation {
  const { pricing = { prompt: '0', completion: '0' } } = findModel(whole.model)?.model ?? {};
  const cost = costOf(pricing, whole.promptTokens, completionTokens);
  const reasoningTokens = Math.min(whole.reasoningTokens, completionTokens);
  return { ...whole, completionTokens, reasoningTokens, cost, readyAt: whole.createdAt };
}
