/** Reads traces: in lists, as trees, and span by span. Every read is within one workspace. */
import type { ConcurrencyLimit } from '../../platform/lib/shares.ts';
import { type SpanGroup, traceUuidOf } from '../../runs/index.ts';
import { SPAN_LIMITS } from '../spans/limits.ts';
import { type Group, listGroups, sumsOf } from './groups.ts';
import {
  type SpanDetailView,
  type SpanView,
  viewOfClient,
  viewOfClientDetail,
  viewOfRun,
} from './span-view.ts';
import {
  mergedSpans,
  readPosition,
  type Sources,
  type TraceFilter,
  writePosition,
} from './streams.ts';
import { type TreeSpan, treeOf } from './tree.ts';

export interface TraceQuery {
  workspace: string;
  filter: TraceFilter;
  /** The `next` of the previous page. */
  before?: string | undefined;
  limit: number;
}

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

/** In the form of lists. */
const SUMMED_OF_A_GROUP = { runs: 1_000, clientSpans: 1_000 };

/** Never leaves out the charges of runs; spans of programs cost nothing, so their number is unlimited. */
const SUMMED_OF_A_TRACE = { runs: null, clientSpans: 100_000 };

const SPAN_ID = /^[0-9a-f]{16}$/;
