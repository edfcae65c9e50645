/** What happened, as traces: the spans of runs, derived when they are read, and the spans that programs send. */
import { Problem } from '../platform/lib/problem.ts';
import { type ConcurrencyLimit, inSpareTime } from '../platform/lib/shares.ts';
import { type SpanGroup, traceUuidOf } from '../runs/index.ts';
import {
  type DecodedBody,
  decode,
  type OtlpBody,
  PIECE_BYTES,
  type ReadSpans,
  type Times,
} from './decoding.ts';
import {
  type Group,
  listGroups,
  mergedSpans,
  readPosition,
  type Sources,
  sumsOf,
  type TraceFilter,
  writePosition,
} from './lists.ts';
import { SPAN_LIMITS, type SpanStore } from './span.ts';
import {
  type SpanDetailView,
  type SpanView,
  viewOfClient,
  viewOfClientDetail,
  viewOfRun,
} from './span-view.ts';

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

/*
 * Reads traces: in lists, as trees in which each span follows its parent, and span by span. Every read is within one
 * workspace.
 */

interface TraceQuery {
  workspace: string;
  filter: TraceFilter;
  /** The `next` of the previous page. */
  before?: string | undefined;
  limit: number;
}

export type TreeSpan = SpanView & { depth: number };

export interface TraceView extends Group {
  spans: TreeSpan[];
}

export interface TraceReading {
  listSpans(query: TraceQuery): Promise<{ spans: SpanView[]; next: string | null }>;
  list(by: SpanGroup, query: TraceQuery): Promise<{ groups: Group[]; next: string | null }>;
  /** The sums over the newest spans of a session or an end user; undefined if there are none. */
  getGroup(by: SpanGroup, workspace: string, key: string): Promise<Group | undefined>;
  /** Undefined if the workspace has no such trace. */
  getTrace(workspace: string, traceId: string): Promise<TraceView | undefined>;
  getSpan(workspace: string, traceId: string, spanId: string): Promise<SpanDetailView | undefined>;
}

/** In the form of lists. */
const SUMMED_OF_A_GROUP = { runs: 1_000, clientSpans: 1_000 };

/** Never leaves out the charges of runs; spans of programs cost nothing, so their number is unlimited. */
const SUMMED_OF_A_TRACE = { runs: null, clientSpans: 100_000 };

const SPAN_ID = /^[0-9a-f]{16}$/;

/** The maximum of concurrent reads per workspace; more wait in a queue of limited length. */
export function createTraceReading(sources: Sources, limit: ConcurrencyLimit): TraceReading {
  const reading = unlimitedReading(sources);
  return {
    listSpans: (query) => limit.run(query.workspace, () => reading.listSpans(query)),
    list: (by, query) => limit.run(query.workspace, () => reading.list(by, query)),
    getGroup: (by, workspace, key) =>
      limit.run(workspace, () => reading.getGroup(by, workspace, key)),
    getTrace: (workspace, ...of) => limit.run(workspace, () => reading.getTrace(workspace, ...of)),
    getSpan: (workspace, ...of) => limit.run(workspace, () => reading.getSpan(workspace, ...of)),
  };
}

function unlimitedReading(sources: Sources): TraceReading {
  const { runs, store } = sources;
  return {
    async listSpans({ workspace, filter, before, limit }) {
      const at = readPosition(before);
      const { items, next } = await mergedSpans(sources, workspace, filter, at, limit);
      return {
        spans: items.map(({ span }) => span),
        next: next && writePosition(next),
      };
    },

    async list(by, { workspace, filter, before, limit }) {
      const at = readPosition(before);
      const query = { by, workspace, filter, at, limit };
      const { groups, next } = await listGroups(sources, query);
      return { groups, next: next && writePosition(next) };
    },

    async getGroup(by, workspace, key) {
      const [group] = await sumsOf(sources, by, workspace, [key], SUMMED_OF_A_GROUP);
      return group;
    },

    async getTrace(workspace, traceId) {
      const uuid = traceUuidOf(traceId);
      if (uuid === undefined) return undefined;
      const { maxTraceSpans } = SPAN_LIMITS;
      const [[group], ofRuns, ofClients] = await Promise.all([
        sumsOf(sources, 'trace', workspace, [traceId], SUMMED_OF_A_TRACE),
        runs.ofTrace(workspace, uuid, maxTraceSpans),
        store.ofTrace(workspace, traceId, maxTraceSpans),
      ]);
      if (!group) return undefined;
      const views = [
        ...ofRuns.map((span) => viewOfRun(span, runs.tellerOf)),
        ...ofClients.map(viewOfClient),
      ];
      const { totals } = group;
      const isPartial = totals.runs + totals.clientSpans > maxTraceSpans;
      // The sums cover the newest spans, and the views the first.
      const begins = [group, ...views].map(({ startedAt }) => startedAt.getTime());
      const startedAt = new Date(Math.min(...begins));
      return { ...group, startedAt, isPartial, spans: treeOf(views).slice(0, maxTraceSpans) };
    },

    async getSpan(workspace, traceId, spanId) {
      const uuid = traceUuidOf(traceId);
      if (uuid === undefined || !SPAN_ID.test(spanId)) return undefined;
      const ofRun = await runs.get(workspace, uuid, spanId);
      if (ofRun) return viewOfRun(ofRun, runs.tellerOf);
      const ofClient = await store.get(workspace, traceId, spanId);
      return ofClient && viewOfClientDetail(ofClient);
    },
  };
}

/** A span without its parent is a root, and so is the first span of a cycle. */
function treeOf(spans: readonly SpanView[]): TreeSpan[] {
  // Spans of the same millisecond keep their given order.
  const inOrder = spans.toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
  const byId = new Map<string, SpanView>();
  // The run itself is shown, and not what a program reports about its span.
  for (const span of [...inOrder.filter(({ run }) => run), ...inOrder]) {
    if (!byId.has(span.spanId)) byId.set(span.spanId, span);
  }
  const kept = inOrder.filter((span) => byId.get(span.spanId) === span);
  const children = Map.groupBy(kept, ({ parentSpanId }) => parentSpanId);
  const roots = kept.filter(
    ({ spanId, parentSpanId }) =>
      parentSpanId === undefined || parentSpanId === spanId || !byId.has(parentSpanId),
  );
  const seen = new Set<SpanView>();
  const tree: TreeSpan[] = [];
  for (const root of [...roots, ...kept]) {
    const waiting: TreeSpan[] = seen.has(root) ? [] : [{ ...root, depth: 0 }];
    seen.add(root);
    for (let span = waiting.pop(); span; span = waiting.pop()) {
      tree.push(span);
      const { depth } = span;
      const next = (children.get(span.spanId) ?? []).filter((child) => !seen.has(child));
      for (const child of next) seen.add(child);
      waiting.push(...next.toReversed().map((child) => ({ ...child, depth: depth + 1 })));
    }
  }
  return tree;
}
