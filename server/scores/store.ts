/** The SQL of scores. */

import { type Columns, decryptRows, encryptRows } from '../platform/db/encryption/index.ts';
import type { Queryable } from '../platform/db/pool.ts';

export interface ScoreRow {
  id: string;
  request_hash: Buffer;
  /** One of the two: who saved it. */
  api_key: string | null;
  person: string | null;
  created_at: Date;
  name: string;
  source: 'human' | 'automatic';
  numeric_value: number | null;
  category: string | null;
  boolean_value: boolean | null;
  comment: string | null;
  run: string | null;
  kind: string | null;
  trace_id: string | null;
  span_id: string | null;
  session_id: string | null;
  run_session_id: string | null;
  end_user_id: string | null;
  prompt_id: string | null;
  prompt_version: string | null;
}

type NewScore = Omit<ScoreRow, 'created_at'> & { workspace: string; request_key: string };

/** What the score judges. */
export type Target = Pick<ScoreRow, 'run' | 'trace_id' | 'span_id' | 'session_id'>;

/** What a score copies from the run that it judges. */
export type JudgedRun = Pick<
  ScoreRow,
  'kind' | 'run_session_id' | 'end_user_id' | 'prompt_id' | 'prompt_version'
>;

const COLUMNS = `id, request_hash, api_key, person, created_at, name, source, numeric_value, category, boolean_value, comment, run, kind,
  trace_id, span_id, session_id, run_session_id, end_user_id, prompt_id, prompt_version`;

/** Saving another score of the same subject waits until this transaction has ended. */
export async function lockTarget(tx: Queryable, workspace: string, target: Target): Promise<void> {
  const { run, trace_id, span_id, session_id } = target;
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [
    JSON.stringify([workspace, run, trace_id, span_id, session_id]),
  ]);
}

export async function selectScoreOfKey(
  db: Queryable,
  workspace: string,
  requestKey: string,
): Promise<ScoreRow | undefined> {
  const [row] = await db.query<ScoreRow>(
    `select ${COLUMNS} from score where workspace = $1 and request_key = $2`,
    [workspace, requestKey],
  );
  return row && readScore(db, workspace, row);
}

export async function selectJudgedRun(
  db: Queryable,
  workspace: string,
  run: string,
): Promise<JudgedRun | undefined> {
  const [row] = await db.query<JudgedRun>(
    `select kind, session_id as run_session_id, end_user_id, prompt_id, prompt_version
     from run where workspace = $1 and id = $2`,
    [workspace, run],
  );
  return row;
}

export async function countScoresOf(
  db: Queryable,
  workspace: string,
  { run, trace_id, span_id, session_id }: Target,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::integer as count from score
     where workspace = $1 and (run = $2 or trace_id = $3 and span_id = $4 or session_id = $5)`,
    [workspace, run, trace_id, span_id, session_id],
  );
  return row!.count;
}

/** Undefined if the request key is already known. */
export async function insertScore(db: Queryable, score: NewScore): Promise<ScoreRow | undefined> {
  const [saved] = await encryptRows(db.cipher, [score], comments(score.workspace));
  const [row] = await db.query<ScoreRow>(
    `insert into score (workspace, request_key, id, request_hash, api_key, name, source, numeric_value, category, boolean_value,
       comment, run, kind, trace_id, span_id, session_id, run_session_id, end_user_id, prompt_id, prompt_version, person)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)
     on conflict (workspace, request_key) do nothing returning ${COLUMNS}`,
    [
      ...[score.workspace, score.request_key, score.id, score.request_hash, score.api_key],
      ...[score.name, score.source, score.numeric_value, score.category, score.boolean_value],
      ...[saved!.comment, score.run, score.kind, score.trace_id, score.span_id, score.session_id],
      ...[score.run_session_id, score.end_user_id, score.prompt_id, score.prompt_version],
      score.person,
    ],
  );
  return row && readScore(db, score.workspace, row);
}

export async function selectScore(
  db: Queryable,
  workspace: string,
  id: string,
): Promise<ScoreRow | undefined> {
  const [row] = await db.query<ScoreRow>(
    `select ${COLUMNS} from score where workspace = $1 and id = $2`,
    [workspace, id],
  );
  return row && readScore(db, workspace, row);
}

async function readScore(db: Queryable, workspace: string, row: ScoreRow): Promise<ScoreRow> {
  const [read] = await decryptRows(db.cipher, [row], comments(workspace));
  return read!;
}

/** The deleted score, with its stored comment; undefined if there was none. */
export async function removeScore(
  db: Queryable,
  workspace: string,
  id: string,
): Promise<ScoreRow | undefined> {
  const [row] = await db.query<ScoreRow>(
    `delete from score where workspace = $1 and id = $2 returning ${COLUMNS}`,
    [workspace, id],
  );
  return row;
}

/** Ids are below `before` and above `after`. Null if a filter was not given. */
interface ScoreScan {
  workspace: string;
  before: string;
  after: string;
  run: string | null;
  traceId: string | null;
  spanId: string | null;
  sessionId: string | null;
  promptId: string | null;
  promptVersion: string | null;
  name: string | null;
  source: string | null;
  createdAfter: Date | null;
  createdBefore: Date | null;
  scanAtMost: number;
  takeAtMost: number;
}

type ScannedScore = ScoreRow & { scanned: number; last_id: string | null };

/** Newest first, from a limited number of rows; returns at least one row, perhaps without a score. */
export async function scanScores(db: Queryable, scan: ScoreScan): Promise<ScannedScore[]> {
  // The subject and the prompt have indexes, a span only within its trace; other filters apply to the rows found.
  const rows = await db.query<ScannedScore>(
    `with scanned as materialized (
       select ${COLUMNS} from score
       where workspace = $1 and id < $2 and id > $3
         and ($4::uuid is null or run = $4) and ($5::text is null or trace_id = $5)
         and ($6::text is null or $5 is null or span_id = $6) and ($7::text is null or session_id = $7)
         and ($8::text is null or prompt_id = $8)
       order by id desc limit $14
     ), page as (
       select * from scanned
       where ($6 is null or span_id = $6) and ($9::text is null or prompt_version = $9) and ($10::text is null or name = $10)
         and ($11::text is null or source = $11)
         and ($12::timestamptz is null or created_at > $12) and ($13::timestamptz is null or created_at < $13)
       order by id desc limit $15
     ), edge as (
       select count(*)::integer as scanned, (array_agg(id order by id))[1] as last_id from scanned
     )
     select edge.scanned, edge.last_id, page.* from edge left join page on true order by page.id desc`,
    [
      ...[scan.workspace, scan.before, scan.after],
      ...[scan.run, scan.traceId, scan.spanId, scan.sessionId, scan.promptId, scan.promptVersion],
      ...[scan.name, scan.source, scan.createdAfter, scan.createdBefore],
      ...[scan.scanAtMost, scan.takeAtMost],
    ],
  );
  return decryptRows(db.cipher, rows, comments(scan.workspace));
}

/* The SQL of scores by the version of a prompt. */

export interface SummedScores {
  version: string | null;
  name: string;
  dataType: 'numeric' | 'categorical' | 'boolean';
  count: number;
  mean: number | null;
  lowest: number | null;
  highest: number | null;
  values: { value: string; count: number }[] | null;
  /** Whether there are more scores than those in the sums. */
  is_partial: boolean;
}

/** Of the newest `atMost` scores of the prompt's runs. The newest version first, if versions are numbers. */
export function sumScoresOfPrompt(
  db: Queryable,
  wanted: {
    workspace: string;
    promptId: string;
    atMost: number;
    mostValues: number;
    mostRows: number;
  },
): Promise<SummedScores[]> {
  return db.query(
    `with newest as materialized (
       select prompt_version as version, name, numeric_value,
         case when numeric_value is not null then 'numeric' when category is not null then 'categorical' else 'boolean' end
           as type,
         coalesce(category, boolean_value::text) as value, row_number() over (order by id desc) as place
       from score where workspace = $1 and prompt_id = $2 order by id desc limit $3 + 1
     ), kept as (select * from newest where place <= $3),
     shares as (
       select version, name, type, value, count(*) as count,
         row_number() over (partition by version, name, type order by count(*) desc, value) as place
       from kept where value is not null group by version, name, type, value
     ), listed as (
       select version, name, type, json_agg(json_build_object('value', value, 'count', count) order by place) as values
       from shares where place <= $4 group by version, name, type
     ), sums as (
       select version, name, type, count(*)::integer as count, avg(numeric_value) as mean, min(numeric_value) as lowest,
         max(numeric_value) as highest
       from kept group by version, name, type
     )
     select s.version, s.name, s.type as "dataType", s.count, s.mean, s.lowest, s.highest, l.values,
       (select count(*) > $3 from newest) as is_partial
     from sums s left join listed l on l.version is not distinct from s.version and l.name = s.name and l.type = s.type
     order by length(s.version) desc nulls last, s.version desc, s.name, s.type limit $5`,
    [wanted.workspace, wanted.promptId, wanted.atMost, wanted.mostValues, wanted.mostRows],
  );
}

/* The comments of scores, encrypted and bound to the score. */

export const comments = (workspace: string): Columns<{ id: string; comment: string | null }> => ({
  table: 'score',
  columns: ['comment'],
  at: ({ id }) => ({ workspace, key: id }),
});
