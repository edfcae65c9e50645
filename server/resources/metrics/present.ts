/** Metrics as the contract has them. What is not known is left out. */
import type {
  Metrics as MetricsBody,
  MetricsRow as RowBody,
} from '../../../openapi/generated/developer.ts';
import { uuidToId } from '../../kernel/ids.ts';
import type { Unit } from '../../kernel/money.ts';
import type { Metrics } from '../../observability/metrics/index.ts';
import { percentilesOf } from '../../observability/metrics/latencies.ts';
import type { MetricsRow } from '../../observability/metrics/store.ts';

export type ShownMetrics = MetricsBody;

export function toMetrics({ query, rows }: Metrics, { currency, scale }: Unit): MetricsBody {
  const { measures, dimensions, labels, interval } = query;
  const isOne = dimensions.length + labels.length === 0 && interval === undefined;
  const told = new Set(measures);
  return {
    from: query.from.toISOString(),
    to: query.to.toISOString(),
    ...{ currency, scale },
    data:
      rows.length === 0 && isOne
        ? [
            {
              group: {},
              ...(told.has('charged') && { charged: 0 }),
              ...(told.has('count') && { count: 0 }),
            },
          ]
        : rows.map((row) => toRow(row, told, labels)),
  };
}

function toRow(row: MetricsRow, told: ReadonlySet<string>, labels: readonly string[]): RowBody {
  const ended = row.completed + row.failed;
  const latency = row.latencies === null ? undefined : percentilesOf(row.latencies);
  const tokens = withoutNulls({
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    cachedInputTokens: row.cached_tokens,
    reasoningTokens: row.reasoning_tokens,
  });
  return {
    ...(row.start && { start: row.start.toISOString() }),
    group: groupOf(row, labels),
    ...(told.has('charged') && { charged: row.charged }),
    ...(told.has('count') && { count: row.runs }),
    ...(told.has('tokens') && Object.keys(tokens).length > 0 && { tokens }),
    ...(latency && { latency: { ...latency } }),
    ...(told.has('errorRate') && ended > 0 && { errorRate: toRate(row.failed / ended) }),
  };
}

function groupOf(row: MetricsRow, labels: readonly string[]): RowBody['group'] {
  const metadata = withoutNulls(
    Object.fromEntries(labels.map((name, i) => [name, row.labels?.[i] ?? null])),
  );
  return {
    ...withoutNulls({
      kind: row.kind,
      model: row.model,
      tool: row.tool,
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

/** To the millionth. */
function toRate(rate: number): number {
  return Math.round(rate * 1e6) / 1e6;
}

function withoutNulls<Value>(members: Record<string, Value | null>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(members).filter((member): member is [string, Value] => member[1] !== null),
  );
}
