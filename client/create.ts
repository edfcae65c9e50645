/**
 * Creates runs so that nothing is bought twice: the caller knows the request key before anything is sent, every attempt
 * has the same key and bytes, and every error contains the key.
 */

import { bodyOf } from './body.ts';
import type { CallOptions } from './call-options.ts';
import type { ModelRun } from './contract.ts';
import { annotate, ConnectionError, callBack, type Facts } from './errors.ts';
import type { AnyRun, Calls, RunKind } from './kinds.ts';
import { checkRequestKey, headerOf, newRequestKey } from './request-keys.ts';
import { checkNumber } from './retry.ts';
import { checkSignal, type Send } from './transport.ts';

/** The longest time that the service holds a response, in seconds. */
export const MAX_WAIT_SECONDS = 50;

export interface CreateOptions extends CallOptions {
  /** A request key that you saved before, without quotes. Without it, the client makes a new one. */
  idempotencyKey?: string | undefined;
  /** Called and awaited with the request key before anything is sent: save it here. */
  onRequestKey?: (requestKey: string) => unknown;
  /** How long to ask the service to wait for the end of the run: 0 to 50 seconds. Default 0. */
  waitSeconds?: number;
}

export interface Created<Run extends AnyRun = ModelRun> {
  /** The run as the service saved it: pending, or already terminal. */
  run: Run;
  /** The request key of the run. */
  requestKey: string;
  /** Whether the run existed before, so that this request bought nothing. */
  replayed: boolean;
}

export interface Creation<Run extends AnyRun> extends Created<Run> {
  etag: string | undefined;
}

export type Create<Kind extends RunKind> = (
  request: Kind['create'],
  options?: CreateOptions & { withinMs?: number },
) => Promise<Creation<Kind['run']>>;

export function createCreate<Kind extends RunKind>(calls: Calls, send: Send): Create<Kind> {
  return async (request, { idempotencyKey, onRequestKey, waitSeconds = 0, ...options } = {}) => {
    const requestKey = checkRequestKey(idempotencyKey ?? newRequestKey(), 'idempotencyKey');
    try {
      checkNumber('waitSeconds', waitSeconds, 0, MAX_WAIT_SECONDS);
      const body = bodyOf(request);
      checkSignal(options.signal);
      await callBack(onRequestKey, requestKey);
      const { data, headers } = await send<Kind['run']>(
        (init) =>
          calls.POST('', {
            ...{ ...init, ...body },
            params: { header: { 'Idempotency-Key': headerOf(requestKey) } },
          }),
        { ...options, holdSeconds: Math.floor(waitSeconds), creates: true },
      );
      return {
        run: asRun(data, { mayHaveCreated: true }),
        requestKey,
        replayed: headers.get('Idempotent-Replayed') === 'true',
        etag: headers.get('ETag') ?? undefined,
      };
    } catch (error) {
      // An error after sending already says what may have happened.
      throw annotate(error, { requestKey, mayHaveCreated: false });
    }
  };
}

/** Rejects a response without an id and state: the client waits for a run by its id, and the caller pays for it. */
export function asRun<Run extends AnyRun>(data: Run | undefined, facts?: Facts): Run {
  if (typeof data?.id === 'string' && typeof data.state === 'string') return data;
  throw new ConnectionError('The answer is no run.', facts);
}
