/**
 * The port to the store of programs' spans for the rest of observability. PostgreSQL implements it; a store for more
 * spans only has to implement it, and nothing else has to change. It never contains the books or the runs.
 */
import type { SpanGroup } from '../../runs/index.ts';
import type { ClientSpan, ClientSpanDetail, ClientSpanSummary, SpanStatus } from './span.ts';

export interface ClientSpanFilter {
  traceId?: string;
  operation?: string;
  model?: string;
  tool?: string;
  sessionId?: string;
  endUserId?: string;
  status?: SpanStatus;
  startedAfter?: Date;
  startedBefore?: Date;
}

export interface ClientSpanQuery {
  filter: ClientSpanFilter;
  /** The `next` of the previous page. */
  before?: string | undefined;
  limit: number;
}

/** A span with its position in the list: `next` of a page that ends with it. */
export type ListedSpan = ClientSpanSummary & { position: string };

export interface ClientSpanSums {
  /** 32 hexadecimal digits for a trace, otherwise the name. */
  key: string;
  spans: number;
  errors: number;
  /** Decimal; null if no span reported one. */
  reportedCost: string | null;
  firstAt: Date;
  lastAt: Date;
  /** The end of the last one. */
  endsAt: Date;
  firstName: string;
  sessionId: string | null;
  endUserId: string | null;
  /** There are more spans than those in the sums. */
  isPartial: boolean;
}

export interface SpanStore {
  /**
   * Resolves with the number of new ones, once all of them are durable: existing ones stay as they are. All or none;
   * throws the Problem of a used-up quota.
   */
  save(workspace: string, spans: readonly ClientSpan[]): Promise<number>;
  /** Newest first. `next` is null at the end. */
  list(
    workspace: string,
    query: ClientSpanQuery,
  ): Promise<{ spans: ListedSpan[]; next: string | null }>;
  /** The earliest spans of a trace. */
  ofTrace(workspace: string, traceId: string, atMost: number): Promise<ClientSpanSummary[]>;
  get(workspace: string, traceId: string, spanId: string): Promise<ClientSpanDetail | undefined>;
  /** The sums over the newest `atMost` spans of each key. */
  sums(
    by: SpanGroup,
    workspace: string,
    keys: readonly string[],
    atMost: number,
  ): Promise<ClientSpanSums[]>;
  /** Keys that have a matching span at or above this position. */
  keysFrom(
    by: SpanGroup,
    query: {
      workspace: string;
      keys: readonly string[];
      from: string;
      filter: ClientSpanFilter;
    },
  ): Promise<string[]>;
}
