/**
 * Plays the script of a sandbox model: it streams or sends an answer, with or without usage and cost, or fails. The id of
 * a generation says what it did, and its record, which the service reads later, is made from the id.
 */

import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Model } from '../model-runs/providers/index.ts';
import { costOf, findModel, type Script, SERVED_BY } from './models.ts';
import { isReasoningBroken, type Reply, reasoningPieces, replyTo } from './reply.ts';
import type { WireRequest } from './request.ts';

interface Part {
  request: WireRequest;
  model: Model;
  script: Script;
}

interface PlayOptions {
  slowMs: number;
  servedBy: string;
  /** The caller closed the connection of a generation that is billed in pieces, which had sent this many tokens. */
  onCut: (id: string, completionTokens: number) => void;
}

const SLOW: ReadonlySet<Script> = new Set(['slow', 'streams']);

const OUTCOMES = new Map<Script, GenerationOutcome>([
  ['no-usage', 'ran_untold'],
  ['cancelled', 'cancelled'],
  ['lost', 'lost'],
]);

const DROPS: ReadonlySet<Script> = new Set(['breaks', 'cancelled', 'lost']);

/** A comment in the stream: not an event, but a sign of life. */
const KEEP_ALIVE = ': the sandbox is at work\n\n';
const KEEP_ALIVE_MS = 500;

export async function play(
  part: Part,
  response: ServerResponse,
  { slowMs, servedBy, onCut }: PlayOptions,
): Promise<void> {
  const { request, model, script } = part;
  if (script === 'refused') return refuse(response, 403, 'This model refuses everything.');
  if (script === 'thinker' && isReasoningBroken(request.messages)) {
    return refuse(response, 400, 'The reasoning of an earlier turn came back changed.');
  }
  const reply = replyTo(request, model, script);
  const createdAt = Date.now();
  const waitMs = SLOW.has(script) ? slowMs : 0;
  const { promptTokens, completionTokens, reasoningTokens, finish, cost } = reply;
  const id = toGenerationId({
    outcome: OUTCOMES.get(script) ?? 'ran',
    model: model.providerModel,
    promptTokens,
    completionTokens,
    reasoningTokens,
    finish,
    cost,
    createdAt,
    readyAt: createdAt + waitMs,
  });
  const figures =
    script === 'no-usage' ? 'nothing' : script === 'unpriced' ? 'usage' : 'usage_and_cost';
  const envelope: Envelope = {
    id,
    model: model.providerModel,
    created: Math.floor(createdAt / 1_000),
    servedBy,
    figures,
  };
  response.setHeader('x-generation-id', id);
  if (!request.stream && !DROPS.has(script)) {
    await pause(waitMs);
    return answer(response, 200, wholeOf(reply, envelope));
  }

  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.write(KEEP_ALIVE);
  if (DROPS.has(script)) return drop(response);
  let said = 0;
  response.once('close', () => {
    if (script === 'streams' && !response.writableFinished) onCut(id, said);
  });
  const chunks = chunksOf(reply, envelope);
  // All except the first, the finish reason, and the figures.
  const spoken = Math.max(chunks.length - 3, 1);
  const pauseMs = script === 'streams' ? waitMs / chunks.length : 0;
  for (const [i, chunk] of chunks.entries()) {
    response.write(eventOf(chunk));
    // The first chunk only names the server.
    if (i === 0 && script === 'slow') await holdOpen(response, waitMs);
    else said = Math.min(Math.ceil((i / spoken) * completionTokens), completionTokens);
    if (pauseMs > 0) await pause(pauseMs);
    if (response.destroyed) return;
  }
  response.end('data: [DONE]\n\n');
}

const eventOf = (chunk: object) => `data: ${JSON.stringify(chunk)}\n\n`;

async function holdOpen(response: ServerResponse, waitMs: number): Promise<void> {
  for (let left = waitMs; left > 0 && !response.destroyed; left -= KEEP_ALIVE_MS) {
    await pause(Math.min(left, KEEP_ALIVE_MS));
    response.write(KEEP_ALIVE);
  }
}

/** Drops the connection once the headers have been sent. */
function drop(response: ServerResponse): void {
  response.write(KEEP_ALIVE, () => response.destroy());
}

interface Envelope {
  id: string;
  model: string;
  /** In seconds, as in the API. */
  created: number;
  servedBy: string;
  figures: 'usage_and_cost' | 'usage' | 'nothing';
}

function chunksOf(reply: Reply, envelope: Envelope): object[] {
  const chunk = (delta: object, finish: string | null = null) => ({
    ...common(envelope, 'chat.completion.chunk'),
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const calls = reply.toolCalls.flatMap(
    ({ id, type, function: { name, arguments: text } }, index) => [
      { index, id, type, function: { name, arguments: '' } },
      ...pieces(text).map((part) => ({ index, function: { arguments: part } })),
    ],
  );
  const usage = usageOf(reply, envelope);
  return [
    chunk({ role: 'assistant', content: '' }),
    ...reasoningPieces(reply.reasoning).map((piece) => chunk({ reasoning_details: [piece] })),
    ...pieces(reply.text ?? '').map((content) => chunk({ content })),
    ...calls.map((call) => chunk({ tool_calls: [call] })),
    chunk({}, reply.finish),
    ...(usage ? [{ ...chunk({ content: '' }), usage }] : []),
  ];
}

function wholeOf(reply: Reply, envelope: Envelope): object {
  const usage = usageOf(reply, envelope);
  const message = {
    role: 'assistant',
    content: reply.text,
    ...(reply.toolCalls.length > 0 ? { tool_calls: reply.toolCalls } : {}),
    ...(reply.reasoning.length > 0 ? { reasoning_details: reply.reasoning } : {}),
  };
  return {
    ...common(envelope, 'chat.completion'),
    system_fingerprint: null,
    choices: [{ index: 0, message, finish_reason: reply.finish }],
    ...(usage ? { usage } : {}),
  };
}

function common({ id, model, created, servedBy }: Envelope, object: string) {
  return { id, object, created, model, provider: servedBy };
}

function usageOf(reply: Reply, { figures }: Envelope): object | undefined {
  if (figures === 'nothing') return undefined;
  return {
    prompt_tokens: reply.promptTokens,
    completion_tokens: reply.completionTokens,
    total_tokens: reply.promptTokens + reply.completionTokens,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: reply.reasoningTokens },
    ...(figures === 'usage_and_cost' ? { cost: reply.cost, is_byok: false } : {}),
  };
}

/** At most 64 pieces, split between characters. */
function pieces(text: string): string[] {
  const characters = [...text];
  const size = Math.max(16, Math.ceil(characters.length / 64));
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, i) =>
    characters.slice(i * size, (i + 1) * size).join(''),
  );
}

export function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export function refuse(response: ServerResponse, code: number, message: string): void {
  answer(response, code, { error: { code, message } });
}

/*
 * The record of a generation. The identifier itself contains it, so that a sandbox that was killed and restarted still
 * knows the outcome of everything that it ever received: it has nothing to lose.
 */

type GenerationOutcome = 'ran' | 'ran_untold' | 'cancelled' | 'lost';

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
function toGenerationId(generation: Generation): string {
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
