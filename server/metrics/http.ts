/** Metrics over HTTP. Unknown values are left out. */

import type { Metrics as Body, MetricsRow as RowBody } from '../../openapi/generated/developer.ts';
import type { Db } from '../platform/db/pool.ts';
import type { Handlers } from '../platform/http/index.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { percentilesOf } from '../platform/lib/latencies.ts';
import type { Unit } from '../platform/lib/money.ts';
import { createConcurrencyLimit } from '../platform/lib/shares.ts';
import {
  type Measure,
  type Metrics,
  type MetricsGroup,
  type MetricsSources,
  readMetrics,
} from './index.ts';

/** Reads of one workspace in this process. */
const READS_AT_ONCE = 2;
const READS_WAITING = 8;

interface MetricsOptions {
  /** With few connections and short time-outs. */
  reads: Db;
  unit: Unit;
  /** Present if the spans of programs are stored elsewhere. */
  reported?: MetricsSources['reported'];
}

export function createMetricsHandlers({
  reads,
  unit,
  reported,
}: MetricsOptions): Pick<Handlers, 'queryMetrics'> {
  const limit = createConcurrencyLimit({ atOnce: READS_AT_ONCE, mayWait: READS_WAITING });
  return {
    async queryMetrics({ principal: { workspace }, body }) {
      const metrics = await readMetrics({ db: reads, limit, reported }, workspace, body);
      const headers = { 'Cache-Control': 'no-store' };
      return { status: 200, headers, body: toMetrics(metrics, unit) };
    },
  };
}

export type ShownMetrics = Body;

export function toMetrics({ query, groups }: Metrics, { currency, scale }: Unit): Body {
  const { dimensions, labels, interval } = query;
  const measures = new Set(query.measures);
  const isOne = dimensions.length + labels.length === 0 && interval === undefined;
  return {
    from: query.from.toISOString(),
    to: query.to.toISOString(),
    ...{ currency, scale },
    data:
      groups.length === 0 && isOne
        ? [{ group: {}, ...nothing(measures) }]
        : groups.map((group) => toRow(group, measures, labels)),
  };
}

type Measures = ReadonlySet<Measure>;

/** Without groups there is a row even if nothing happened. */
function nothing(measures: Measures): Omit<RowBody, 'group'> {
  return {
    ...(measures.has('charged') && { charged: 0 }),
    ...(measures.has('count') && { count: 0 }),
  };
}

function toRow(
  { group, ofRuns, ofSpans }: MetricsGroup,
  measures: Measures,
  labels: readonly string[],
): RowBody {
  return {
    ...(group.start && { start: group.start.toISOString() }),
    group: groupOf(group, labels),
    ...(ofRuns ? figuresOfRuns(ofRuns, measures) : nothing(measures)),
    ...(ofSpans && figuresOfSpans(ofSpans, measures)),
  };
}

function figuresOfRuns(
  row: NonNullable<MetricsGroup['ofRuns']>,
  measures: Measures,
): Omit<RowBody, 'group'> {
  const ended = row.completed + row.failed;
  const latency = row.latencies === null ? undefined : percentilesOf(row.latencies);
  const tokens = tokensOf(row);
  return {
    ...(measures.has('charged') && { charged: row.charged }),
    ...(measures.has('count') && { count: row.runs }),
    ...(measures.has('tokens') && tokens && { tokens }),
    ...(latency && { latency: { ...latency } }),
    ...(measures.has('errorRate') && ended > 0 && { errorRate: toRate(row.failed / ended) }),
  };
}

function figuresOfSpans(
  row: NonNullable<MetricsGroup['ofSpans']>,
  measures: Measures,
): Omit<RowBody, 'group'> {
  const reportedTokens = tokensOf(row);
  return {
    ...(measures.has('reportedCost') &&
      row.reported_cost !== null && { reportedCost: row.reported_cost }),
    ...(measures.has('reportedTokens') && reportedTokens && { reportedTokens }),
  };
}

interface TokenColumns {
  input_tokens: number | null;
  output_tokens: number | null;
  cached_tokens: number | null;
  reasoning_tokens: number | null;
}

function tokensOf(row: TokenColumns): NonNullable<RowBody['tokens']> | undefined {
  const tokens = withoutNulls({
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    cachedInputTokens: row.cached_tokens,
    reasoningTokens: row.reasoning_tokens,
  });
  return Object.keys(tokens).length > 0 ? tokens : undefined;
}

function groupOf(row: MetricsGroup['group'], labels: readonly string[]): RowBody['group'] {
  const metadata = withoutNulls(
    Object.fromEntries(labels.map((name, i) => [name, row.labels?.[i] ?? null])),
  );
  return {
    ...withoutNulls({
      kind: row.kind,
      ...row.subjects,
      keyId: row.api_key === null ? null : uuidToId('key', row.api_key),
      state: row.state,
      errorCode: row.error_code,
      promptId: row.prompt_id,
      promptVersion: row.prompt_version,
      endUserId: row.end_user_id,
      sessionId: row.session_id,
    }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
}

/** Rounds to the millionth. */
function toRate(rate: number): number {
  return Math.round(rate * 1e6) / 1e6;
}

function withoutNulls<Value>(members: Record<string, Value | null>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(members).filter((member): member is [string, Value] => member[1] !== null),
  );
}
