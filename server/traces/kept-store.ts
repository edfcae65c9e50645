/**
 * The SQL of what is done to stored spans and scores besides reading them: finding and erasing the data of one end user,
 * removing spans whose retention in their workspace is over, and encrypting what was saved before there was a key.
 */
import {
  byteaOf,
  decryptRows,
  encryptColumns,
  type KeptContent,
  keyedHash,
  replace,
  textOfHash,
} from '../platform/db/encryption/index.ts';
import type { Queryable } from '../platform/db/pool.ts';
import { comments } from '../scores/store.ts';
import { spanContent } from './span.ts';

/** Where data of an end user may be. */
export interface EndUserReferences {
  endUser: string;
  /** UUIDs of the traces of their runs, and of the runs themselves. */
  traces: readonly string[];
  runs: readonly string[];
  sessions: readonly string[];
}

/** Spans that name them, and spans of their traces and sessions that name nobody else. */
const OF_END_USER = `workspace = $1 and (end_user_id = $2
  or (end_user_id is null and (trace = any ($3::uuid[]) or session_id = any ($4::text[]))))`;

interface FoundSpan {
  trace: string;
  span: string;
  [column: string]: unknown;
}

export async function selectSpansOfEndUser(
  db: Queryable,
  workspace: string,
  { endUser, traces, sessions }: EndUserReferences,
): Promise<FoundSpan[]> {
  const rows = await db.query<FoundSpan>(
    `select trace, encode(span, 'hex') as span, encode(parent_span, 'hex') as parent_span, started_at, duration, name,
       kind, status, status_message, service, operation, model, tool, session_id, end_user_id, input, output, attributes, events
     from client_span where ${OF_END_USER} order by started_at`,
    [workspace, endUser, traces, sessions],
  );
  return decryptRows(db.cipher, rows, spanContent(workspace));
}

/** Traces with a span that names them: other spans of such a trace may be about them as well. */
export async function selectTracesOfEndUser(
  db: Queryable,
  workspace: string,
  endUser: string,
): Promise<string[]> {
  const rows = await db.query<{ trace: string }>(
    'select distinct trace from client_span where end_user_id = $2 and workspace = $1',
    [workspace, endUser],
  );
  return rows.map(({ trace }) => trace);
}

export async function deleteSpansOfEndUser(
  db: Queryable,
  workspace: string,
  { endUser, traces, sessions }: EndUserReferences,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `with deleted as (delete from client_span where ${OF_END_USER} returning 1)
     select count(*)::integer as count from deleted`,
    [workspace, endUser, traces, sessions],
  );
  return row!.count;
}

const SCORES_OF = `workspace = $1 and (run = any ($2::uuid[]) or end_user_id = $3
  or session_id = any ($4::text[]) or trace_id = any ($5::text[]))`;

export async function selectScoresOfEndUser(
  db: Queryable,
  workspace: string,
  { runs, endUser, sessions, traces }: EndUserReferences,
): Promise<Record<string, unknown>[]> {
  const rows = await db.query<Record<string, unknown> & { id: string; comment: string | null }>(
    `select id, created_at, name, source, numeric_value, category, boolean_value, comment, run, trace_id, span_id, session_id
     from score where ${SCORES_OF} order by id`,
    [workspace, runs, endUser, sessions, traces.map(traceIdOf)],
  );
  return decryptRows(db.cipher, rows, comments(workspace));
}

/** Scores of runs stay, without words and names; scores of their sessions and spans are deleted. */
export async function eraseScoresOfEndUser(
  db: Queryable,
  workspace: string,
  { runs, endUser, sessions, traces }: EndUserReferences,
): Promise<void> {
  const values = [workspace, runs, endUser, sessions, traces.map(traceIdOf)];
  await db.query(`delete from score where run is null and ${SCORES_OF}`, values);
  await db.query(
    `update score set comment = null, end_user_id = null, run_session_id = null where ${SCORES_OF}`,
    values,
  );
}

function traceIdOf(uuid: string): string {
  return uuid.replaceAll('-', '');
}

export async function removeSpansBefore(
  db: Queryable,
  workspace: string,
  moment: Date,
  isTimeUp: () => boolean,
): Promise<boolean> {
  for (;;) {
    const [row] = await db.query<{ removed: number }>(
      `with first as (
         select started_at as at from client_span
         where workspace = $1 and started_at < $2 order by started_at limit 1
       ), removed as (
         delete from client_span
         where workspace = $1 and started_at >= (select at from first)
           and started_at < least($2, (select at from first) + interval '10 minutes')
         returning 1
       )
       select count(*)::integer as removed from removed`,
      [workspace, moment],
    );
    if (row!.removed === 0) return true;
    if (isTimeUp()) return false;
  }
}

type PrimaryKey = readonly string[];

const CLIENT_SPAN = {
  table: 'client_span',
  key: { workspace: 'uuid', trace: 'uuid', started_at: 'timestamptz', span: 'bytea' },
};
const SCORE = { table: 'score', key: { workspace: 'uuid', id: 'uuid' } };

interface StoredSpan {
  primary_key: PrimaryKey;
  workspace: string;
  trace: string;
  span: Buffer;
  status_message: string | null;
  attributes: string;
  events: string | null;
  input: string | null;
  output: string | null;
}

const spans: KeptContent<StoredSpan> = {
  ...CLIENT_SPAN,
  name: 'spans of programs',
  texts: [...spanContent('').columns],
  read: 'workspace, trace, span, status_message, attributes, events, input, output',
  encrypt: encryptColumns<StoredSpan>(CLIENT_SPAN, {
    ...spanContent(''),
    at: (row) => spanContent(row.workspace).at(row),
  }),
};

interface StoredScore {
  primary_key: PrimaryKey;
  workspace: string;
  id: string;
  comment: string | null;
}

const scores: KeptContent<StoredScore> = {
  ...SCORE,
  name: 'comments of scores',
  texts: ['comment'],
  read: 'workspace, id, comment',
  encrypt: encryptColumns<StoredScore>(SCORE, {
    ...comments(''),
    at: (row) => comments(row.workspace).at(row),
  }),
};

type StoredHash = Pick<StoredScore, 'primary_key' | 'workspace'> & { request_hash: Buffer };

const hashes: KeptContent<StoredHash> = {
  ...SCORE,
  name: 'hashes of scores',
  texts: [textOfHash('request_hash')],
  read: 'workspace, request_hash',
  async encrypt(db, rows) {
    const keyed = await Promise.all(
      rows.map(({ workspace, request_hash }) => keyedHash(db.cipher, workspace, request_hash)),
    );
    await replace(
      db,
      { ...SCORE, column: 'request_hash', type: 'bytea' },
      rows.map(({ primary_key, request_hash }, i) => ({
        ...{ primary_key, before: byteaOf(request_hash), after: byteaOf(keyed[i]!) },
      })),
    );
  },
};

export const KEPT_OF_OBSERVABILITY = [spans, scores, hashes] as readonly KeptContent[];
