/** Conditions of queries over spans, with the values that they bind. */
import { LOWEST_UUID } from '../../kernel/ids.ts';
import { type SpanGroup, traceUuidOf } from '../../runs/index.ts';
import type { ClientSpanFilter } from '../spans/port.ts';
import { placeOf } from './row.ts';

export interface Condition {
  text: string;
  values: Record<string, unknown>;
}

export function all(...conditions: readonly (Condition | undefined)[]): Condition {
  const given = conditions.filter((condition) => condition !== undefined);
  return {
    text: given.map(({ text }) => text).join(' and '),
    values: Object.assign({}, ...given.map(({ values }) => values)),
  };
}

/** Of one workspace: the first condition of every query. */
export function ofWorkspace(workspace: string): Condition {
  return { text: 'workspace = {workspace:UUID}', values: { workspace } };
}

export function ofTrace(traceId: string): Condition {
  const trace = traceUuidOf(traceId) ?? LOWEST_UUID;
  return { text: 'trace = {trace:UUID}', values: { trace } };
}

export const KEYS = {
  trace: { column: 'trace', type: 'UUID' },
  session: { column: 'session_id', type: 'String' },
  endUser: { column: 'end_user_id', type: 'String' },
} satisfies Record<SpanGroup, { column: string; type: string }>;

export function ofKeys(by: SpanGroup, keys: readonly string[]): Condition {
  const { column, type } = KEYS[by];
  const stored = by === 'trace' ? keys.map((key) => traceUuidOf(key) ?? LOWEST_UUID) : keys;
  return { text: `${column} in {keys:Array(${type})}`, values: { keys: stored } };
}

export function matching(filter: ClientSpanFilter): Condition | undefined {
  const { traceId, operation, model, tool, sessionId, endUserId, status } = filter;
  const equal: [string, string | undefined][] = [
    ...[['operation', operation] as const, ['model', model] as const, ['tool', tool] as const],
    ...[['session_id', sessionId] as const, ['end_user_id', endUserId] as const],
    ['status', status],
  ].map(([column, value]) => [column!, value]);
  const { startedAfter, startedBefore } = filter;
  const conditions = [
    traceId === undefined ? undefined : ofTrace(traceId),
    ...equal.map(([column, value]) =>
      value === undefined
        ? undefined
        : { text: `${column} = {${column}:String}`, values: { [column]: value } },
    ),
    startedAfter && moment('started_at >', 'after', startedAfter),
    startedBefore && moment('started_at <', 'before', startedBefore),
  ];
  return conditions.some((condition) => condition) ? all(...conditions) : undefined;
}

export function moment(text: string, name: string, at: Date): Condition {
  return {
    text: `${text} fromUnixTimestamp64Milli({${name}:Int64}, 'UTC')`,
    values: { [name]: at.getTime() },
  };
}

/** Comparison with a place in the list. What bounds the time is said by itself, for the order of the table. */
export function beside(relation: '<' | '>' | '>=', position: string): Condition {
  const { micros, span, trace } = placeOf(position);
  const at = "fromUnixTimestamp64Micro({micros:Int64}, 'UTC')";
  return {
    text: `started_at ${relation[0]}= ${at} and (started_at, span, trace) ${relation} (${at}, {at_span:UInt64}, {at_trace:UUID})`,
    values: { micros, at_span: span, at_trace: trace },
  };
}
