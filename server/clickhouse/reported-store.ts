/** What programs reported in their spans, summed by ClickHouse: the same sums as in PostgreSQL, within wider bounds. */
import type { ReportedRow, ReportedSelection, ReportedSpans } from '../metrics/store.ts';
import {
  allOf,
  type ClickHouse,
  joined,
  type Statement,
  statement,
} from '../platform/db/clickhouse/connection.ts';
import {
  ANY_COUNTED,
  between,
  COUNTED,
  COVERED,
  FIGURE_COLUMNS,
  ofWorkspace,
  REPORTED,
  toNumber,
} from './row.ts';

const MOST_SPANS = 100_000_000;
const MOST_DAYS = 31;
/** The server's time limit: people wait for it. */
const PATIENCE = 'settings max_execution_time = 10';

type Found = Omit<ReportedRow, 'start' | Tokens> & { start: string | null } & Record<
    Tokens,
    string | null
  >;
type Tokens = 'input_tokens' | 'output_tokens' | 'cached_tokens' | 'reasoning_tokens';

const COUNT = 'select count() as count from client_span where';
/** Milliseconds; null if the answer has one point in time. */
const STARTS = {
  hour: "toUnixTimestamp64Milli(toDateTime64(toStartOfHour(s.started_at), 3, 'UTC')) as start",
  day: "toUnixTimestamp64Milli(toDateTime64(toStartOfDay(s.started_at), 3, 'UTC')) as start",
};
const DIMENSIONS = {
  model: ['s.model as model', 'null as model'],
  tool: ['s.tool as tool', 'null as tool'],
  endUserId: ['s.end_user_id as end_user_id', 'null as end_user_id'],
  sessionId: ['s.session_id as session_id', 'null as session_id'],
} as const;
/** Of several spans with the same ids, the first to start. */
const REPORTING = `select s.trace as trace, s.span as span, s.parent_span as parent_span, s.started_at as started_at,
    s.model as model, s.tool as tool, s.end_user_id as end_user_id, s.session_id as session_id,
    ${FIGURE_COLUMNS}, ${REPORTED} as figures
  from client_span s final where figures > 0 and`;
const FIRST = 'order by s.started_at limit 1 by s.trace, s.span';
const SPANS =
  'select trace, span, assumeNotNull(parent_span) as parent from client_span where isNotNull(parent_span) and';
const SUMS = `toString(sum(s.reported_cost)) as reported_cost, sum(s.input_tokens) as input_tokens,
    sum(s.output_tokens) as output_tokens, sum(s.cached_tokens) as cached_tokens, sum(s.reasoning_tokens) as reasoning_tokens
  from (
    select r.started_at as started_at, r.model as model, r.tool as tool, r.end_user_id as end_user_id,
      r.session_id as session_id, ${COUNTED}
    from reporting r left join covered c on c.trace = r.trace and c.span = r.span
  ) s
  where ${ANY_COUNTED}
  group by 1, 2, 3, 4, 5
  order by 1, sum(s.reported_cost) desc nulls last, 2, 3, 4, 5 limit {most:UInt32}`;

export function createReportedSpans(clickHouse: ClickHouse): ReportedSpans {
  return {
    bounds: { spans: MOST_SPANS, days: MOST_DAYS },

    async count({ workspace, from, to }, atMost) {
      const condition = allOf(ofWorkspace(workspace), between(from, to));
      const [row] = await clickHouse.query<{ count: string }>(joined(COUNT, condition, PATIENCE));
      return Math.min(Number(row!.count), atMost);
    },

    async select(selection) {
      const { interval, dimensions, atMost } = selection;
      const columns = [
        interval === undefined ? 'null as start' : STARTS[interval],
        ...Object.entries(DIMENSIONS).map(([name, [grouped, ungrouped]]) =>
          dimensions.includes(name) ? grouped : ungrouped,
        ),
      ];
      const { workspace, from, to } = selection;
      const inTime = allOf(ofWorkspace(workspace), between(from, to));
      const rows = await clickHouse.query<Found>(
        joined(
          ...['with recursive reporting as (', REPORTING, conditionOf(selection), FIRST, '),'],
          ...['spans as (', SPANS, inTime, '),', COVERED],
          ...[
            'select',
            columns.join(', ').concat(','),
            statement(SUMS, { most: atMost }),
            PATIENCE,
          ],
        ),
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

const ANY_OF = {
  model: 's.model in (',
  tool: 's.tool in (',
  endUserId: 's.end_user_id in (',
  sessionId: 's.session_id in (',
};

function conditionOf({ workspace, from, to, filters }: ReportedSelection): Statement {
  const { subjects: { model, tool } = {}, endUserId, sessionId } = filters;
  const named = Object.entries({ model, tool, endUserId, sessionId });
  return allOf(
    ...[ofWorkspace(workspace), between(from, to)],
    ...named.map(([name, any]) => any && anyOf(name as keyof typeof ANY_OF, any)),
  );
}

/** Binds each by itself: all together can exceed the maximum length of one value. */
function anyOf(name: keyof typeof ANY_OF, values: readonly string[]): Statement {
  if (values.length === 0) return statement('false');
  const names = values.map((_, i) => name.concat(String(i)));
  const bound = names.map((each) => '{'.concat(each, ':String}')).join(', ');
  const given = Object.fromEntries(names.map((each, i) => [each, values[i]]));
  return statement(ANY_OF[name].concat(bound, ')'), given);
}
