/** The spans of programs for exports and copies: pages in the order of the list, the oldest first. */

import type { ExportedSpan, Page } from '../exports/store.ts';
import { allOf, type ClickHouse, joined, statement } from '../platform/db/clickhouse/statement.ts';
import { beside, between, ofWorkspace } from './conditions.ts';
import { bytesOf, dateOf, type Key, positionOf, type Row, toNumber } from './row.ts';

const KEYS =
  'select toUnixTimestamp64Micro(started_at) as micros, span, trace from client_span where';
const SPANS = `select toUnixTimestamp64Micro(started_at) as micros, span, trace, parent_span, duration, name, kind, status,
    status_message, service, operation, model, tool, input_tokens, output_tokens, cached_tokens, reasoning_tokens,
    toString(reported_cost) as reported_cost, session_id, end_user_id
  from client_span final where`;
const UNTIL = "started_at <= fromUnixTimestamp64Micro({edge:Int64}, 'UTC')";
const ORDER = 'order by started_at, span, trace limit {most:UInt32}';

/** A page that is not the last can be shorter: duplicate spans that are not merged yet appear once in it. */
export async function selectSpans(
  clickHouse: ClickHouse,
  { workspace, from, to, after, limit }: Page,
): Promise<ExportedSpan[]> {
  const condition = allOf(
    ofWorkspace(workspace),
    between(from, to),
    after === undefined ? undefined : beside('above', after),
  );
  const order = statement(ORDER, { most: limit });
  const keys = await clickHouse.query<Key>(joined(KEYS, condition, order));
  const edge = keys.at(-1);
  if (!edge) return [];
  const within = allOf(condition, statement(UNTIL, { edge: edge.micros }));
  const rows = await clickHouse.query<Row>(joined(SPANS, within, order));
  return rows.map(exportedOf);
}

function exportedOf({ micros, span, parent_span, duration, ...row }: Row): ExportedSpan {
  return {
    ...row,
    position: positionOf({ micros, span, trace: row.trace }),
    started_at: dateOf(micros),
    span: bytesOf(span),
    parent_span: parent_span === null ? null : bytesOf(parent_span),
    duration: Number(duration),
    input_tokens: toNumber(row.input_tokens),
    output_tokens: toNumber(row.output_tokens),
    cached_tokens: toNumber(row.cached_tokens),
    reasoning_tokens: toNumber(row.reasoning_tokens),
  };
}
