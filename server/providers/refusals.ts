/**
 * What an HTTP status other than 200 proves, and how the provider explains it. Only the statuses that mean "checked and
 * refused" are refusals; every other one, including redirects, may come from behind a model that has run: unknown.
 * Reasons are our own words, followed by a quotation of the provider if it explains the request. The run's owner sees
 * the quotation, so it is bounded, on one line, and contains no possible secret.
 */

import { toCleanText } from '../platform/lib/hygiene.ts';
import { type JsonValue, textOfNumber } from '../platform/lib/json.ts';
import { withoutSecrets } from '../platform/lib/text.ts';
import { decoded } from './body.ts';
import {
  asList,
  asObject,
  asText,
  isGiven,
  type JsonObject,
  PASSED_THROUGH,
  parseModest,
} from './json.ts';
import type { OutcomeOf, Reported } from './provider.ts';
import type { Brief, Head } from './transport.ts';

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

type NotAnswered = Extract<
  OutcomeOf<Reported>,
  { kind: 'refused' | 'refused_for_now' | 'unknown' }
>;

const ABOUT_THE_DEPLOYMENT: ReadonlySet<number> = new Set([401, 402]);

const BUSY_STATUSES: ReadonlySet<number> = new Set([429]);

/** What a refusal of the credentials is told as. */
export const CREDENTIALS_REFUSED = {
  kind: 'refused',
  reason: 'The provider did not accept the credentials of this deployment.',
  providerStatus: 401,
} as const;

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

export interface RefusalReader {
  feed(bytes: Uint8Array): 'more' | 'enough';
  /** The body, as far as received. */
  text(): string;
  /** The error in the body, or the body itself if it has none; empty if it is not JSON. */
  details(): JsonObject;
  /** The explanation in the body, as far as received; `secrets` are the deployment's own. */
  words(secrets: readonly string[]): string | undefined;
  /** The error in the body, if it has the form of this API and nothing that an answer has. */
  error(): ProviderError | undefined;
}

/** An error as the provider gives it. */
export interface ProviderError {
  /** Its code, type and status. */
  codes: string[];
  words: string | undefined;
}

/** How long the explanation of a refusal is waited for. */
export const EXPLAINED: Brief = { withinMs: 2_000 };

/** An explanation is short. */
const MOST_ERROR_BYTES = 65_536;
const LONGEST_WORDS = 1_000;

const MOST_NESTED = 6;
const MOST_LISTED = 10;

const ANSWER_MEMBERS = ['id', 'usage', 'choices'];

export function createRefusalReader(encoding?: string): RefusalReader {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const text = () => textOf(Buffer.concat(chunks), encoding);
  return {
    text,
    details() {
      const body = parseModest(PASSED_THROUGH, text());
      const first = asObject(asList(body)?.[0] ?? body) ?? {};
      return asObject(first.error) ?? first;
    },
    feed(chunk) {
      bytes += chunk.length;
      if (bytes > MOST_ERROR_BYTES) return 'enough';
      chunks.push(chunk);
      return 'more';
    },
    words: (secrets) => readErrorWords(text(), secrets),
    error() {
      const body = parseModest(PASSED_THROUGH, text());
      const [first] = asList(body) ?? [body];
      return errorIn(asObject(first));
    },
  };
}

/** Empty if the bytes cannot be decompressed. */
function textOf(bytes: Buffer, encoding: string | undefined): string {
  if (encoding === undefined) return bytes.toString('utf8');
  try {
    return Buffer.from(decoded(bytes, encoding, MOST_ERROR_BYTES)).toString('utf8');
  } catch {
    return '';
  }
}

/** The explanation, or undefined if the body has none in a known form. `secrets` are the deployment's own. */
export function readErrorWords(text: string, secrets: readonly string[]): string | undefined {
  return presentable(messageOf(parseModest(PASSED_THROUGH, text), 0), secrets);
}

/** The error of a body that has nothing of an answer. */
export function errorIn(body: JsonObject | undefined): ProviderError | undefined {
  if (!body || ANSWER_MEMBERS.some((name) => isGiven(body[name]))) return undefined;
  const isError = body.object === 'error' || isGiven(body.error);
  return isError ? readError(body) : undefined;
}

/** The error in a body, or in a choice of an answer. */
export function readError(body: JsonObject): ProviderError {
  const { code, type, status } = asObject(body.error) ?? body;
  const codes = [code, type, status].map(textOfCode).filter((text) => text !== '');
  return { codes, words: messageOf(body, 0) };
}

function textOfCode(value: JsonValue | undefined): string {
  return textOfNumber(value) ?? (typeof value === 'string' ? value : String(value ?? ''));
}

/** One line, bounded, and without what could be a secret; `secrets` are the deployment's own. */
export function presentable(
  words: string | undefined,
  secrets: readonly string[],
): string | undefined {
  if (words === undefined) return undefined;
  const line = withoutSecrets(oneLine(words), secrets);
  if (line === '') return undefined;
  return line.length <= LONGEST_WORDS
    ? line
    : `${toCleanText(line.slice(0, LONGEST_WORDS - 1)).trimEnd()}…`;
}

/**
 * The known forms: `{error: {message}}`, `{error: "…"}`, `{message}`, `{detail}` as a text or as a list of `{msg}`,
 * `{errors: […]}`, and any of them in a list.
 */
function messageOf(value: JsonValue | undefined, depth: number): string | undefined {
  if (depth > MOST_NESTED) return undefined;
  if (typeof value === 'string') return asText(value.trim());
  const list = asList(value);
  if (list) {
    const all = list.slice(0, MOST_LISTED).map((item) => messageOf(item, depth + 1));
    return asText(all.filter((words) => words !== undefined).join('; '));
  }
  const body = asObject(value);
  if (!body) return undefined;
  const said = messageOf(body.message ?? body.msg, depth + 1);
  const own = said === undefined ? undefined : withMember(said, body);
  const details = own === undefined ? undefined : metadataOf(body.metadata);
  if (own !== undefined) return details === undefined ? own : `${own}: ${details}`;
  return messageOf(body.error ?? body.errors ?? body.detail, depth + 1);
}

/** Adds the member that the words are about: `param` names it, or `loc` is the path to it. */
function withMember(words: string, { param, loc }: JsonObject): string {
  const path = (asList(loc) ?? [])
    .slice(0, MOST_NESTED)
    .map((part) => textOfNumber(part) ?? String(part));
  // The first part says where in the request: in the body.
  const member = asText(param) ?? (path.length > 1 ? path.join('.') : undefined);
  const name = member?.split('.').at(-1);
  return member === undefined || words.includes(name!) ? words : `${words} (${member})`;
}

/** In this member, a gateway quotes the provider behind it, or says why its moderation objects. */
function metadataOf(value: JsonValue | undefined): string | undefined {
  const metadata = asObject(value);
  if (!metadata) return undefined;
  const { raw, reasons } = metadata;
  const nested = typeof raw === 'string' ? parseModest(PASSED_THROUGH, raw) : raw;
  return messageOf(nested, 1) ?? messageOf(raw, 1) ?? messageOf(reasons, 1);
}

/** Control characters, line ends and direction marks could falsify the surrounding text. */
function oneLine(text: string): string {
  return toCleanText(text)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}
