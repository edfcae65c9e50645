/**
 * The refusals of the service: a table from code to status and title, and one error that carries them upward. Knows the
 * codes of both contracts and nothing of HTTP requests; `server/platform/http/problems.ts` writes the RFC 9457 document.
 */

/** Codes of the developer API; the dashboard's has some of them as well. */
export const PROBLEMS = {
  invalid_request: { status: 400, title: 'The request is not valid' },
  malformed_json: { status: 400, title: 'The body is not valid JSON' },
  idempotency_key_missing: { status: 400, title: 'The Idempotency-Key header is missing' },
  invalid_cursor: { status: 400, title: 'The cursor is not valid' },
  unauthorized: { status: 401, title: 'A valid API key is required' },
  insufficient_credit: { status: 402, title: 'The credit does not cover the hold' },
  spending_limit_reached: { status: 402, title: 'A spending limit of the key is reached' },
  end_user_budget_reached: { status: 402, title: 'A budget of the end user is reached' },
  workspace_in_debt: { status: 402, title: 'The workspace owes returned payments' },
  insufficient_scope: { status: 403, title: 'The API key lacks a permission' },
  workspace_suspended: { status: 403, title: 'The workspace is suspended' },
  customer_blocked: { status: 403, title: 'The customer is blocked' },
  model_not_allowed: { status: 403, title: 'The API key may not name this model' },
  label_protected: { status: 403, title: 'The label is protected' },
  not_found: { status: 404, title: 'Nothing is found here' },
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  conflict: { status: 409, title: 'This does not fit what is there' },
  version_conflict: { status: 409, title: 'Somebody else saved a version' },
  customer_exists: { status: 409, title: 'The customer exists already' },
  precondition_failed: { status: 412, title: 'The label was moved' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The media type is not supported' },
  range_not_satisfiable: { status: 416, title: 'The range is beyond the end of the file' },
  exceeds_own_rights: { status: 422, title: 'The calling key has fewer rights' },
  unknown_model: { status: 422, title: 'The model is not known' },
  max_output_tokens_exceeded: { status: 422, title: 'maxOutputTokens is above the limit' },
  unsupported_parameter: { status: 422, title: 'The model does not take a parameter' },
  unsupported_input: { status: 422, title: 'The model does not take a part of the input' },
  prompt_too_large: { status: 422, title: 'The prompt is too large' },
  inconsistent_tool_calls: { status: 422, title: 'The tool calls and results do not match' },
  unknown_tool: { status: 422, title: 'The tool is not known' },
  tool_version_changed: { status: 422, title: 'The tool has another definition' },
  invalid_tool_input: { status: 422, title: 'The tool does not take this input' },
  unknown_environment: { status: 422, title: 'The environment is not known' },
  resources_exceeded: { status: 422, title: 'The job asks for too much' },
  invalid_path: { status: 422, title: 'A path cannot be used' },
  timeout_exceeded: { status: 422, title: 'timeoutSeconds is above the limit' },
  invalid_prompt: { status: 422, title: 'The prompt cannot be saved like this' },
  invalid_variables: { status: 422, title: 'The values do not fit the variables' },
  prompt_limit_reached: { status: 422, title: 'There are too many of these' },
  too_many_spans: { status: 422, title: 'The body has too many spans' },
  idempotency_key_reuse: { status: 422, title: 'The request key was used with another body' },
  hold_above_maximum: { status: 422, title: 'The hold would be above maxReservedAmount' },
  metrics_too_wide: { status: 422, title: 'The query is too wide' },
  unknown_run: { status: 422, title: 'The run is not known' },
  too_many_scores: { status: 422, title: 'There are too many scores' },
  rate_limited: { status: 429, title: 'Too many requests' },
  too_many_pending_runs: { status: 429, title: 'Too many pending runs' },
  ingest_quota_exceeded: { status: 429, title: 'The spans of the day are used up' },
  quota_exceeded: { status: 429, title: 'A quota of the workspace is used up' },
  headers_too_large: { status: 431, title: 'The headers are too large' },
  internal_error: { status: 500, title: 'Something went wrong on our side' },
  overloaded: { status: 503, title: 'The service is overloaded' },
  shutting_down: { status: 503, title: 'The service is shutting down' },
} as const;

/** Codes of the dashboard's API only. */
export const DASHBOARD_PROBLEMS = {
  unauthenticated: { status: 401, title: 'A session is required' },
  wrong_credentials: { status: 401, title: 'The credentials are wrong' },
  second_factor_required: { status: 401, title: 'A code is needed as well' },
  forbidden: { status: 403, title: 'The role does not allow this' },
  credit_by_operator: { status: 403, title: 'Only the operator credits wallets' },
  cross_site: { status: 403, title: 'The request came from somewhere else' },
  link_not_valid: { status: 410, title: 'The link is not valid' },
  run_refused: { status: 422, title: 'The run was refused' },
} as const;

/** Codes of the operator's API only. */
export const OPERATOR_PROBLEMS = {
  second_factor_missing: { status: 403, title: 'The console takes a second factor' },
  proof_needed: { status: 403, title: 'A code is needed again' },
} as const;

const ALL = { ...PROBLEMS, ...DASHBOARD_PROBLEMS, ...OPERATOR_PROBLEMS };

export type ProblemCode = keyof typeof ALL;

/** One text for everything that is not found, so that it does not reveal why. */
export const NOT_FOUND = 'There is nothing here, or nothing that belongs to your workspace.';
/** One text for a database that is not usable now. */
export const DATABASE_AWAY = 'The database is away, full or busy at the moment.';

/** The rules that a part of a request can break, as both contracts list them. */
export const FAULT_CODES = [
  // Keywords of JSON Schema, in snake case.
  'required',
  'additional_properties',
  'type',
  'const',
  'enum',
  'one_of',
  'discriminator',
  'minimum',
  'maximum',
  'exclusive_minimum',
  'min_length',
  'max_length',
  'min_items',
  'max_items',
  'max_properties',
  'property_names',
  'pattern',
  'format',
  // Input that two readers could read differently, or that is too expensive to inspect.
  'duplicate',
  'nul',
  'surrogate',
  'number',
  'depth',
  'values',
  // Parameters and headers.
  'unknown',
  'repeated',
  'unsupported',
  'range',
  'invalid_cursor',
  'idempotency_key_reuse',
  // Tools, calls and their results.
  'needs_tools',
  'unknown_tool',
  'unknown_environment',
  'resources_exceeded',
  'invalid_path',
  'unknown_call',
  'repeated_call',
  'repeated_result',
  'missing_result',
  'name_mismatch',
  'last_role',
  // What the key may name, and what the deployment and its models accept.
  'model_not_allowed',
  'unknown_model',
  'max_output_tokens_exceeded',
  'prompt_too_large',
  'tool_version_changed',
  'invalid_tool_input',
  'timeout_exceeded',
  'hold_above_maximum',
  // Prompts.
  'template',
  'unknown_prompt',
  'version_conflict',
  'precondition_failed',
  // Scores.
  'unknown_run',
  // The dashboard.
  'conflict',
  'forbidden',
  'guessable',
  'needs_credit',
] as const;

export type FaultCode = (typeof FAULT_CODES)[number];

/** A faulty part of the request: its location, and what is wrong there. */
export interface Fault {
  /** JSON pointer into the body as a URI fragment, `#/messages/0/content`. */
  pointer?: string;
  /** Name of a path or query parameter. */
  parameter?: string;
  /** Name of a request header. */
  header?: string;
  detail: string;
  code: FaultCode;
}

export interface ProblemOptions {
  errors?: Fault[];
  /** The only faulty part, if what is wrong there is the problem's `detail`. */
  at?: Omit<Fault, 'detail'>;
  /** Seconds after which a retry makes sense; sent as Retry-After. */
  retryAfterSeconds?: number;
  /** Further headers that the contract gives this problem. */
  headers?: Record<string, string>;
  /** Further members that the contract gives this problem, such as `required` of a 402. */
  members?: Record<string, string | number | boolean>;
  cause?: unknown;
}

/** A refusal that a contract defines. `detail` is for the caller and contains no internals. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly options: Omit<ProblemOptions, 'at'>;

  constructor(code: ProblemCode, detail: string, { at, ...options }: ProblemOptions = {}) {
    super(`${code}: ${detail}`, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'Problem';
    this.code = code;
    this.detail = detail;
    this.options = at ? { ...options, errors: [{ ...at, detail }] } : options;
  }

  get status(): number {
    return ALL[this.code].status;
  }

  get title(): string {
    return ALL[this.code].title;
  }
}

/** For one fault. Its detail continues the sentence that `subject` begins. */
export function invalidRequest(fault: Fault, subject = placeOf(fault)): Problem {
  return new Problem('invalid_request', `${subject} ${fault.detail}.`, { errors: [fault] });
}

function placeOf({ pointer, parameter, header }: Fault): string | undefined {
  return pointer === '#' ? 'The body' : (pointer ?? parameter ?? header);
}

/** `what` says what the request key belongs to, as `belongs to a score that was saved with another body`. */
export function keyReused(what: string): Problem {
  const code = 'idempotency_key_reuse';
  return new Problem(code, `This request key ${what}.`, {
    errors: [{ header: 'Idempotency-Key', detail: what, code }],
  });
}

/** For a contract in which refusals with these codes are a `conflict`. Rethrows every other error. */
export function asConflict(...codes: ProblemCode[]): (error: unknown) => never {
  return (error) => {
    const isOne = error instanceof Problem && codes.includes(error.code);
    throw isOne ? new Problem('conflict', error.detail, error.options) : error;
  };
}

/* JSON pointers as URI fragments (RFC 6901, section 6), as problems contain them. */

/** Longer ones are cut at a member, so that they still point at a parent of the fault. */
const MAX_LENGTH = 2048;

export function toPointer(segments: readonly string[]): string {
  let pointer = '#';
  for (const segment of segments) {
    const next = `${pointer}/${escapeSegment(segment)}`;
    if (next.length > MAX_LENGTH) break;
    pointer = next;
  }
  return pointer;
}

/** The segments of a pointer in its plain form, `/messages/0`. */
export function fromPlainPointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function escapeSegment(segment: string): string {
  const escaped = segment.replaceAll('~', '~0').replaceAll('/', '~1');
  return encodeURIComponent(escaped.toWellFormed()).replaceAll(
    /%(?:24|3A|40)/g,
    decodeURIComponent,
  );
}
