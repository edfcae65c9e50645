/** The SQL of exports: pages of rows that were created, or have started, in a time range. */

import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { decryptRows } from '../platform/db/encryption/index.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { earliestIdOf, latestIdOf } from '../platform/lib/ids.ts';
import { GIVEN_COLUMNS, type GivenRow } from '../runs/index.ts';
import { comments, type ScoreRow } from '../scores/store.ts';
import { type Row, spanContent } from '../traces/span.ts';

export interface Page {
  workspace: string;
  from: Date;
  to: Date;
  /** Null for all end users. */
  endUser: string | null;
  /** The position of the last row of the previous page; undefined at the beginning. */
  after: string | undefined;
  limit: number;
}

/** The position of a row in its dataset. */
interface Positioned {
  position: string;
}

export interface ExportedRun extends Positioned, GivenRow {
  id: string;
  kind: string;
  subject: string;
  state: string;
  created_at: Date;
  finished_at: Date | null;
  api_key: string;
  idempotency_key: string;
  provider: string;
  currency: string;
  scale: number;
  reserved_amount: number;
  charged_amount: number | null;
  fee_amount: number | null;
  usage: Partial<Record<string, number>> | null;
  error_code: string | null;
  session_id: string | null;
  end_user_id: string | null;
  prompt_id: string | null;
  prompt_version: string | null;
  parent_run: string | null;
  trace: string | null;
  parent_span: string | null;
}

export type ExportedScore = Positioned & Omit<ScoreRow, 'request_hash' | 'person'>;

export type ExportedSpan = Positioned &
  Omit<Row, 'truncated' | 'position' | 'attributes' | 'events' | 'input' | 'output'> & {
    span: Buffer;
  };

export function selectRuns(tx: Queryable, page: Page): Promise<ExportedRun[]> {
  return tx.query<ExportedRun>(
    `select id as position, id, kind, subject, state, created_at, finished_at, api_key, idempotency_key, provider, currency,
       scale, reserved_amount, charged_amount, case when charged_amount is not null then fee_amount end as fee_amount,
       facts -> 'usage' as usage, error ->> 'code' as error_code, session_id, end_user_id, prompt_id, prompt_version,
       parent_run, trace, parent_span, ${GIVEN_COLUMNS}
     from run
     where workspace = $1 and id > $2 and id <= $3 and created_at >= $4 and created_at < $5
       and ($7::text is null or end_user_id = $7)
     order by id limit $6`,
    parametersOf(page),
  );
}

export async function selectScores(tx: Queryable, page: Page): Promise<ExportedScore[]> {
  const rows = await tx.query<ExportedScore>(
    `select id as position, id, created_at, name, numeric_value, category, boolean_value, source, comment, run, kind, trace_id,
       span_id, session_id, run_session_id, end_user_id, prompt_id, prompt_version, api_key
     from score
     where workspace = $1 and id > $2 and id <= $3 and created_at >= $4 and created_at < $5
       and ($7::text is null or end_user_id = $7)
     order by id limit $6`,
    parametersOf(page),
  );
  return decryptRows(tx.cipher, rows, comments(page.workspace));
}

/** Ids increase with time, within the tolerance of clocks. */
function parametersOf({ workspace, after, from, to, limit, endUser }: Page): unknown[] {
  return [workspace, after ?? earliestIdOf(from), latestIdOf(to), from, to, limit, endUser];
}

/** Times have microseconds, which a Date does not have: so positions are text. */
export async function selectSpans(tx: Queryable, page: Page): Promise<ExportedSpan[]> {
  const [startedAt = null, span = null, trace = null] = page.after?.split('/') ?? [];
  const rows = await tx.query<ExportedSpan>(
    `select to_char(started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.USZ') || '/' || encode(span, 'hex') || '/' || trace
         as position,
       trace, span, parent_span, started_at, duration, name, kind, status, status_message, service, operation, model, tool,
       input_tokens, output_tokens, cached_tokens, reasoning_tokens, reported_cost::text, session_id, end_user_id
     from client_span
     where workspace = $1 and started_at >= $2 and started_at < $3 and ($8::text is null or end_user_id = $8)
       and ($4::timestamptz is null
         or (started_at >= $4 and (started_at, span, trace) > ($4, decode($5, 'hex'), $6::uuid)))
     order by started_at, span, trace limit $7`,
    [page.workspace, page.from, page.to, startedAt, span, trace, page.limit, page.endUser],
  );
  return decryptRows(tx.cipher, rows, spanContent(page.workspace));
}

/*
 * Reads one snapshot in pieces, however slowly the caller takes them: one transaction reads them, each after the caller
 * has taken the one before. A long transaction keeps vacuum from removing the rows that it could see, so callers limit
 * its time.
 */

/** Its `return` ends the transaction. A piece is never null. */
export async function* readSnapshot<Piece>(
  db: Db,
  read: (tx: Queryable) => AsyncGenerator<Piece, void, undefined>,
): AsyncGenerator<Piece, void, undefined> {
  const pieces = new PassThrough({ objectMode: true, highWaterMark: 1 });
  const ended = db.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only');
    await pipeline(read(tx), pieces);
  });
  // Whatever the error, the caller gets it with the next piece.
  ended.catch((error: Error) => pieces.destroy(error));
  try {
    for await (const piece of pieces) yield piece as Piece;
  } finally {
    pieces.destroy();
    await ended.catch(() => {});
  }
}
