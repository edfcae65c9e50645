/**
 * Sends the spans of ended runs to the destinations of their workspaces, in batches and at least once: a repeated span
 * has the same ids. One batch per destination is in progress at a time.
 */
import type { Agent } from 'undici';
import type { Db } from '../platform/db/pool.ts';
import { newUuid, uuidToId } from '../platform/lib/ids.ts';
import {
  createDestinations,
  pauseAfter,
  type Sending,
  startSending,
} from '../platform/outbound/index.ts';
import type { Log } from '../platform/telemetry/log.ts';
import type { RunSpans } from '../runs/index.ts';
import { bodyOf, type OtlpSpan, spanOfRun } from './otlp.ts';
import { sendTo, type Verdict } from './send.ts';
import {
  claimBroadcasts,
  type DueDestination,
  giveUpOld,
  saveBatch,
  selectWaiting,
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
    const { status, verdict } = await send(options, batch, spans);
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

async function send(
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
