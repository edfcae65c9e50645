/** Batches of the mock: each request of one is answered as it would be alone. */
import { type Decision, refuse } from './asked.ts';
import type { Create, Run } from './kinds.ts';

interface Batched {
  idempotencyKey: string;
  request: Create;
}

interface Result {
  idempotencyKey: string;
  status: number;
  replayed?: boolean;
  run?: Run;
  problem?: unknown;
}

export interface Creates {
  /** Of what single creates are answered with. */
  example(status: number, name: string | undefined): unknown;
  /** Of a single create of this request under this key. */
  decide(key: string, request: Create): Decision;
  /** The canned run with what the request has said, which is remembered. */
  apply(run: Run, key: string, request: Create): Run;
  isKnown(key: string): boolean;
}

export function refuseRepeatedKey(body: unknown): Decision | undefined {
  const keys = requestsOf(body).map(({ idempotencyKey }) => idempotencyKey);
  if (new Set(keys).size === keys.length) return undefined;
  const detail = 'A request key stands twice in this batch.';
  return refuse('idempotency_key_reuse', detail);
}

export function answerBatch(body: unknown, creates: Creates): { results: Result[] } {
  function resultOf({ idempotencyKey: key, request }: Batched): Result {
    const decision = creates.decide(key, request);
    if (decision.kind === 'refuse') {
      return { idempotencyKey: key, status: 422, problem: creates.example(422, decision.code) };
    }
    const { status, example: name } = decision.choice;
    const replayed = creates.isKnown(key);
    const run = creates.apply(creates.example(status, name) as Run, key, request);
    return { idempotencyKey: key, status, replayed, run };
  }

  return { results: requestsOf(body).map(resultOf) };
}

function requestsOf(body: unknown): Batched[] {
  return (body as { requests: Batched[] }).requests;
}
