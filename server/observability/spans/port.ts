/**
 * Where the spans of programs are kept, as the rest of observability sees it. PostgreSQL implements it; a store for
 * more spans has to do this, and nothing else has to change. The books and the runs are never in it.
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
  /** The `next` of the page before. */
  before?: string | undefined;
  limit: number;
}

/** A span with its position in the list: `next` of a page that ends with it. */
export type ListedSpan = ClientSpanSummary & { position: string };

export interface ClientSpanSums {
  /** 32 hexadecimal digits for a trace, else the name. */
  key: string;
  spans: number;
  errors: number;
  /** Decimal; null if no span reported one. */
  reportedCost: string | null;
  firstAt: Date;
  lastAt: Date;
  /** When the last of them ended. */
  endsAt: Date;
  firstName: string;
  sessionId: string | null;
  endUserId: string | null;
  /** There are more than were added up. */
  isPartial: boolean;
}

export interface SpanStore {
  /**
   * Resolves with how many were new, once all of them are safe: those that are there already stay as they are. All or
   * none; throws the Problem of a quota that is used up.
   */
  save(workspace: string, spans: readonly ClientSpan[]): Promise<number>;
  /** Newest first. `next` is null at the end. */
  list(
    workspace: string,
    query: ClientSpanQuery,
  ): Promise<{ spans: ListedSpan[]; next: string | null }>;
  /** The first of a trace by their start. */
  ofTrace(workspace: string, traceId: string, atMost: number): Promise<ClientSpanSummary[]>;
  get(workspace: string, traceId: string, spanId: string): Promise<ClientSpanDetail | undefined>;
  /** What the newest `atMost` spans of each key add up to. */
  sums(
    by: SpanGroup,
    workspace: string,
    keys: readonly string[],
    atMost: number,
  ): Promise<ClientSpanSums[]>;
  /** Which keys have a span at this position or above it that the filter takes. */
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
