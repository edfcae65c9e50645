/**
 * A typed client of the Model Run API: the raw openapi-fetch client over the contract's types, and functions that make
 * calls safe to repeat. Requires web standards only. A raw call is sent once, unchanged; everything under `modelRuns`,
 * `toolRuns`, `computeJobs`, `models`, `tools`, `limits` and `account` is retried if that is safe and throws typed
 * errors.
 */

import createFetchClient, { type Client } from 'openapi-fetch';
import { type ResponsePromise, responding } from './answers.ts';
import type { CallOptions } from './call-options.ts';
import { createCatalog, type Models, type Tools } from './catalog.ts';
import { type ComputeJobs, createComputeJobs } from './compute-jobs.ts';
import type { Account, ModelRunLimits, PlainPaths } from './contract.ts';
import { callsAt, type ToolRunKind } from './kinds.ts';
import { createModelRuns, type ModelRuns } from './model-runs.ts';
import { createRuns, type Runs } from './runs.ts';
import { type ClientOptions, readSettings } from './settings.ts';
import { createTransport } from './transport.ts';

export type { ResponsePromise, WithResponse } from './answers.ts';
export type { BatchedRequest, BatchedResult, CreateManyOptions } from './batch.ts';
export type { CallOptions, RetryEvent, RetryOptions } from './call-options.ts';
export type { ModelFilters, Models, ToolFilters, Tools } from './catalog.ts';
export type { ComputeJobs, LogOptions } from './compute-jobs.ts';
export type * from './contract.ts';
export type { Conversation } from './conversation.ts';
export type { Created, CreateOptions } from './create.ts';
export {
  AbortedError,
  ClientError,
  ConnectionError,
  DeadlineError,
  RunFailedError,
  UsageError,
} from './errors.ts';
export type { FinishOptions as CreateAndWaitOptions } from './finish.ts';
export {
  type Completed,
  expectCompleted,
  type Failed,
  hasToolCalls,
  isCompleted,
  isFailed,
  isPending,
  isTerminal,
  type WithToolCalls,
} from './guards.ts';
export type {
  AnyRun,
  AnyRunSummary,
  ComputeJobKind,
  ModelRunKind,
  RunKind,
  ToolRunKind,
} from './kinds.ts';
export type { KnownProblem, KnownProblemCode, ProblemOf } from './known-problems.ts';
export type { Logger, LogLevel } from './log.ts';
export type { ModelRuns } from './model-runs.ts';
export { formatMoney, type MoneyUnit } from './money.ts';
export type { Paged } from './paging.ts';
export * from './problems.ts';
export { createMemoryRequestKeys, type RequestKeyStore } from './request-keys.ts';
export type { OnceOptions, RunFilters, Runs } from './runs.ts';
export type { ClientOptions } from './settings.ts';
export { unlisted } from './unlisted.ts';
export { VERSION } from './version.ts';
export type { WaitOptions } from './wait.ts';

export interface ModelRunClient extends Client<PlainPaths> {
  modelRuns: ModelRuns;
  toolRuns: Runs<ToolRunKind>;
  computeJobs: ComputeJobs;
  /** The limits of model runs, as `modelRuns.limits` returns them. */
  limits(options?: CallOptions): ResponsePromise<ModelRunLimits>;
  /** What the API key can spend at the moment, and its limits. Creates nothing, costs nothing. */
  account(options?: CallOptions): ResponsePromise<Account>;
  models: Models;
  tools: Tools;
}

/** Creates a client. Sends nothing. Throws a `UsageError` that says what to do if an option is invalid. */
export function createClient(options: ClientOptions = {}): ModelRunClient {
  const settings = readSettings(options);
  const { baseUrl, headers, fetch, requestKeys } = settings;
  const raw = createFetchClient<PlainPaths>({
    ...{ baseUrl, headers, fetch },
    // Following a redirect would send prompts and headers to a host that the caller did not choose.
    redirect: 'manual',
  });
  const send = createTransport(settings);
  const modelRuns = createModelRuns(raw, send, requestKeys);
  return {
    ...raw,
    modelRuns,
    toolRuns: createRuns(callsAt(raw, '/v1/developer/tool-runs'), send, requestKeys),
    computeJobs: createComputeJobs(raw, send, settings),
    limits: (call) => modelRuns.limits(call),

    account: (options) =>
      responding(options, async (call) => {
        const { data } = await send<Account>(
          (init) => raw.GET('/v1/developer/account', { ...init }),
          call,
        );
        return data!;
      }),

    models: createCatalog(callsAt(raw, '/v1/developer/models'), send, 'model'),
    tools: createCatalog(callsAt(raw, '/v1/developer/tools'), send, 'tool'),
  };
}
