/** Model runs as one works with them: each function is built from the raw client and adds what it lacks. */
import type { Client } from 'openapi-fetch';
import { type CreateMany, createCreateMany } from './batch.ts';
import { serialise } from './body.ts';
import type {
  CreateModelRun,
  ModelRun,
  ModelRunEstimate,
  ModelRunList,
  ModelRunSummary,
  operations,
  PlainPaths,
} from './contract.ts';
import { type Converse, createConverse } from './converse.ts';
import { asRun, type Created, type CreateOptions, createCreate } from './create.ts';
import { UsageError } from './errors.ts';
import { createFinish, type FinishOptions } from './finish.ts';
import { type Paged, paged } from './paging.ts';
import { checkRequestKey, type RequestKeyStore, savedKey } from './request-keys.ts';
import type { CallOptions, Send } from './transport.ts';
import { checkId, createWait, type WaitOptions } from './wait.ts';

type Query = NonNullable<operations['listModelRuns']['parameters']['query']>;

type State = NonNullable<Query['state']>[number];

/** What the list is narrowed by. `limit` is the size of a page: the list goes on beyond it. */
export type RunFilters = Omit<
  Query,
  'cursor' | 'state' | 'createdAfter' | 'createdBefore' | 'metadata'
> & {
  /** One state, or several. */
  state?: State | readonly State[];
  createdAfter?: string | Date;
  createdBefore?: string | Date;
  /** Labels that a run has to have, each with its whole value. */
  metadata?: Record<string, string>;
};

export interface OnceOptions extends Omit<FinishOptions, 'idempotencyKey'> {
  /** In place of the client's store. */
  requestKeys?: RequestKeyStore;
}

export interface ModelRuns {
  /**
   * Creates a run. Billable. Sent again, with the same request key and body, after connection errors, 408,
   * 429 and 5xx. Throws a `ProblemError`, `ConnectionError`, `AbortedError` or `UsageError` with `requestKey`.
   */
  create(request: CreateModelRun, options?: CreateOptions): Promise<Created>;
  /**
   * Creates up to 100 runs in one call, each under a request key of its own, and answers each for itself. Billable. Sent
   * again like `create`. Throws where no run was created, or where nobody knows: then repeat with the same keys.
   */
  createMany: CreateMany;
  /** The run as it is now. `NotFoundError` where the workspace has none with this id. */
  get(id: string, options?: CallOptions): Promise<ModelRun>;
  /**
   * Asks that the run end as soon as it can, and gives it as it is then. Safe to repeat. What was not sent fails with
   * `cancelled`; what is under way may still end as it would have. `wait` tells which.
   */
  cancel(id: string, options?: CallOptions): Promise<ModelRun>;
  /** The run once it is terminal, completed or failed. `DeadlineError` holds it as last seen. */
  wait(id: string, options?: WaitOptions): Promise<ModelRun>;
  /** `create` and `wait` as one. `deadlineMs` is for both. A failed run is returned like any other. */
  createAndWait(request: CreateModelRun, options?: FinishOptions): Promise<ModelRun>;
  /**
   * Saves a request key under the name, submits once and waits. Called again with the same name and request,
   * after a crash too, it gives the same run and buys nothing. Another request under the name is an
   * `IdempotencyKeyReuseError`. A name whose run failed keeps that run: a second try needs a new name.
   */
  once(name: string, request: CreateModelRun, options?: OnceOptions): Promise<ModelRun>;
  /** The workspace's runs, newest first, without text and message. */
  list(filters?: RunFilters, options?: CallOptions): Paged<ModelRunSummary, ModelRunList>;
  /** The run that a request key has created, if it has. */
  find(requestKey: string, options?: CallOptions): Promise<ModelRun | undefined>;
  /** What `create` would hold, and who would pay. Creates nothing, costs nothing. */
  estimate(request: CreateModelRun, options?: CallOptions): Promise<ModelRunEstimate>;
  converse: Converse;
}

export function createModelRuns(
  raw: Client<PlainPaths>,
  send: Send,
  clientKeys: RequestKeyStore | undefined,
): ModelRuns {
  const create = createCreate(raw, send);
  const wait = createWait(raw, send);
  const finish = createFinish(create, wait);
  const get = createGet(raw, send);
  const list = createList(raw, send);
  return {
    get,
    list,
    cancel: createCancel(raw, send),
    wait: (id, options) => wait(id, options),
    createMany: createCreateMany(raw, send),
    createAndWait: finish,
    converse: createConverse(finish),
    estimate: createEstimate(raw, send),

    async create(request, options) {
      const { etag: _, ...created } = await create(request, options);
      return created;
    },

    async once(name, request, { requestKeys = clientKeys, ...options } = {}) {
      if (!requestKeys) {
        throw new UsageError(
          "once needs a store: give requestKeys, such as createFileRequestKeys('folder') of model-run-client/node.",
        );
      }
      // What is sent is what was given, whatever happens to the object while the key is saved.
      const snapshot = JSON.parse(serialise(request)) as CreateModelRun;
      return finish(snapshot, { ...options, idempotencyKey: await savedKey(requestKeys, name) });
    },

    async find(requestKey, options) {
      const found = list({ idempotencyKey: checkRequestKey(requestKey) }, options);
      for await (const { id, idempotencyKey } of found) {
        if (idempotencyKey === requestKey) return get(id, options);
      }
      return undefined;
    },
  };
}

function createGet(raw: Client<PlainPaths>, send: Send): ModelRuns['get'] {
  return async (id, options) => {
    checkId(id);
    const params = { path: { id } };
    const { data } = await send<ModelRun>(
      (init) => raw.GET('/v1/developer/model-runs/{id}', { ...init, params }),
      options,
    );
    return asRun(data);
  };
}

function createCancel(raw: Client<PlainPaths>, send: Send): ModelRuns['cancel'] {
  return async (id, options) => {
    checkId(id);
    const params = { path: { id } };
    const { data } = await send<ModelRun>(
      (init) => raw.POST('/v1/developer/model-runs/{id}/cancel', { ...init, params }),
      options,
    );
    return asRun(data);
  };
}

function createList(raw: Client<PlainPaths>, send: Send): ModelRuns['list'] {
  return (filters = {}, options) => {
    const query = queryOf(filters);
    return paged<ModelRunSummary, ModelRunList>(async (cursor) => {
      const params = { query: cursor === undefined ? query : { ...query, cursor } };
      const { data } = await send<ModelRunList>(
        (init) => raw.GET('/v1/developer/model-runs', { ...init, params }),
        options,
      );
      return data!;
    });
  };
}

function createEstimate(raw: Client<PlainPaths>, send: Send): ModelRuns['estimate'] {
  return async (request, options) => {
    const text = serialise(request);
    const { data } = await send<ModelRunEstimate>(
      (init) =>
        raw.POST('/v1/developer/model-runs/estimate', {
          ...init,
          body: request,
          bodySerializer: () => text,
        }),
      options,
    );
    return data!;
  };
}

function queryOf(filters: RunFilters): Query {
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

function momentOf(name: string, moment: string | Date): string {
  if (typeof moment === 'string') return moment;
  if (Number.isNaN(moment.getTime())) throw new UsageError(`${name} is an invalid date.`);
  return moment.toISOString();
}
