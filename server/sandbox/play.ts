/**
 * Plays a model's script: answers, waits, or drops the connection, with the identifier of the generation in the headers
 * before anything else.
 */
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Model } from '../model-runs/providers/index.ts';
import { chunksOf, type Envelope, wholeOf } from './completion.ts';
import { type GenerationOutcome, toGenerationId } from './generation.ts';
import type { Script } from './models.ts';
import { replyTo } from './reply.ts';
import type { WireRequest } from './request.ts';
import { answer, refuse } from './respond.ts';
import { isReasoningBroken } from './thinking.ts';

export interface Part {
  request: WireRequest;
  model: Model;
  script: Script;
}

export interface PlayOptions {
  slowMs: number;
  servedBy: string;
  /** The caller closed the connection of a generation that is billed in pieces, which had sent this many tokens. */
  onCut: (id: string, completionTokens: number) => void;
}

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

const SLOW: ReadonlySet<Script> = new Set(['slow', 'streams']);

const eventOf = (chunk: object) => `data: ${JSON.stringify(chunk)}\n\n`;

const OUTCOMES = new Map<Script, GenerationOutcome>([
  ['no-usage', 'ran_untold'],
  ['cancelled', 'cancelled'],
  ['lost', 'lost'],
]);

const DROPS: ReadonlySet<Script> = new Set(['breaks', 'cancelled', 'lost']);

/** A comment in the stream: not an event, but a sign of life. */
const KEEP_ALIVE = ': the sandbox is at work\n\n';
const KEEP_ALIVE_MS = 500;

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
