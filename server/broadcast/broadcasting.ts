/**
 * Sends the spans of ended runs to the destinations of their workspaces, in batches and at least once: a repeated span
 * has the same ids. One batch per destination is in progress at a time. What an answer means for the spans follows the
 * specification of OTLP.
 */
import type { Agent } from 'undici';
import type { Db } from '../platform/db/pool.ts';
import { newUuid, uuidToId } from '../platform/lib/ids.ts';
import { withoutSecrets } from '../platform/lib/text.ts';
import {
  createDestinations,
  type Posted,
  pauseAfter,
  post,
  type Sending,
  startSending,
} from '../platform/outbound/index.ts';
import type { Log } from '../platform/telemetry/log.ts';
import type { RunSpans } from '../runs/index.ts';
import { decodeResponse, decodeStatus } from '../traces/protobuf.ts';
import { type Body, bodyOf, type OtlpSpan, spanOfRun } from './otlp.ts';
import {
  claimBroadcasts,
  type DueDestination,
  giveUpOld,
  saveBatch,
  selectWaiting,
  type Target,
} from './store.ts';

interface BroadcastingOptions {
  db: Db;
  runs: Pick<RunSpans, 'byIds' | 'contents' | 'tellerOf'>;
  allowsPrivate: boolean;
  /** Spans that have waited this long are not sent any more. */
  giveUpAfterMs: number;
  /** How long a destination may fail before it is disabled. */
  disableAfterMs: number;
  /** Between two checks for due spans. */
  everyMs: number;
  /** Pauses after failures; the last one repeats. */
  pausesMs?: readonly number[];
  answerWithinMs?: number;
  log: Log;
}

const MAX_BATCH = 200;
/** For spans with content, which are larger. */
const MAX_CONTENT_BATCH = 10;
/** For the spans of a batch as JSON, beyond the first. Receivers accept 4 MiB. */
const MAX_BATCH_CHARS = 3_000_000;
/** For a stored request or answer that is read as content. */
const MAX_MESSAGE_BYTES = 262_144;
const AT_MOST = 16;
/** Longer than any batch. */
const HIDE_MS = 60_000;
/** Between two batches, so that spans accumulate. */
const LINGER_MS = 1_000;
const GIVE_UP_EVERY_MS = 15_000;
const GIVE_UP_AT_ONCE = 10_000;
/** Before the halves of a refused batch are sent. */
const SPLIT_PAUSE_MS = 1_000;
/** Spans of recovered destinations should arrive soon. */
const PAUSES_MS: readonly number[] = [5_000, 60_000, 300_000, 900_000];

export function startBroadcasting(options: BroadcastingOptions): Sending {
  const { db, log, everyMs, giveUpAfterMs } = options;
  const agent = createDestinations(options.allowsPrivate);
  const sending = startSending<DueDestination>({
    ...{ what: 'broadcasts', atMost: AT_MOST, everyMs, log },
    chore: {
      everyMs: GIVE_UP_EVERY_MS,
      async run() {
        const given = { olderThanMs: giveUpAfterMs, atMost: GIVE_UP_AT_ONCE, underWay: MAX_BATCH };
        return (await giveUpOld(db, given)) === GIVE_UP_AT_ONCE;
      },
    },
    claim: (atMost, held) =>
      claimBroadcasts(db, { atMost, hideMs: HIDE_MS, claim: newUuid(), held }),
    send: (destination, ending) => broadcast(options, { agent, destination, ending }),
  });
  return {
    async stop(withinMs) {
      await sending.stop(withinMs);
      await agent.close();
    },
  };
}

interface Batch {
  agent: Agent;
  destination: DueDestination;
  /** Aborts it. */
  ending: AbortSignal;
}

/** One batch. Never throws: an outcome that was not saved leads to another attempt. */
async function broadcast(options: BroadcastingOptions, batch: Batch): Promise<void> {
  const { db, log, disableAfterMs } = options;
  const { id, workspace, claim } = batch.destination;
  try {
    const { rows, spans, isFull } = await takeSpans(options, batch.destination);
    const { status, verdict } = await sendBatch(options, batch, spans);
    if (verdict.is === 'later' && batch.ending.aborted) return;
    const end = endOf(verdict, { rows, destination: batch.destination, isFull }, options);
    const saved = { ...end, destination: id, claim, status, error: verdict.error, disableAfterMs };
    const why = await saveBatch(db, saved);
    if (why) log.warn({ workspace, destination: id, why }, 'a broadcast destination was disabled');
  } catch (error) {
    log.warn(
      { err: error, destination: id },
      'the end of a broadcast was not saved: it is sent again',
    );
  }
}

async function sendBatch(
  options: BroadcastingOptions,
  { agent, destination, ending }: Batch,
  spans: OtlpSpan[],
): Promise<{ status: number | undefined; verdict: Verdict }> {
  // Rows that were given up meanwhile are gone.
  if (spans.length === 0) return { status: undefined, verdict: { is: 'taken', rejected: 0 } };
  const { allowsPrivate, answerWithinMs } = options;
  const workspaceId = uuidToId('wsp', destination.workspace);
  const body = await bodyOf(workspaceId, spans, destination);
  const given = { agent, target: destination, spans: spans.length, allowsPrivate, signal: ending };
  return sendTo(body, { ...given, ...(answerWithinMs !== undefined && { answerWithinMs }) });
}

/** The spans of waiting rows, as many as fit in one batch, with their rows. */
async function takeSpans({ db, runs }: BroadcastingOptions, destination: DueDestination) {
  const { id, workspace, include_content, batch_limit } = destination;
  const atMost = Math.min(
    batch_limit ?? MAX_BATCH,
    include_content ? MAX_CONTENT_BATCH : MAX_BATCH,
  );
  const waiting = await selectWaiting(db, id, atMost);
  const uuids = waiting.map(({ run }) => run);
  const byUuid = new Map(
    (await runs.byIds(workspace, uuids)).map((span) => [span.uuid, span] as const),
  );
  const contents = include_content
    ? await runs.contents(workspace, uuids, MAX_MESSAGE_BYTES)
    : undefined;
  const rows: number[] = [];
  const spans: OtlpSpan[] = [];
  let chars = 0;
  for (const { id: row, run } of waiting) {
    const found = byUuid.get(run);
    if (found) {
      const span = spanOfRun(found, runs.tellerOf, contents && (contents.get(run) ?? {}));
      chars += JSON.stringify(span).length;
      if (chars > MAX_BATCH_CHARS && spans.length > 0) break;
      spans.push(span);
    }
    rows.push(row);
  }
  return { rows, spans, isFull: rows.length < waiting.length || waiting.length === atMost };
}

interface Sent {
  rows: number[];
  destination: DueDestination;
  /** More may wait. */
  isFull: boolean;
}

function endOf(
  verdict: Verdict,
  { rows, destination: { attempts, batch_limit }, isFull }: Sent,
  { pausesMs = PAUSES_MS }: BroadcastingOptions,
) {
  const soonest = pausesMs[0] ?? SPLIT_PAUSE_MS;
  const kept = { sent: [], delivered: 0, isTaken: false, isGone: false, batchLimit: batch_limit };
  switch (verdict.is) {
    case 'taken': {
      const limit = batch_limit === null ? MAX_BATCH : batch_limit * 2;
      return {
        ...{ sent: rows, delivered: rows.length - verdict.rejected, isTaken: true, isGone: false },
        ...{ nextInMs: isFull ? 0 : LINGER_MS, batchLimit: limit >= MAX_BATCH ? null : limit },
      };
    }
    case 'refused':
      // A span that no destination accepts must not block the others: bisection finds it.
      return rows.length > 1
        ? { ...kept, nextInMs: SPLIT_PAUSE_MS, batchLimit: Math.ceil(rows.length / 2) }
        : { ...kept, sent: rows, nextInMs: soonest };
    case 'gone':
      return { ...kept, isGone: true, nextInMs: soonest };
    case 'later': {
      const { retryAfterMs } = verdict;
      const pause = pauseAfter(attempts + 1, pausesMs);
      return {
        ...kept,
        nextInMs: retryAfterMs === undefined ? pause : Math.max(soonest, retryAfterMs),
      };
    }
  }
}

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

type Verdict =
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
