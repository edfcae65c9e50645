/** What happened, as traces: the spans of runs, derived when they are read, and the spans that programs send. */
import { Problem } from '../platform/lib/problem.ts';
import { inSpareTime } from '../platform/lib/shares.ts';
import {
  type DecodedBody,
  decode,
  type OtlpBody,
  PIECE_BYTES,
  type ReadSpans,
  type Times,
} from './decoding.ts';
import type { SpanStore } from './span.ts';

export {
  deleteSpansOfEndUser,
  type EndUserReferences,
  eraseScoresOfEndUser,
  KEPT_OF_OBSERVABILITY,
  removeSpansBefore,
  selectScoresOfEndUser,
  selectSpansOfEndUser,
  selectTracesOfEndUser,
} from './kept-store.ts';
export type { Group, Totals, TraceFilter } from './lists.ts';
export { createTraceReading, type TraceReading, type TraceView, type TreeSpan } from './reading.ts';
export { SPAN_LIMITS, type SpanStore } from './span.ts';
export type { SpanDetailView, SpanView } from './span-view.ts';
export { createSpanStore, keepSpanDays } from './store.ts';

/* Takes an OTLP body: decodes it, and saves its spans. A successful answer means that the spans are saved. */

/** The rejected spans: their number, and why. */
interface Rejected {
  rejectedSpans: number;
  errorMessage: string;
}

export interface Ingest {
  /** Undefined if all spans were accepted. Throws the Problem of a body that cannot be read, or of a quota, or the signal's reason. */
  take(workspace: string, body: OtlpBody, signal: AbortSignal): Promise<Rejected | undefined>;
  /** The answer in binary form. */
  binaryAnswer(rejected: Rejected | undefined): Promise<Buffer>;
}

const DAY_MS = 86_400_000;

export function createIngest(store: SpanStore, { maxAgeDays }: { maxAgeDays: number }): Ingest {
  return {
    async take(workspace, body, signal) {
      const isSmall = body.bytes.length <= PIECE_BYTES;
      const inTurn: InTurn = (work) => (isSmall ? work() : inSpareTime(workspace, signal, work));
      const decoded = await inTurn(() => decode(body, timesAt(Date.now(), maxAgeDays)));
      await save(store, workspace, decoded, inTurn);
      return rejectedOf(decoded.rejected);
    },
    async binaryAnswer(rejected) {
      const { encodeResponse } = await import('./protobuf.ts');
      return encodeResponse(rejected ? { partialSuccess: rejected } : {});
    },
  };
}

type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Saves one piece after the other. If the quota of the day ends within the body, the rest is rejected. */
async function save(
  store: SpanStore,
  workspace: string,
  { pieces, spans, rejected }: DecodedBody,
  inTurn: InTurn,
): Promise<void> {
  let saved = 0;
  for (const piece of pieces) {
    try {
      await inTurn(async () => {
        const some = piece();
        await store.save(workspace, some);
        saved += some.length;
      });
    } catch (error) {
      if (saved === 0 || !isQuotaOfDay(error)) throw error;
      rejected.set('the quota of the day is used up', spans - saved);
      return;
    }
  }
}

function isQuotaOfDay(error: unknown): boolean {
  return error instanceof Problem && error.code === 'ingest_quota_exceeded';
}

/** Whole days: their partitions exist. */
function timesAt(now: number, maxAgeDays: number): Times {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  return {
    earliest: new Date(today - maxAgeDays * DAY_MS),
    latest: new Date(now + DAY_MS),
  };
}

function rejectedOf(rejected: ReadSpans['rejected']): Rejected | undefined {
  if (rejected.size === 0) return undefined;
  const parts = [...rejected].map(
    ([reason, count]) => `${count} ${count === 1 ? 'span' : 'spans'}: ${reason}.`,
  );
  const rejectedSpans = [...rejected.values()].reduce((sum, count) => sum + count, 0);
  return { rejectedSpans, errorMessage: parts.join(' ') };
}
