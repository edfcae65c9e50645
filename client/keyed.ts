/** Creates that a repeat with the same request key does not make twice, and that are no runs. */
import { bodyOf } from './body.ts';
import type { CallOptions } from './call-options.ts';
import { annotate, callBack } from './errors.ts';
import { checkRequestKey, headerOf, newRequestKey } from './request-keys.ts';
import { type Attempt, checkSignal, type Reply, type Send } from './transport.ts';

export interface KeyedOptions extends CallOptions {
  /** A request key that you saved before, without quotes. Without it, the client makes a new one. */
  idempotencyKey?: string | undefined;
  /** Called and awaited with the request key before anything is sent: save it here. */
  onRequestKey?: ((requestKey: string) => unknown) | undefined;
}

/** `post` sends one attempt with what it receives besides its own parts. Errors have the request key. */
export async function createKeyed<Data>(
  send: Send,
  post: (init: object) => ReturnType<Attempt>,
  request: object,
  { idempotencyKey, onRequestKey, ...call }: KeyedOptions,
): Promise<Reply<Data> & { requestKey: string }> {
  const requestKey = checkRequestKey(idempotencyKey ?? newRequestKey(), 'idempotencyKey');
  try {
    const body = bodyOf(request);
    checkSignal(call.signal);
    await callBack(onRequestKey, requestKey);
    const params = { header: { 'Idempotency-Key': headerOf(requestKey) } };
    const reply = await send<Data>((init) => post({ ...init, params, ...body }), call);
    return { ...reply, requestKey };
  } catch (error) {
    throw annotate(error, { requestKey });
  }
}
