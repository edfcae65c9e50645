/** The SQL that reads the spans to copy from PostgreSQL: pages over all workspaces. */
import { decryptRows } from '../platform/db/encryption/index.ts';
import type { Db } from '../platform/db/pool.ts';
import { spanContent } from '../traces/span.ts';

/** Times as text, with their microseconds; ids in hexadecimal. */
export interface StoredSpan {
  workspace: string;
  started_at: string;
  span: string;
  trace: string;
  parent_span: string | null;
  [column: string]: unknown;
}

const UTC = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`;

export async function selectStored(
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
