/**
 * What is done to stored spans besides reading and saving: exporting them, copying them from PostgreSQL, finding and
 * removing those of one end user, and removing those whose retention is over.
 */

import type { ExportedSpan, Page } from '../exports/store.ts';
import {
  allOf,
  type ClickHouse,
  joined,
  type Statement,
  statement,
} from '../platform/db/clickhouse/connection.ts';
import { decryptRows } from '../platform/db/encryption/index.ts';
import type { Db } from '../platform/db/pool.ts';
import type { EndUserReferences } from '../traces/kept-store.ts';
import { spanContent } from '../traces/span.ts';
import {
  beside,
  between,
  bytesOf,
  dateOf,
  type Key,
  numberOf,
  ofBefore,
  ofWorkspace,
  positionOf,
  type Row,
  toNumber,
} from './row.ts';

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
  { workspace, from, to, after, limit, endUser }: Page,
): Promise<ExportedSpan[]> {
  const condition = allOf(
    ofWorkspace(workspace),
    between(from, to),
    after === undefined ? undefined : beside('above', after),
    endUser === null ? undefined : statement('end_user_id = {endUser:String}', { endUser }),
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

const PAGE_ROWS = 10_000;

/** A span that is already there is not duplicated, so the copy can be repeated, and made while the service runs. */
export async function copySpans(
  db: Db,
  clickHouse: ClickHouse,
  onCopied: (copied: number) => void = () => {},
): Promise<number> {
  let copied = 0;
  let last: StoredSpan | undefined;
  for (;;) {
    const rows = await selectStored(db, last, PAGE_ROWS);
    last = rows.at(-1);
    if (!last) return copied;
    await clickHouse.insert('client_span', rows.map(rowOf));
    copied += rows.length;
    onCopied(copied);
  }
}

/** Times as text, with their microseconds; ids in hexadecimal. */
interface StoredSpan {
  workspace: string;
  started_at: string;
  span: string;
  trace: string;
  parent_span: string | null;
  [column: string]: unknown;
}

const UTC = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`;

async function selectStored(
  db: Db,
  after: StoredSpan | undefined,
  limit: number,
): Promise<StoredSpan[]> {
  const rows = await db.query<StoredSpan>(
    `select workspace, to_char(started_at at time zone 'UTC', ${UTC}) as started_at, encode(span, 'hex') as span, trace,
       encode(parent_span, 'hex') as parent_span, duration, name, kind, status, status_message, service, operation, model,
       tool, input_tokens, output_tokens, cached_tokens, reasoning_tokens, reported_cost::text, session_id, end_user_id,
       input, output, attributes, events, truncated,
       -- They came before whatever has come to ClickHouse: of copies, the first one stays.
       to_char(started_at at time zone 'UTC', ${UTC}) as received_at
     from client_span
     where $1::uuid is null or (workspace, started_at, span, trace) > ($1, $2::timestamptz, decode($3, 'hex'), $4::uuid)
     order by client_span.workspace, client_span.started_at, client_span.span, client_span.trace limit $5`,
    [
      ...[after?.workspace ?? null, after?.started_at ?? null],
      ...[after?.span ?? null, after?.trace ?? null, limit],
    ],
  );
  return decryptRows(db.cipher, rows, {
    ...spanContent(''),
    at: (row: StoredSpan) => spanContent(row.workspace).at(row),
  });
}

function rowOf({ span, parent_span, ...row }: StoredSpan): object {
  return {
    ...row,
    span: numberOf(span),
    parent_span: parent_span === null ? null : numberOf(parent_span),
  };
}

/** The server does so in the background. */
export function removeSpansBefore(
  clickHouse: ClickHouse,
  workspace: string,
  moment: Date,
): Promise<void> {
  const condition = allOf(ofWorkspace(workspace), ofBefore(moment));
  return clickHouse.command(joined('alter table client_span delete where', condition));
}

const OF_END_USER = `(end_user_id = {endUser:String} or (ifNull(end_user_id, '') = ''
  and (trace in {traces:Array(UUID)} or session_id in {sessions:Array(String)})))`;

function ofEndUser({ endUser, traces, sessions }: EndUserReferences): Statement {
  return statement(OF_END_USER, { endUser, traces, sessions });
}

export function spansOfEndUser(
  clickHouse: ClickHouse,
  workspace: string,
  references: EndUserReferences,
): Promise<Record<string, unknown>[]> {
  const condition = allOf(ofWorkspace(workspace), ofEndUser(references));
  return clickHouse.query(joined('select * from client_span final where', condition));
}

/** Resolves when every part of the table has lost them. */
export function removeSpansOfEndUser(
  clickHouse: ClickHouse,
  workspace: string,
  references: EndUserReferences,
): Promise<void> {
  const condition = allOf(ofWorkspace(workspace), ofEndUser(references));
  return clickHouse.command(
    joined('alter table client_span delete where', condition, 'settings mutations_sync = 2'),
  );
}

const OLD = `select distinct partition as day from system.parts
  where active and database = currentDatabase() and table = 'client_span'
    and toDate(partition) < toDate(now('UTC')) - {days:UInt16}
  order by day`;
const DROP = 'alter table client_span drop partition {day:String}';

/** By the server's clock: a day is a partition. */
export async function dropOldDays(clickHouse: ClickHouse, retentionDays: number): Promise<number> {
  const rows = await clickHouse.query<{ day: string }>(statement(OLD, { days: retentionDays }));
  for (const { day } of rows) await clickHouse.command(statement(DROP, { day }));
  return rows.length;
}
