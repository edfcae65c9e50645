/**
 * What an HTTP status other than 200 proves. Only the statuses that mean "checked and refused" are refusals; every
 * other one, including redirects, may come from behind a model that has run: unknown. Reasons are our own words,
 * followed by a quotation of the provider if it explains the request.
 */

import type { JsonObject } from './json.ts';
import type { OutcomeOf, Reported } from './provider.ts';
import type { Head } from './transport/index.ts';

/** Statuses besides 429 that mean "never executed", each only together with Retry-After. */
export type TemporaryStatuses = ReadonlySet<number>;

/** What the statuses of one API prove, as its documentation says. All others leave the outcome unknown. */
export interface StatusTable {
  /** The page that says it. */
  page: string;
  /** Checked and refused. */
  refused: ReadonlySet<number>;
  /** Not accepted for now, with or without Retry-After. */
  busy: ReadonlySet<number>;
  /** Whether a refusal is about the credentials although its status is not 401: it is told as 401 then. */
  isAboutCredentials?(status: number, error: JsonObject): boolean;
  /** Whether what is refused is the output, so that the model has run. */
  isAboutOutput?(error: JsonObject): boolean;
}

export type NotAnswered = Extract<
  OutcomeOf<Reported>,
  { kind: 'refused' | 'refused_for_now' | 'unknown' }
>;

export function outcomeOfStatus(
  head: Head,
  temporary: TemporaryStatuses,
  table?: StatusTable,
): NotAnswered {
  const providerStatus = head.status;
  const retryAfterMs = readRetryAfter(head.header('retry-after'), Date.now());
  const isTemporary = temporary.has(providerStatus) && retryAfterMs !== undefined;
  if ((table?.busy ?? BUSY_STATUSES).has(providerStatus) || isTemporary) return busyOutcome(head);
  const refusal = REFUSALS.get(providerStatus);
  if (refusal && (table?.refused.has(providerStatus) ?? true))
    return { kind: 'refused', reason: refusal, providerStatus };
  return { kind: 'unknown', reason: UNCLEAR, providerStatus };
}

/** The provider did not execute the request, and would do so later. */
export function busyOutcome(head: Head): NotAnswered {
  const retryAfterMs = readRetryAfter(head.header('retry-after'), Date.now());
  return {
    kind: 'refused_for_now',
    reason: BUSY,
    providerStatus: head.status,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

/**
 * Whether the run's owner may see the provider's own words. Messages about credentials, credit and rates concern the
 * deployment's account, which no customer should see.
 */
export function isAboutTheRequest(status: number): boolean {
  return REFUSALS.has(status) && !ABOUT_THE_DEPLOYMENT.has(status);
}

const ABOUT_THE_DEPLOYMENT: ReadonlySet<number> = new Set([401, 402]);

const BUSY_STATUSES: ReadonlySet<number> = new Set([429]);

/** What a refusal of the credentials is told as. */
export const CREDENTIALS_REFUSED = {
  kind: 'refused',
  reason: 'The provider did not accept the credentials of this deployment.',
  providerStatus: 401,
} as const;

/** Seconds or an HTTP date, as milliseconds from now, up to an hour. */
export function readRetryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  const wait = /^\d{1,10}$/.test(text)
    ? Number(text) * 1000
    : HTTP_DATE.test(text)
      ? Date.parse(text) - now
      : NaN;
  if (Number.isNaN(wait)) return undefined;
  return Math.min(Math.max(wait, 0), LONGEST_WAIT_MS);
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const LONGEST_WAIT_MS = 3_600_000;

const BUSY = 'The provider has no capacity for the request at the moment.';
export const UNCLEAR =
  'The provider answered with a status that does not tell whether the model has run.';

const REFUSALS = new Map([
  [400, 'The provider refused the request as not valid.'],
  [401, CREDENTIALS_REFUSED.reason],
  [402, 'The account of this deployment with the provider has no credit for the request.'],
  [403, 'The provider does not permit this request.'],
  [404, 'The provider has nothing that serves this model under the conditions of the request.'],
  [413, 'The request is larger than the provider accepts.'],
  [422, 'The provider could not process the request as it stands.'],
]);
