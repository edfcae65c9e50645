/** Conditions of queries over spans, with the values that they bind. */
import { allOf, type Statement, statement } from '../platform/db/clickhouse/statement.ts';
import { LOWEST_UUID } from '../platform/lib/ids.ts';
import { type SpanGroup, traceUuidOf } from '../runs/index.ts';
import type { ClientSpanFilter } from '../traces/span.ts';
import { partsOf } from './row.ts';

/** The workspace: the first condition of every query. */
export function ofWorkspace(workspace: string): Statement {
  return statement('workspace = {workspace:UUID}', { workspace });
}

export function ofTrace(traceId: string): Statement {
  return statement('trace = {trace:UUID}', { trace: traceUuidOf(traceId) ?? LOWEST_UUID });
}

const OF_KEYS: Record<SpanGroup, string> = {
  trace: 'trace in {keys:Array(UUID)}',
  session: 'session_id in {keys:Array(String)}',
  endUser: 'end_user_id in {keys:Array(String)}',
};

export function ofKeys(by: SpanGroup, keys: readonly string[]): Statement {
  const stored = by === 'trace' ? keys.map((key) => traceUuidOf(key) ?? LOWEST_UUID) : keys;
  return statement(OF_KEYS[by], { keys: stored });
}

const EQUAL = {
  operation: 'operation = {operation:String}',
  model: 'model = {model:String}',
  tool: 'tool = {tool:String}',
  sessionId: 'session_id = {sessionId:String}',
  endUserId: 'end_user_id = {endUserId:String}',
  status: 'status = {status:String}',
} as const;
const AFTER = "started_at > fromUnixTimestamp64Milli({after:Int64}, 'UTC')";
const BEFORE = "started_at < fromUnixTimestamp64Milli({before:Int64}, 'UTC')";

export function matching(filter: ClientSpanFilter): Statement | undefined {
  const { traceId, startedAfter, startedBefore, ...equal } = filter;
  const conditions = [
    traceId === undefined ? undefined : ofTrace(traceId),
    ...Object.entries(equal).map(([name, value]) =>
      value === undefined
        ? undefined
        : statement(EQUAL[name as keyof typeof EQUAL], { [name]: value }),
    ),
    startedAfter && statement(AFTER, { after: startedAfter.getTime() }),
    startedBefore && statement(BEFORE, { before: startedBefore.getTime() }),
  ];
  return conditions.some((condition) => condition) ? allOf(...conditions) : undefined;
}

const SPAN_OF_TIME = `started_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
  and started_at < fromUnixTimestamp64Milli({to:Int64}, 'UTC')`;

export function between(from: Date, to: Date): Statement {
  return statement(SPAN_OF_TIME, { from: from.getTime(), to: to.getTime() });
}

const AT = "fromUnixTimestamp64Micro({micros:Int64}, 'UTC')";
/** The time bounds are a separate condition, for the sort order of the table. */
const BESIDE = {
  below: `started_at <= ${AT} and (started_at, span, trace) < (${AT}, {at_span:UInt64}, {at_trace:UUID})`,
  above: `started_at >= ${AT} and (started_at, span, trace) > (${AT}, {at_span:UInt64}, {at_trace:UUID})`,
  from: `started_at >= ${AT} and (started_at, span, trace) >= (${AT}, {at_span:UInt64}, {at_trace:UUID})`,
};

/** Comparison with a position in the list. */
export function beside(relation: keyof typeof BESIDE, position: string): Statement {
  const { micros, span, trace } = partsOf(position);
  return statement(BESIDE[relation], { micros, at_span: span, at_trace: trace });
}
