/**
 * How spans are written in ClickHouse's SQL: a span as a row and back, the conditions of queries with the values that
 * they bind, and the rule that what programs report counts once (`traces/counted-once.ts`), for a database that has no
 * object to look up parents in. 64-bit numbers are text, because JavaScript cannot represent them.
 */

import { allOf, type Statement, statement } from '../platform/db/clickhouse/connection.ts';
import { invariant } from '../platform/lib/errors.ts';
import { LOWEST_UUID } from '../platform/lib/ids.ts';
import { type SpanGroup, traceUuidOf } from '../runs/index.ts';
import { FIGURES } from '../traces/counted-once.ts';
import {
  type ClientSpan,
  type ClientSpanDetail,
  type ClientSpanFilter,
  type ClientSpanSummary,
  columnsOf,
  type Row as Stored,
  detailOf as storedDetailOf,
  summaryOf as storedSummaryOf,
} from '../traces/span.ts';

export type Row = Omit<
  Stored,
  'span' | 'parent_span' | 'started_at' | 'duration' | keyof typeof TOKENS | 'position'
> & { micros: string; span: string; parent_span: string | null; duration: string } & Record<
    keyof typeof TOKENS,
    string | null
  >;

const TOKENS = { input_tokens: 0, output_tokens: 0, cached_tokens: 0, reasoning_tokens: 0 };

/** The identity of a span, and its position in a list. */
export type Key = Pick<Row, 'micros' | 'span' | 'trace'>;

/** The form for an insert: absent members are null. */
export function rowOf(workspace: string, span: ClientSpan): object {
  return {
    ...{ workspace, started_at: momentOf(span.startedAtNanos / 1_000n) },
    ...{ span: numberOf(span.spanId), trace: traceUuidOf(span.traceId) },
    parent_span: span.parentSpanId === undefined ? undefined : numberOf(span.parentSpanId),
    ...columnsOf(span),
  };
}

export function keyOf({ traceId, spanId, startedAtNanos }: ClientSpan): Key {
  const micros = String(startedAtNanos / 1_000n);
  return { micros, span: numberOf(spanId), trace: traceUuidOf(traceId)! };
}

export function summaryOf(row: Row): ClientSpanSummary {
  return storedSummaryOf(storedOf(row));
}

export function detailOf(row: Row): ClientSpanDetail {
  return storedDetailOf(storedOf(row));
}

function storedOf({ micros, span, parent_span, duration, ...rest }: Row): Stored {
  return {
    ...rest,
    started_at: dateOf(micros),
    span: bytesOf(span),
    parent_span: parent_span === null ? null : bytesOf(parent_span),
    duration: duration as unknown as number,
    input_tokens: toNumber(rest.input_tokens),
    output_tokens: toNumber(rest.output_tokens),
    cached_tokens: toNumber(rest.cached_tokens),
    reasoning_tokens: toNumber(rest.reasoning_tokens),
  };
}

export function positionOf({ micros, span, trace }: Key): string {
  return `${micros}.${hexOf(span)}.${trace}`;
}

/** Its parts, in the form for a query. */
function partsOf(position: string): Key {
  const [micros, span, trace] = position.split('.');
  invariant(micros && span && trace, 'a position was given by a list');
  return { micros, span: numberOf(span), trace };
}

export function dateOf(micros: string): Date {
  return new Date(Number(BigInt(micros) / 1_000n));
}

export function toNumber(text: string | null): number | null {
  return text === null ? null : Number(text);
}

export function bytesOf(span: string): Buffer {
  return Buffer.from(hexOf(span), 'hex');
}

/** From 16 hexadecimal digits. */
export function numberOf(hex: string): string {
  return String(BigInt(`0x${hex}`));
}

function hexOf(number: string): string {
  return BigInt(number).toString(16).padStart(16, '0');
}

function momentOf(micros: bigint): string {
  const ms = new Date(Number(micros / 1_000n)).toISOString().slice(0, -1);
  return `${ms}${(micros % 1_000n).toString().padStart(3, '0')}Z`;
}

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

export function ofBefore(moment: Date): Statement {
  return statement(BEFORE, { before: moment.getTime() });
}

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
    startedBefore && ofBefore(startedBefore),
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

const FIGURE_NAMES = Object.keys(FIGURES) as (keyof typeof FIGURES)[];

/** The figures of the row `s`. */
export const FIGURE_COLUMNS = FIGURE_NAMES.map((column) => `s.${column} as ${column}`).join(', ');

/** Whether the row `s` reports at least one figure. */
export const ANY_COUNTED = FIGURE_NAMES.map((column) => `isNotNull(s.${column})`).join(' or ');

/** The figures of the row `r` of `reporting` that count, by the row `c` of `covered`. */
export const COUNTED = FIGURE_NAMES.map(
  (column) => `if(bitAnd(c.figures, ${FIGURES[column]}) = 0, r.${column}, null) as ${column}`,
).join(', ');

/** The figures that a row reports. */
export const REPORTED = Object.entries(FIGURES)
  .map(([column, bit]) => `if(isNull(s.${column}), 0, ${bit})`)
  .join(' + ');

/** A recursion ends here, also in a cycle of parents. */
export const MOST_LEVELS = 64;

/** For a recursive query: `reporting` has spans with `figures`, and `spans` has those with a parent. */
export const COVERED = `above as (
    select r.trace as trace, assumeNotNull(r.parent_span) as span, r.figures as figures, 1 as level from reporting r
    where isNotNull(r.parent_span) and r.parent_span != r.span
    union all
    select distinct p.trace as trace, p.parent as span, a.figures as figures, a.level + 1 as level
    from spans p inner join above a on a.trace = p.trace and a.span = p.span where a.level < ${MOST_LEVELS}
  ), covered as (
    select trace, span, groupBitOr(figures) as figures from above group by trace, span
  )`;
