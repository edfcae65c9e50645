/**
 * A typed client of the Model Run API: the raw openapi-fetch client over the contract's types, and beside it
 * what makes calls safe to repeat. Works by web standards alone. Raw calls are sent once, as they are;
 * everything under `modelRuns`, `models`, `limits` and `account` is retried where that is safe and throws typed errors.
 */
import createFetchClient, { type Client } from 'openapi-fetch';
import type { Account, ModelRunLimits, PlainPaths } from './contract.ts';
import { createModelRuns, type ModelRuns } from './model-runs.ts';
import { createModels, type Models } from './models.ts';
import { type ClientOptions, readSettings } from './settings.ts';
import { type CallOptions, createTransport } from './transport.ts';

export type { BatchedRequest, BatchedResult, CreateManyOptions } from './batch.ts';
export type * from './contract.ts';
export type { Conversation, FinishedConversation } from './conversation.ts';
export type { Converse, ConverseOptions, ConverseRequest } from './converse.ts';
export type { Created, CreateOptions } from './create.ts';
export {
  AbortedError,
  ClientError,
  ConnectionError,
  DeadlineError,
  RunFailedError,
  TurnLimitError,
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
export type { KnownProblem, KnownProblemCode, ProblemOf } from './known-problems.ts';
export type { ModelRuns, OnceOptions, RunFilters } from './model-runs.ts';
export type { ModelFilters, Models } from './models.ts';
export { formatMoney, type MoneyUnit } from './money.ts';
export type { Paged } from './paging.ts';
export * from './problems.ts';
export { createMemoryRequestKeys, type RequestKeyStore } from './request-keys.ts';
export type { RetryOptions } from './retry.ts';
export type { ClientOptions } from './settings.ts';
export { type AnyTool, type Tool, type ToolContext, tool } from './tools.ts';
export type { CallOptions } from './transport.ts';
export type { WaitOptions } from './wait.ts';

export interface ModelRunClient extends Client<PlainPaths> {
  modelRuns: ModelRuns;
  /** What this deployment allows and charges. Creates nothing, costs nothing. */
  limits(options?: CallOptions): Promise<ModelRunLimits>;
  /** What the API key can spend at the moment, and the limits that hold for it. Creates nothing, costs nothing. */
  account(options?: CallOptions): Promise<Account>;
  models: Models;
}

/** Sends nothing. Throws a `UsageError` that says what to do where an option can't be right. */
export function createClient(options: ClientOptions): ModelRunClient {
  const settings = readSettings(options);
  const { baseUrl, headers, fetch, requestKeys } = settings;
  const raw = createFetchClient<PlainPaths>({
    ...{ baseUrl, headers, fetch },
    // A redirect that is followed takes prompts and headers to a host that nobody has chosen.
    redirect: 'manual',
  });
  const send = createTransport(settings);
  return {
    ...raw,
    modelRuns: createModelRuns(raw, send, requestKeys),

    async limits(call) {
      const { data } = await send<ModelRunLimits>(
        (init) => raw.GET('/v1/developer/model-runs/limits', { ...init }),
        call,
      );
      return data!;
    },

    async account(call) {
      const { data } = await send<Account>(
        (init) => raw.GET('/v1/developer/account', { ...init }),
        call,
      );
      return data!;
    },

    models: createModels(raw, send),
  };
}
