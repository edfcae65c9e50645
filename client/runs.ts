/** The functions for runs of any kind, each built on the raw client. */
import { type ResponsePromise, responding } from './answers.ts';
import { bodyOf, serialise } from './body.ts';
import type { CallOptions } from './call-options.ts';
import type { Unlisted } from './contract.ts';
import { asRun, type Created, type CreateOptions, createCreate } from './create.ts';
import { UsageError } from './errors.ts';
import { createFinish, type FinishOptions } from './finish.ts';
import type { AnyRun, Calls, ModelRunKind, RunKind } from './kinds.ts';
import { momentOf } from './moments.ts';
import { type Paged, paged } from './paging.ts';
import { checkRequestKey, type RequestKeyStore, savedKey } from './request-keys.ts';
import type { Send } from './transport.ts';
import { checkId, createWait, type WaitOptions } from './wait.ts';

/** Filters of the list. `limit` is the page size; the list continues with further pages. */
export type RunFilters<Kind extends RunKind = ModelRunKind> = Omit<
  Kind['query'],
  'cursor' | 'state' | 'createdAfter' | 'createdBefore' | 'metadata'
> & {
  /** One state, or several. */
  state?: StateOf<Kind> | readonly StateOf<Kind>[];
  createdAfter?: string | Date;
  createdBefore?: string | Date;
  /** Labels that a run must have, each with its whole value. */
  metadata?: Record<string, string>;
};

type StateOf<Kind extends RunKind> = NonNullable<Kind['query']['state']>[number] | Unlisted;

export interface OnceOptions<Run extends AnyRun = ModelRunKind['run']>
  extends Omit<FinishOptions<Run>, 'idempotencyKey'> {
  /** Replaces the client's store. */
  requestKeys?: RequestKeyStore;
}

export interface Runs<Kind extends RunKind> {
  /**
   * Creates a run. Billable. Retried, with the same request key and body, after connection errors, 408, 429 and 5xx.
   * Throws a `ProblemError`, `ConnectionError`, `AbortedError` or `UsageError` with `requestKey`.
   */
  create(request: Kind['create'], options?: CreateOptions): ResponsePromise<Created<Kind['run']>>;
  /** Gets the run in its current state. Throws `NotFoundError` if the workspace has none with this id. */
  get(id: string, options?: CallOptions): ResponsePromise<Kind['run']>;
  /**
   * Asks the service to end the run as soon as it can, and returns its current state. Safe to repeat. A run that was
   * not sent fails with `cancelled`; a run under way may still end as it would have. `wait` shows which.
   */
  cancel(id: string, options?: CallOptions): ResponsePromise<Kind['run']>;
  /** Waits until the run is completed or failed, and returns it. `DeadlineError` holds its last seen state. */
  wait(id: string, options?: WaitOptions<Kind['run']>): ResponsePromise<Kind['run']>;
  /** `create` and `wait` in one call. `deadlineMs` applies to both. Returns a failed run like any other. */
  createAndWait(
    request: Kind['create'],
    options?: FinishOptions<Kind['run']>,
  ): ResponsePromise<Kind['run']>;
  /**
   * Saves a request key under the name, creates the run once and waits for it. Called again with the same name and
   * request, even after a crash, it returns the same run and buys nothing. Another request under the name throws an
   * `IdempotencyKeyReuseError`. A name whose run failed keeps that run: a second try needs a new name.
   */
  once(
    name: string,
    request: Kind['create'],
    options?: OnceOptions<Kind['run']>,
  ): ResponsePromise<Kind['run']>;
  /** Lists the workspace's runs, newest first, without their answers. */
  list(filters?: RunFilters<Kind>, options?: CallOptions): Paged<Kind['summary'], Kind['list']>;
  /** Finds the run that a request key created, if any. */
  find(requestKey: string, options?: CallOptions): ResponsePromise<Kind['run'] | undefined>;
  /** What `create` would hold, and who would pay. Creates nothing, costs nothing. */
  estimate(request: Kind['create'], options?: CallOptions): ResponsePromise<Kind['estimate']>;
  /** What this deployment allows and charges. Creates nothing, costs nothing. */
  limits(options?: CallOptions): ResponsePromise<Kind['limits']>;
}

export function createRuns<Kind extends RunKind>(
  calls: Calls,
  send: Send,
  clientKeys: RequestKeyStore | undefined,
): Runs<Kind> {
  const create = createCreate<Kind>(calls, send);
  const wait = createWait<Kind['run']>(calls, send);
  const finish = createFinish(create, wait);
  const list = createList<Kind>(calls, send);
  const { get, cancel, estimate, limits } = createCalls<Kind>(calls, send);
  return {
    ...{ get, list, cancel, estimate, limits },
    wait: (id, options) => responding(options, (call) => wait(id, call)),
    createAndWait: (request, options) => responding(options, (call) => finish(request, call)),

    create: (request, options) =>
      responding(options, async (call) => {
        const { etag: _, ...created } = await create(request, call);
        return created;
      }),

    once: (name, request, options) =>
      responding(options, async ({ requestKeys = clientKeys, ...call }) => {
        if (!requestKeys) {
          throw new UsageError(
            "once needs a store: give requestKeys, such as createFileRequestKeys('folder') of model-run-client/node.",
          );
        }
        // Sends what the caller passed, even if the object changes while the key is saved.
        const snapshot = JSON.parse(serialise(request)) as Kind['create'];
        return finish(snapshot, { ...call, idempotencyKey: await savedKey(requestKeys, name) });
      }),

    find: (requestKey, options) =>
      responding(options, async (call) => {
        const found = list({ idempotencyKey: checkRequestKey(requestKey) } as never, call);
        for await (const { id, idempotencyKey } of found) {
          if (idempotencyKey === requestKey) return get(id, call);
        }
        return undefined;
      }),
  };
}

type Single<Kind extends RunKind> = Pick<Runs<Kind>, 'get' | 'cancel' | 'estimate' | 'limits'>;

/** The functions that are one API call each. */
function createCalls<Kind extends RunKind>({ GET, POST }: Calls, send: Send): Single<Kind> {
  return {
    get: (id, options) =>
      responding(options, async (call) => {
        checkId(id);
        const params = { path: { id } };
        const { data } = await send<Kind['run']>((init) => GET('/{id}', { ...init, params }), call);
        return asRun(data);
      }),

    cancel: (id, options) =>
      responding(options, async (call) => {
        checkId(id);
        const params = { path: { id } };
        const { data } = await send<Kind['run']>(
          (init) => POST('/{id}/cancel', { ...init, params }),
          call,
        );
        return asRun(data);
      }),

    estimate: (request, options) =>
      responding(options, async (call) => {
        const body = bodyOf(request);
        const { data } = await send<Kind['estimate']>(
          (init) => POST('/estimate', { ...init, ...body }),
          call,
        );
        return data!;
      }),

    limits: (options) =>
      responding(options, async (call) => {
        const { data } = await send<Kind['limits']>((init) => GET('/limits', init), call);
        return data!;
      }),
  };
}

function createList<Kind extends RunKind>({ GET }: Calls, send: Send): Runs<Kind>['list'] {
  return (filters, options) => {
    const all = queryOf((filters ?? {}) as Partial<RunFilters>);
    return paged<Kind['summary'], Kind['list']>(all, options, async (query, call) => {
      const params = { query };
      const { data } = await send<Kind['list']>((init) => GET('', { ...init, params }), call);
      return data!;
    });
  };
}

function queryOf(filters: Partial<RunFilters<RunKind>>): object {
  const { state, createdAfter, createdBefore, metadata = {}, ...rest } = filters;
  const labels = Object.entries(metadata).map(([name, value]) => `${name}:${value}`);
  return {
    ...rest,
    ...(state !== undefined && { state: typeof state === 'string' ? [state] : [...state] }),
    ...(createdAfter !== undefined && { createdAfter: momentOf('createdAfter', createdAfter) }),
    ...(createdBefore !== undefined && { createdBefore: momentOf('createdBefore', createdBefore) }),
    ...(labels.length > 0 && { metadata: labels }),
  };
}
