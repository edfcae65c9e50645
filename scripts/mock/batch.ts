/** Batches of the mock: each request of one is answered as it would be alone. */

import type { Create } from './kinds.ts';
import { type Play, type Refused, refuse } from './requests.ts';

interface Batched {
  idempotencyKey: string;
  request: Create;
}

interface Result {
  idempotencyKey: string;
  status: number;
  replayed?: boolean;
  run?: unknown;
  problem?: unknown;
}

export interface Creates {
  create(key: string, request: Create): Play | Refused;
  /** The document's example of the problem with this code. */
  refusal(code: string): unknown;
}

export function refuseRepeatedKey(body: unknown): Refused | undefined {
  const keys = requestsOf(body).map(({ idempotencyKey }) => idempotencyKey);
  if (new Set(keys).size === keys.length) return undefined;
  const detail = 'A request key stands twice in this batch.';
  return refuse('idempotency_key_reuse', detail);
}

export function answerBatch(body: unknown, { create, refusal }: Creates): { results: Result[] } {
  function resultOf({ idempotencyKey, request }: Batched): Result {
    const created = create(idempotencyKey, request);
    if (created.kind === 'refuse') {
      return { idempotencyKey, status: 422, problem: refusal(created.code) };
    }
    const { choice, isReplay: replayed = false } = created;
    return { idempotencyKey, status: choice.status, replayed, run: created.body?.(undefined) };
  }

  return { results: requestsOf(body).map(resultOf) };
}

function requestsOf(body: unknown): Batched[] {
  return (body as { requests: Batched[] }).requests;
}
