/** Traces: what was done for one purpose, as runs and as spans that programs sent. Only reads. */
import { type ResponsePromise, responding } from './answers.ts';
import type { CallOptions } from './call-options.ts';
import type {
  EndUser,
  EndUserList,
  operations,
  Session,
  SessionList,
  Span,
  SpanList,
  SpanSummary,
  Trace,
  TraceList,
  TraceSpan,
  TraceSummary,
} from './contract.ts';
import { UsageError } from './errors.ts';
import type { ModelRunClient } from './index.ts';
import { type Calls, callsAt } from './kinds.ts';
import { momentOf } from './moments.ts';
import { type Paged, paged } from './paging.ts';
import type { Send } from './transport.ts';

type List = 'listTraces' | 'listSpans' | 'listSessions' | 'listEndUsers';
type Query<Operation extends List> = NonNullable<operations[Operation]['parameters']['query']>;
/** `limit` is the page size; the list continues with further pages. */
type Filters<Operation extends List> = Omit<
  Query<Operation>,
  'cursor' | 'startedAfter' | 'startedBefore'
> & { startedAfter?: string | Date; startedBefore?: string | Date };

export type TraceFilters = Filters<'listTraces'>;
export type SpanFilters = Filters<'listSpans'>;
export type SessionFilters = Filters<'listSessions'>;
export type EndUserFilters = Filters<'listEndUsers'>;

/** A span with its child spans, in the order of the trace. */
export interface TraceNode {
  span: TraceSpan;
  children: TraceNode[];
}

export interface Traces {
  /** Lists traces; the one with the newest span comes first. */
  list(filters?: TraceFilters, options?: CallOptions): Paged<TraceSummary, TraceList>;
  /** Gets all spans of a trace with their total cost. Throws `NotFoundError` if the workspace has no such trace. */
  get(traceId: string, options?: CallOptions): ResponsePromise<Trace>;
  /** Lists the spans of all traces, newest first. */
  listSpans(filters?: SpanFilters, options?: CallOptions): Paged<SpanSummary, SpanList>;
  /** Gets a span with its attributes, events, input and output. */
  getSpan(traceId: string, spanId: string, options?: CallOptions): ResponsePromise<Span>;
  /** Lists sessions; the one with the newest span comes first. */
  listSessions(filters?: SessionFilters, options?: CallOptions): Paged<Session, SessionList>;
  /** Lists end users; the one with the newest span comes first. */
  listEndUsers(filters?: EndUserFilters, options?: CallOptions): Paged<EndUser, EndUserList>;
}

const PATH = '/v1/developer/observability';

export function createTraces(raw: ModelRunClient, send: Send): Traces {
  const traces = callsAt(raw, `${PATH}/traces`);
  return {
    list: (filters, options) => listOf(traces, send, filters, options),
    get: (traceId, options) =>
      responding(options, async (call) => {
        const params = { path: { traceId: checkId('trace', traceId) } };
        const one = `${PATH}/traces/{traceId}` as const;
        const { data } = await send<Trace>((init) => raw.GET(one, { ...init, params }), call);
        return data!;
      }),
    listSpans: (filters, options) => listOf(callsAt(raw, `${PATH}/spans`), send, filters, options),
    getSpan: (traceId, spanId, options) =>
      responding(options, async (call) => {
        const path = { traceId: checkId('trace', traceId), spanId: checkId('span', spanId) };
        const one = `${PATH}/traces/{traceId}/spans/{spanId}` as const;
        const { data } = await send<Span>(
          (init) => raw.GET(one, { ...init, params: { path } }),
          call,
        );
        return data!;
      }),
    listSessions: (filters, options) =>
      listOf(callsAt(raw, `${PATH}/sessions`), send, filters, options),
    listEndUsers: (filters, options) =>
      listOf(callsAt(raw, `${PATH}/end-users`), send, filters, options),
  };
}

/** The trace as trees: one tree, unless the parents of some spans are missing. */
export function treeOf({ spans }: Pick<Trace, 'spans'>): TraceNode[] {
  const roots: TraceNode[] = [];
  /** The last node at each depth: a span one level below that follows it is its child. */
  const open: TraceNode[] = [];
  for (const span of spans) {
    const node: TraceNode = { span, children: [] };
    const depth = Math.min(span.depth, open.length);
    open.length = depth;
    (open[depth - 1]?.children ?? roots).push(node);
    open.push(node);
  }
  return roots;
}

function listOf<Item, Page extends { data: Item[]; nextCursor: string | null }>(
  calls: Calls,
  send: Send,
  filters?: TraceFilters,
  options?: CallOptions,
): Paged<Item, Page> {
  return paged<Item, Page, TraceFilters>(filters, options, async (asked, call) => {
    const { startedAfter, startedBefore, ...rest } = asked;
    const query = {
      ...rest,
      ...(startedAfter !== undefined && { startedAfter: momentOf('startedAfter', startedAfter) }),
      ...(startedBefore !== undefined && {
        startedBefore: momentOf('startedBefore', startedBefore),
      }),
    };
    const { data } = await send<Page>(
      (init) => calls.GET('', { ...init, params: { query } }),
      call,
    );
    return data!;
  });
}

function checkId(what: string, id: string): string {
  if (typeof id === 'string' && /^[0-9a-f]+$/i.test(id)) return id.toLowerCase();
  throw new UsageError(`Give the id of a ${what} in hexadecimal digits.`);
}
