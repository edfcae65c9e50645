/** The SQL of the list: a bounded scan over the newest runs of a workspace, or over those that a text names. */
import type { Queryable } from '../../db/pool.ts';
import type { ListQuery } from './list.ts';
import { type RunRow, SUMMARY_COLUMNS } from './run-row.ts';

export interface Scan {
  workspace: string;
  /** Ids are below `before` and above `after`. */
  before: string;
  after: string;
  filter: ListQuery;
  scanAtMost: number;
  takeAtMost: number;
}

type Scanned = RunRow & { scanned: number; last_id: string | null };

/** What is kept of the rows in `scanned`; at least one row comes back, perhaps without a run. */
const PAGE = `page as (
   select * from scanned s
   where ($4::text[] is null or s.state = any ($4)) and ($5::text is null or s.model = $5)
     and ($6::timestamptz is null or s.created_at > $6) and ($7::timestamptz is null or s.created_at < $7)
     and ($8::text is null or s.session_id = $8) and ($9::text is null or s.end_user_id = $9)
     and ($13::uuid is null or s.api_key = $13)
     and ($14::text is null or s.prompt_id = $14) and ($15::text is null or s.prompt_version = $15)
   order by s.id desc limit $12
 ), edge as (
   select count(*) as scanned, (array_agg(id order by id))[1] as last_id from scanned
 )
 select edge.scanned, edge.last_id, page.* from edge left join page on true order by page.id desc`;

/** Newest runs first, from a bounded number of rows. */
export function scanRuns(db: Queryable, scan: Scan): Promise<Scanned[]> {
  return db.query(
    `with scanned as materialized (
       select ${SUMMARY_COLUMNS} from model_run r
       where r.workspace = $1 and r.id < $2 and r.id > $3 and ($10::text is null or r.idempotency_key = $10)
       order by r.id desc limit $11
     ), ${PAGE}`,
    parametersOf(scan, scan.filter.idempotencyKey ?? null),
    'scan_runs',
  );
}

/** The same among the runs whose request key, session or end user is this text, or which have this id. */
export function searchRuns(
  db: Queryable,
  scan: Scan,
  { text, uuid }: { text: string; uuid: string | null },
): Promise<Scanned[]> {
  return db.query(
    `with named as (
       select id from model_run where workspace = $1 and id = $16
       union
       select id from model_run where workspace = $1 and idempotency_key = $10
       union
       (select id from model_run where session_id = $10 and workspace = $1 and id < $2 and id > $3
        order by id desc limit $11)
       union
       (select id from model_run where end_user_id = $10 and workspace = $1 and id < $2 and id > $3
        order by id desc limit $11)
     ), scanned as materialized (
       select ${SUMMARY_COLUMNS} from model_run r
       where r.workspace = $1 and r.id < $2 and r.id > $3 and r.id = any (array(select id from named))
       order by r.id desc limit $11
     ), ${PAGE}`,
    [...parametersOf(scan, text), uuid],
    'search_runs',
  );
}

function parametersOf(scan: Scan, text: string | null): unknown[] {
  const { filter } = scan;
  return [
    scan.workspace,
    scan.before,
    scan.after,
    filter.states ?? null,
    filter.model ?? null,
    filter.createdAfter ?? null,
    filter.createdBefore ?? null,
    filter.sessionId ?? null,
    filter.endUserId ?? null,
    text,
    scan.scanAtMost,
    scan.takeAtMost,
    filter.apiKey ?? null,
    filter.promptId ?? null,
    filter.promptVersion ?? null,
  ];
}
