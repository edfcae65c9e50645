/** Sends one body to one destination, and says what its answer means for the spans, by the specification of OTLP. */
import type { Agent } from 'undici';
import { withoutSecrets } from '../platform/lib/text.ts';
import { type Posted, post } from '../platform/outbound/index.ts';
import { decodeResponse, decodeStatus } from '../traces/protobuf.ts';
import type { Body } from './otlp.ts';
import type { Target } from './store.ts';

interface SendOptions {
  agent: Agent;
  target: Pick<Target, 'url' | 'headers'>;
  /** The number of spans in the body. */
  spans: number;
  allowsPrivate: boolean;
  answerWithinMs?: number;
  signal?: AbortSignal;
}

const ANSWER_WITHIN_MS = 15_000;
const ANSWER_BYTES = 65_536;

/** A shorter value is not a key, and may be part of other words. */
const SHORTEST_SECRET = 6;

export type Verdict =
  /** The destination has all spans except `rejected`. */
  | { is: 'taken'; rejected: number; error?: string }
  /** The destination refuses these spans, however often they come. */
  | { is: 'refused'; error: string }
  /** Never send anything to it again. */
  | { is: 'gone'; error: string }
  | { is: 'later'; error: string; retryAfterMs?: number };

export async function sendTo(
  { headers, body }: Body,
  options: SendOptions,
): Promise<{ status: number | undefined; verdict: Verdict }> {
  const { agent, target, spans, allowsPrivate, answerWithinMs, signal } = options;
  const posted = await post(agent, {
    ...{ url: target.url, body, allowsPrivate, receiver: 'The destination' },
    headers: { ...target.headers, ...headers },
    ...{ withinMs: answerWithinMs ?? ANSWER_WITHIN_MS, readAtMost: ANSWER_BYTES },
    ...(signal && { signal }),
  });
  const secrets = secretsOf(target.headers);
  return { status: posted.status, verdict: verdictOf(posted, { spans, secrets }) };
}

/** The values of its headers, and the key after a scheme. */
function secretsOf(headers: Record<string, string>): string[] {
  return Object.values(headers)
    .flatMap((value) => [value, ...value.split(' ').slice(1)])
    .filter(({ length }) => length >= SHORTEST_SECRET);
}

const GONE = 410;
/** Bad data, or too much data. */
const REFUSALS = new Set([400, 413, 422]);
const BUSY = new Set([429, 502, 503, 504]);
const MAX_MESSAGE_CHARS = 300;
/** The maximum, whatever a destination asks for. */
const MOST_RETRY_AFTER_MS = 3_600_000;

interface SentSpans {
  spans: number;
  /** What else it got and may repeat in its message. */
  secrets: readonly string[];
}

function verdictOf(posted: Posted, sent: SentSpans): Verdict {
  if (posted.status === undefined) return { is: 'later', error: posted.error };
  const { status } = posted;
  if (status >= 200 && status < 300) return takenOf(posted, sent);
  const error = `The destination answered with ${status}${messageOf(posted, sent.secrets)}`;
  if (status === GONE) return { is: 'gone', error };
  if (REFUSALS.has(status)) return { is: 'refused', error };
  if (status >= 300 && status < 400) {
    return {
      is: 'later',
      error: `The destination answered with ${status}: redirects are not followed.`,
    };
  }
  const retryAfterMs = BUSY.has(status) ? retryAfterOf(posted.headers['retry-after']) : undefined;
  return { is: 'later', error, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

type Answered = Extract<Posted, { status: number }>;

function takenOf(posted: Answered, { spans, secrets }: SentSpans): Verdict {
  const { rejected, message } = partialSuccessOf(posted, secrets);
  const count = Math.min(rejected, spans);
  const why = message === '' ? '.' : `: ${message}`;
  if (count > 0) {
    return {
      is: 'taken',
      rejected: count,
      error: `The destination took ${spans - count} of ${spans} spans${why}`,
    };
  }
  return {
    is: 'taken',
    rejected: 0,
    ...(message !== '' && { error: `The destination warns${why}` }),
  };
}

function partialSuccessOf(
  posted: Answered,
  secrets: readonly string[],
): { rejected: number; message: string } {
  const { partialSuccess } = readAnswer(posted, decodeResponse) as { partialSuccess?: unknown };
  const { rejectedSpans, errorMessage } = (partialSuccess ?? {}) as Record<string, unknown>;
  const count = Number(rejectedSpans ?? 0);
  return {
    rejected: Number.isSafeInteger(count) && count > 0 ? count : 0,
    message: wordsOf(errorMessage, secrets),
  };
}

/** The error message of an OTLP receiver; nobody sees anything else of its answer. */
function messageOf(posted: Answered, secrets: readonly string[]): string {
  const { message } = readAnswer(posted, decodeStatus) as { message?: unknown };
  const words = wordsOf(message, secrets);
  return words === '' ? '.' : `: ${words}`;
}

function readAnswer(
  { headers, answer }: Answered,
  decode: (bytes: Buffer) => Record<string, unknown>,
): object {
  const type = String(headers['content-type'] ?? '');
  try {
    if (type.startsWith('application/x-protobuf')) return decode(answer);
    if (!type.startsWith('application/json')) return {};
    const value: unknown = JSON.parse(answer.toString('utf8'));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** Members may read the messages, but not the headers. */
function wordsOf(value: unknown, secrets: readonly string[]): string {
  if (typeof value !== 'string') return '';
  const line = value
    .toWellFormed()
    .replaceAll(/\p{C}+/gu, ' ')
    .trim();
  return withoutSecrets(line, secrets).slice(0, MAX_MESSAGE_CHARS);
}

/** Seconds, or a date. */
function retryAfterOf(value: string | string[] | undefined): number | undefined {
  if (typeof value !== 'string') return undefined;
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), MOST_RETRY_AFTER_MS) : undefined;
}
