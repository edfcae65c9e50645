/**
 * Plays a model's script: answers, takes its time, or drops the connection, with the identifier of the
 * generation in the headers before anything else.
 */
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Model } from '../providers/index.ts';
import { chunksOf, type Envelope, wholeOf } from './completion.ts';
import { type Fate, toGenerationId } from './generation.ts';
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

export async function play(part: Part, response: ServerResponse, slowMs: number): Promise<void> {
  const { request, model, script } = part;
  if (script === 'refused') return refuse(response, 403, 'This model refuses everything.');
  if (script === 'thinker' && isReasoningBroken(request.messages)) {
    return refuse(response, 400, 'The reasoning of an earlier turn came back changed.');
  }
  const reply = replyTo(request, model, script);
  const createdAt = Date.now();
  const waitMs = script === 'slow' ? slowMs : 0;
  const { promptTokens, completionTokens, reasoningTokens, finish, cost } = reply;
  const id = toGenerationId({
    fate: FATES.get(script) ?? 'ran',
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
  await holdOpen(response, waitMs);
  const events = chunksOf(reply, envelope).map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
  response.end(`${events.join('')}data: [DONE]\n\n`);
}

const FATES = new Map<Script, Fate>([
  ['no-usage', 'ran_untold'],
  ['cancelled', 'cancelled'],
  ['lost', 'lost'],
]);

const DROPS: ReadonlySet<Script> = new Set(['breaks', 'cancelled', 'lost']);

/** A comment of the stream: no event, but a sign of life. */
const KEEP_ALIVE = ': the sandbox is at work\n\n';
const KEEP_ALIVE_MS = 500;

async function holdOpen(response: ServerResponse, waitMs: number): Promise<void> {
  for (let left = waitMs; left > 0 && !response.destroyed; left -= KEEP_ALIVE_MS) {
    await pause(Math.min(left, KEEP_ALIVE_MS));
    response.write(KEEP_ALIVE);
  }
}

/** Cuts the connection once the headers are on their way. */
function drop(response: ServerResponse): void {
  response.write(KEEP_ALIVE, () => response.destroy());
}
