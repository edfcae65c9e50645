/**
 * The refusals of the service: one class per code of the contract, chosen by `code`. The table has every code, or it
 * does not compile. A code that a later service adds becomes an `UnknownProblemError`.
 */
import type { Fault, Problem } from './contract.ts';
import { ClientError } from './errors.ts';
import {
  type KnownProblem,
  type KnownProblemCode,
  type ProblemOf,
  readProblem,
} from './known-problems.ts';
import { retryAfterOf } from './retry-after.ts';

/** A refusal (RFC 9457). `code` is for programs, `detail` for people, `requestId` for support. */
export class ProblemError<Code extends string = string> extends ClientError {
  /** The HTTP status. */
  declare readonly status: number;
  declare readonly code: Code;
  /** What is wrong with this particular request. */
  declare readonly detail: string;
  /** Identifies the exchange in the service's logs. */
  declare readonly requestId: string | undefined;
  /** The parts of the request that are at fault. */
  declare readonly errors: readonly Fault[];
  /** Seconds after which a retry makes sense, if the service says so. */
  declare readonly retryAfterSeconds: number | undefined;
  /** The document as received; undefined if the response did not come from the service. */
  declare readonly problem: Problem | undefined;

  constructor({ status, headers, code, detail, problem }: Refusal<Code>) {
    super(nameOf(code), `${status} ${code}: ${detail}`);
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.requestId = problem?.requestId ?? headers.get('X-Request-Id') ?? undefined;
    this.errors = Array.isArray(problem?.errors) ? problem.errors : [];
    this.retryAfterSeconds = retryAfterOf(headers);
    this.problem = problem;
  }
}

/** A parameter, a header or the body is invalid; `errors` says where. */
export class InvalidRequestError extends ProblemError<'invalid_request'> {}
export class MalformedJsonError extends ProblemError<'malformed_json'> {}
export class IdempotencyKeyMissingError extends ProblemError<'idempotency_key_missing'> {}
/** This list did not return the cursor for these filters. Start again without a cursor. */
export class InvalidCursorError extends ProblemError<'invalid_cursor'> {}
/** The API key is missing, malformed, unknown, revoked or expired; the service does not say which. */
export class UnauthorizedError extends ProblemError<'unauthorized'> {}
/** The paying account cannot cover the hold. The last `scale` digits of amounts come after the decimal point. */
export class InsufficientCreditError extends ProblemError<'insufficient_credit'> {
  /** The hold that the run needs. */
  readonly required = this.problem?.requiredAmount;
  /** What the account can still hold. */
  readonly available = this.problem?.availableAmount;
  /** Who would have paid. */
  readonly account = this.problem?.account;
  readonly currency = this.problem?.currency;
  readonly scale = this.problem?.scale;
  /** The highest `maxOutputTokens` that the credit covers; undefined if it covers none. */
  readonly affordableMaxOutputTokens = this.problem?.affordableMaxOutputTokens;
}
/** A refusal by a limit of what may be spent. The last `scale` digits of amounts come after the decimal point. */
export class LimitReachedError<
  Code extends 'spending_limit_reached' | 'end_user_budget_reached',
> extends ProblemError<Code> {
  /** The hold that the run needs. */
  readonly required = this.problem?.requiredAmount;
  /** What is left of the limit. */
  readonly available = this.problem?.availableAmount;
  /** What the limit is for: `day` or `month`, in UTC, or `total`. */
  readonly period = this.problem?.period;
  readonly limit = this.problem?.limitAmount;
  /** The charges of the period's runs, and the holds of those that are pending. */
  readonly spent = this.problem?.spentAmount;
  readonly held = this.problem?.heldAmount;
  /** When the period ends; undefined for a limit in total. */
  readonly resetsAt = this.problem?.resetsAt;
  readonly currency = this.problem?.currency;
  readonly scale = this.problem?.scale;
}
/** The hold exceeds what a spending limit of the API key leaves. */
export class SpendingLimitReachedError extends LimitReachedError<'spending_limit_reached'> {}
/** The hold exceeds what a budget of the end user leaves. */
export class EndUserBudgetReachedError extends LimitReachedError<'end_user_budget_reached'> {}
/** The API key lacks the permission for the operation. */
export class InsufficientScopeError extends ProblemError<'insufficient_scope'> {}
/** The workspace owes for returned payments, and creates no runs until that is paid. */
export class WorkspaceInDebtError extends ProblemError<'workspace_in_debt'> {}
/** The operator has suspended the workspace: it creates no runs, and everything can still be read. */
export class WorkspaceSuspendedError extends ProblemError<'workspace_suspended'> {}
/** The workspace has blocked the end user. */
export class CustomerBlockedError extends ProblemError<'customer_blocked'> {}
/** The API key may use only some models; `client.models.list()` lists them. */
export class ModelNotAllowedError extends ProblemError<'model_not_allowed'> {}
/** The workspace of the API key has nothing here. */
export class NotFoundError extends ProblemError<'not_found'> {}
export class MethodNotAllowedError extends ProblemError<'method_not_allowed'> {}
export class RequestTimeoutError extends ProblemError<'request_timeout'> {}
export class PayloadTooLargeError extends ProblemError<'payload_too_large'> {}
export class UnsupportedMediaTypeError extends ProblemError<'unsupported_media_type'> {}
/** The model is not an exact identifier of the catalog; `client.models.list()` lists them. */
export class UnknownModelError extends ProblemError<'unknown_model'> {}
export class MaxOutputTokensExceededError extends ProblemError<'max_output_tokens_exceeded'> {
  /** The highest value that the deployment accepts for this model. */
  readonly maxOutputTokens = this.problem?.maxOutputTokens;
}
/** The model does not accept a member that `errors` names; the model's `supportedParameters` lists what it does. */
export class UnsupportedParameterError extends ProblemError<'unsupported_parameter'> {}
/** The model does not accept a message part that `errors` names; its `inputModalities` lists what it does. */
export class UnsupportedInputError extends ProblemError<'unsupported_input'> {}
/** The prompt exceeds the deployment's limit of characters, or the context of the model: the figures say which. */
export class PromptTooLargeError extends ProblemError<'prompt_too_large'> {
  readonly promptChars = this.problem?.promptChars;
  /** The deployment's limit; undefined if the context of the model is the reason. */
  readonly maxPromptChars = this.problem?.maxPromptChars;
  /** The context of the model in tokens, and the fewest of them that the messages can take. */
  readonly contextLength = this.problem?.contextLength;
  readonly minPromptTokens = this.problem?.minPromptTokens;
}
export class InconsistentToolCallsError extends ProblemError<'inconsistent_tool_calls'> {}
export class UnknownToolError extends ProblemError<'unknown_tool'> {}
/** The tool's definition differs from the one that the request names, or nobody has approved it yet. */
export class ToolVersionChangedError extends ProblemError<'tool_version_changed'> {}
export class UnknownEnvironmentError extends ProblemError<'unknown_environment'> {}
export class ResourcesExceededError extends ProblemError<'resources_exceeded'> {}
export class InvalidPathError extends ProblemError<'invalid_path'> {}
/** The input does not match the tool's schema: `errors` points at the faults. */
export class InvalidToolInputError extends ProblemError<'invalid_tool_input'> {}
export class TimeoutExceededError extends ProblemError<'timeout_exceeded'> {
  readonly maxTimeoutSeconds = this.problem?.maxTimeoutSeconds;
}
/** The label is protected: only an admin of the workspace can move it, in the dashboard. */
export class LabelProtectedError extends ProblemError<'label_protected'> {}
/** It does not fit what is there: a request key that has made a key before, or a key that is not active or was rotated. */
export class ConflictError extends ProblemError<'conflict'> {
  /** The key that the request key has made. */
  readonly keyId = this.problem?.keyId;
}
/** The calling key does not have the rights that this needs: `errors` says which. */
export class ExceedsOwnRightsError extends ProblemError<'exceeds_own_rights'> {}
/** Somebody saved another version after the one that this save is based on. */
export class VersionConflictError extends ProblemError<'version_conflict'> {
  readonly latestVersion = this.problem?.latestVersion;
}
/** The range begins at or after the end of the file. */
export class RangeNotSatisfiableError extends ProblemError<'range_not_satisfiable'> {}
/** The workspace has a customer with this `endUserId`. */
export class CustomerExistsError extends ProblemError<'customer_exists'> {}
/** Somebody moved the label after it was read. */
export class PreconditionFailedError extends ProblemError<'precondition_failed'> {}
/** The prompt cannot be saved: `errors` points at the faults. */
export class InvalidPromptError extends ProblemError<'invalid_prompt'> {}
/** Values are missing, unknown or wrong: `errors` points at them. */
export class InvalidVariablesError extends ProblemError<'invalid_variables'> {}
export class PromptLimitReachedError extends ProblemError<'prompt_limit_reached'> {}
/** The request key belongs to a run, a prompt version or a score that was created with another body. */
export class IdempotencyKeyReuseError extends ProblemError<'idempotency_key_reuse'> {}
/** The hold would be larger than the request's `maxReservedAmount`. */
export class HoldAboveMaximumError extends ProblemError<'hold_above_maximum'> {
  readonly required = this.problem?.requiredAmount;
  readonly maximum = this.problem?.maxReservedAmount;
  readonly currency = this.problem?.currency;
  readonly scale = this.problem?.scale;
}
/** The query asks for more than the service can add up or answer at once: `errors` says what to narrow. */
export class MetricsTooWideError extends ProblemError<'metrics_too_wide'> {}
/** The workspace has no such run. */
export class UnknownRunError extends ProblemError<'unknown_run'> {}
/** The run, span or session already has the maximum number of scores. */
export class TooManyScoresError extends ProblemError<'too_many_scores'> {}
export class RateLimitedError extends ProblemError<'rate_limited'> {}
export class TooManyPendingRunsError extends ProblemError<'too_many_pending_runs'> {}
export class TooManySpansError extends ProblemError<'too_many_spans'> {}
/** The workspace has used up its spans of the day, or their bytes. */
export class IngestQuotaExceededError extends ProblemError<'ingest_quota_exceeded'> {
  readonly quota = this.problem?.quota;
  readonly limit = this.problem?.limit;
  readonly used = this.problem?.used;
}
/** A quota of the workspace is used up, such as its stored bytes; `freesAt` says when some of it is free again. */
export class QuotaExceededError extends ProblemError<'quota_exceeded'> {
  readonly quota = this.problem?.quota;
  readonly limit = this.problem?.limit;
  readonly used = this.problem?.used;
  readonly freesAt = this.problem?.freesAt;
}
export class HeadersTooLargeError extends ProblemError<'headers_too_large'> {}
export class InternalServiceError extends ProblemError<'internal_error'> {}
export class OverloadedError extends ProblemError<'overloaded'> {}
export class ShuttingDownError extends ProblemError<'shutting_down'> {}
/** The service returned a code that this version does not know. */
export class UnknownProblemError extends ProblemError {}

/**
 * The response did not come from the service: something in between, such as a proxy, refused the request or got no
 * response. `code` is `http_<status>` if the status has no code of its own.
 */
export class ProxyError extends UnknownProblemError {}
/** 502: a proxy got no valid response. The service may have carried out the request. */
export class BadGatewayError extends ProxyError {}
/** 503: a proxy had no server for the request, or refused to forward it. */
export class ServiceUnavailableError extends ProxyError {}
/** 504: a proxy stopped waiting. The service may have carried out the request, or may still do so. */
export class GatewayTimeoutError extends ProxyError {}

const PROXY_ERRORS = new Map([
  [502, { Named: BadGatewayError, code: 'bad_gateway' }],
  [503, { Named: ServiceUnavailableError, code: 'service_unavailable' }],
  [504, { Named: GatewayTimeoutError, code: 'gateway_timeout' }],
]);

/** The class of every code. */
export const problemErrors = {
  invalid_request: InvalidRequestError,
  malformed_json: MalformedJsonError,
  idempotency_key_missing: IdempotencyKeyMissingError,
  invalid_cursor: InvalidCursorError,
  unauthorized: UnauthorizedError,
  insufficient_credit: InsufficientCreditError,
  spending_limit_reached: SpendingLimitReachedError,
  end_user_budget_reached: EndUserBudgetReachedError,
  workspace_in_debt: WorkspaceInDebtError,
  insufficient_scope: InsufficientScopeError,
  workspace_suspended: WorkspaceSuspendedError,
  customer_blocked: CustomerBlockedError,
  model_not_allowed: ModelNotAllowedError,
  label_protected: LabelProtectedError,
  not_found: NotFoundError,
  method_not_allowed: MethodNotAllowedError,
  request_timeout: RequestTimeoutError,
  conflict: ConflictError,
  version_conflict: VersionConflictError,
  customer_exists: CustomerExistsError,
  precondition_failed: PreconditionFailedError,
  payload_too_large: PayloadTooLargeError,
  unsupported_media_type: UnsupportedMediaTypeError,
  range_not_satisfiable: RangeNotSatisfiableError,
  exceeds_own_rights: ExceedsOwnRightsError,
  unknown_model: UnknownModelError,
  max_output_tokens_exceeded: MaxOutputTokensExceededError,
  unsupported_parameter: UnsupportedParameterError,
  unsupported_input: UnsupportedInputError,
  prompt_too_large: PromptTooLargeError,
  inconsistent_tool_calls: InconsistentToolCallsError,
  unknown_tool: UnknownToolError,
  tool_version_changed: ToolVersionChangedError,
  invalid_tool_input: InvalidToolInputError,
  unknown_environment: UnknownEnvironmentError,
  resources_exceeded: ResourcesExceededError,
  invalid_path: InvalidPathError,
  timeout_exceeded: TimeoutExceededError,
  invalid_prompt: InvalidPromptError,
  invalid_variables: InvalidVariablesError,
  prompt_limit_reached: PromptLimitReachedError,
  idempotency_key_reuse: IdempotencyKeyReuseError,
  hold_above_maximum: HoldAboveMaximumError,
  metrics_too_wide: MetricsTooWideError,
  unknown_run: UnknownRunError,
  too_many_scores: TooManyScoresError,
  too_many_spans: TooManySpansError,
  rate_limited: RateLimitedError,
  too_many_pending_runs: TooManyPendingRunsError,
  ingest_quota_exceeded: IngestQuotaExceededError,
  quota_exceeded: QuotaExceededError,
  headers_too_large: HeadersTooLargeError,
  internal_error: InternalServiceError,
  overloaded: OverloadedError,
  shutting_down: ShuttingDownError,
} as const satisfies {
  [Code in KnownProblemCode]: new (
    refusal: Refusal<Code>,
  ) => ProblemError<Code>;
};

export type ProblemErrorOf<Code extends KnownProblemCode> = InstanceType<
  (typeof problemErrors)[Code]
>;

/** Narrows a caught error to the class of a code, and the problem of a raw call to the members of that code. */
export function isProblem<Code extends KnownProblemCode>(
  error: Problem | undefined,
  code: Code,
): error is ProblemOf<Code>;
export function isProblem<Code extends KnownProblemCode>(
  error: unknown,
  code: Code,
): error is ProblemErrorOf<Code>;
export function isProblem(error: unknown, code: KnownProblemCode): boolean {
  const found = error instanceof ProblemError ? error : readProblem(error);
  return found?.code === code;
}

/** Whether this version knows the code; then comparing `code` narrows the document to its members. */
export function isKnownProblem(problem: Problem | undefined): problem is KnownProblem {
  return problem !== undefined && Object.hasOwn(problemErrors, problem.code);
}

export interface Refusal<Code extends string = string> {
  status: number;
  headers: Headers;
  code: Code;
  detail: string;
  problem: Problem | undefined;
}

/** The error for a response with this status and body: parsed JSON, or else text. */
export function toProblemError({ status, headers }: Response, body: unknown): ProblemError {
  const problem = readProblem(body);
  if (!problem) {
    // Cut before the search: an attacker can make the text arbitrarily long.
    const excerpt = (typeof body === 'string' ? body : (JSON.stringify(body) ?? ''))
      .slice(0, 2_000)
      .replace(/<[^>]*>|\s+/g, ' ')
      .trim();
    const detail = `The answer is not from this service, or baseUrl is wrong: "${excerpt.slice(0, 200)}"`;
    const other = { Named: ProxyError, code: `http_${status}` };
    const { Named, code } = PROXY_ERRORS.get(status) ?? other;
    return new Named({ status, headers, code, detail, problem });
  }
  const { code } = problem;
  const detail = typeof problem.detail === 'string' ? problem.detail : '';
  const Known: new (refusal: Refusal<never>) => ProblemError = Object.hasOwn(problemErrors, code)
    ? problemErrors[code as KnownProblemCode]
    : UnknownProblemError;
  return new Known({ status, headers, code: code as never, detail, problem });
}

/** Derived from the code and not from the class: class names do not survive a minifier. */
function nameOf(code: string): string {
  return `${code.replace(/(?:^|_)([a-z\d])/g, (_, letter: string) => letter.toUpperCase())}Error`;
}
