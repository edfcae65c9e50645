/** What programs reported in their spans, added up by ClickHouse: the same sums as those of PostgreSQL, within wider bounds. */
import type { ReportedRow, ReportedSelection, ReportedSpans } from '../metrics/reported-store.ts';
import { all, type Condition, moment, ofWorkspace } from './conditions.ts';
import type { ClickHouse } from './connection.ts';
import { toNumber } from './row.ts';

const MOST_SPANS = 100_000_000;
const MOST_DAYS = 31;
/** Of the server's: people wait for it. */
const PATIENCE = 'settings max_execution_time = 10';

type Found = Omit<ReportedRow, 'start' | Tokens> & { start: string | null } & Record<
    Tokens,
    string | null
  >;
type Tokens = 'input_tokens' | 'output_tokens' | 'cached_tokens' | 'reasoning_tokens';

export function createReportedSpans(clickHouse: ClickHouse): ReportedSpans {
  return {
    bounds: { spans: MOST_SPANS, days: MOST_DAYS },

    async count({ workspace, from, to }, atMost) {
      const { text, values } = spanOfTime(workspace, from, to);
      const [row] = await clickHouse.query<{ count: string }>(
        `select count() as count from client_span where ${text} ${PATIENCE}`,
        values,
      );
      return Math.min(Number(row!.count), atMost);
    },

    async select(selection) {
      const { text, values } = conditionOf(selection);
      const rows = await clickHouse.query<Found>(
        `select ${startOf(selection.interval)} as start,
           ${dimension(selection, 'model', 'model')}, ${dimension(selection, 'tool', 'tool')},
           ${dimension(selection, 'endUserId', 'end_user_id')}, ${dimension(selection, 'sessionId', 'session_id')},
           toString(sum(s.reported_cost)) as reported_cost, sum(s.input_tokens) as input_tokens,
           sum(s.output_tokens) as output_tokens, sum(s.cached_tokens) as cached_tokens,
           sum(s.reasoning_tokens) as reasoning_tokens
         from client_span s final
         where ${text} and (isNotNull(s.reported_cost) or isNotNull(s.input_tokens) or isNotNull(s.output_tokens)
           or isNotNull(s.cached_tokens) or isNotNull(s.reasoning_tokens))
         group by 1, 2, 3, 4, 5
         order by 1, sum(s.reported_cost) desc nulls last, 2, 3, 4, 5
         limit {most:UInt32} ${PATIENCE}`,
        { ...values, most: selection.atMost },
      );
      return rows.map(toRow);
    },
  };
}

function toRow({ start, ...row }: Found): ReportedRow {
  return {
    ...row,
    start: start === null ? null : new Date(Number(start)),
    input_tokens: toNumber(row.input_tokens),
    output_tokens: toNumber(row.output_tokens),
    cached_tokens: toNumber(row.cached_tokens),
    reasoning_tokens: toNumber(row.reasoning_tokens),
  };
}

/** Milliseconds. */
function startOf(interval: ReportedSelection['interval']): string {
  if (interval === undefined) return 'null';
  const unit = interval === 'hour' ? 'toStartOfHour' : 'toStartOfDay';
  return `toUnixTimestamp64Milli(toDateTime64(${unit}(s.started_at), 3, 'UTC'))`;
}

function dimension({ dimensions }: ReportedSelection, name: string, column: string): string {
  return `${dimensions.includes(name) ? `s.${column}` : 'null'} as ${column}`;
}

function conditionOf({ workspace, from, to, filters }: ReportedSelection): Condition {
  const { model, tool, endUserId, sessionId } = filters;
  const named = Object.entries({ model, tool, end_user_id: endUserId, session_id: sessionId });
  return all(
    spanOfTime(workspace, from, to),
    ...named.map(([column, any]) => any && anyOf(column, any)),
  );
}

/** Each is bound by itself: all together can be longer than one value may be. */
function anyOf(column: string, values: readonly string[]): Condition {
  const names = values.map((_, i) => `${column}_${i}`);
  const bound = names.map((name) => `{${name}:String}`).join(', ');
  return {
    text: values.length === 0 ? 'false' : `s.${column} in (${bound})`,
    values: Object.fromEntries(names.map((name, i) => [name, values[i]])),
  };
}

function spanOfTime(workspace: string, from: Date, to: Date): Condition {
  return all(
    ofWorkspace(workspace),
    moment('started_at >=', 'from', from),
    moment('started_at <', 'to', to),
  );
}
