/** Creates many runs in one call. Every request has a key before anything is sent, and gets its own result. */

import type { Client } from 'openapi-fetch';
import { type ResponsePromise, responding } from './answers.ts';
import { bodyOf } from './body.ts';
import type { CallOptions } from './call-options.ts';
import type { CreateModelRun, ModelRunBatch, PlainPaths } from './contract.ts';
import { asRun, type Created } from './create.ts';
import { annotate, callBack, UsageError } from './errors.ts';
import { type ProblemError, toProblemError } from './problems.ts';
import { checkRequestKey, newRequestKey } from './request-keys.ts';
import { checkSignal, type Send } from './transport.ts';

/** A run to create. Without `idempotencyKey`, the client makes a new request key. */
export interface BatchedRequest {
  request: CreateModelRun;
  idempotencyKey?: string | undefined;
}

export interface CreateManyOptions extends CallOptions {
  /** Called and awaited with all request keys, in order, before anything is sent: save them here. */
  onRequestKeys?: (requestKeys: readonly string[]) => unknown;
}

/** Either the run, or the reason why there is none. */
export type BatchedResult =
  | (Created & { error?: undefined })
  | { error: ProblemError; requestKey: string; run?: undefined; replayed?: undefined };

export type CreateMany = (
  requests: readonly BatchedRequest[],
  options?: CreateManyOptions,
) => ResponsePromise<BatchedResult[]>;

/** The most requests in one call. */
const MOST_REQUESTS = 100;

export function createCreateMany(raw: Client<PlainPaths>, send: Send): CreateMany {
  return (requests, all) => responding(all, (call) => createAll(requests, call));

  async function createAll(
    requests: readonly BatchedRequest[],
    { onRequestKeys, ...options }: CreateManyOptions,
  ): Promise<BatchedResult[]> {
    if (requests.length === 0 || requests.length > MOST_REQUESTS) {
      throw new UsageError(
        `There are ${requests.length} requests: give 1 to ${MOST_REQUESTS} in one call.`,
      );
    }
    const keyed = requests.map(({ request, idempotencyKey = newRequestKey() }) => ({
      idempotencyKey: checkRequestKey(idempotencyKey, 'idempotencyKey'),
      request,
    }));
    try {
      const body = bodyOf({ requests: keyed });
      checkSignal(options.signal);
      await callBack(
        onRequestKeys,
        keyed.map(({ idempotencyKey }) => idempotencyKey),
      );
      const { data } = await send<ModelRunBatch>(
        (init) => raw.POST('/v1/developer/model-runs/batch', { ...init, ...body }),
        { ...options, creates: true },
      );
      return keyed.map(({ idempotencyKey }, i) => toResult(data?.results[i], idempotencyKey));
    } catch (error) {
      throw annotate(error, { mayHaveCreated: false });
    }
  }
}

function toResult(
  result: ModelRunBatch['results'][number] | undefined,
  requestKey: string,
): BatchedResult {
  if (!result?.problem) {
    const run = asRun(result?.run, { requestKey, mayHaveCreated: true });
    return { run, requestKey, replayed: result?.replayed === true };
  }
  const { problem, status, retryAfterSeconds } = result;
  const headers = new Headers(
    retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) },
  );
  const error = toProblemError(new Response(null, { status, headers }), problem);
  annotate(error, { requestKey, mayHaveCreated: false });
  return { error, requestKey };
}
