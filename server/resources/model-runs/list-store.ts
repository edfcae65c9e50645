/** The SQL of the list: a bounded scan over the newest runs of a workspace. */
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

/** Newest runs first, from a bounded number of rows; at least one row comes back, perhaps without a run. */
export function scanRuns(
  db: Queryable,
  { workspace, before, after, filter, scanAtMost, takeAtMost }: Scan,
): Promise<(RunRow & { scanned: number; last_id: string | null })[]> {
  return db.query(
    `with scanned as materialized (
       select ${SUMMARY_COLUMNS} from model_run r
       where r.workspace = $1 and r.id < $2 and r.id > $3 and ($10::text is null or r.idempotency_key = $10)
       order by r.id desc limit $11
     ), page as (
       select * from scanned s
       where ($4::text is null or s.state = $4) and ($5::text is null or s.model = $5)
         and ($6::timestamptz is null or s.created_at > $6) and ($7::timestamptz is null or s.created_at < $7)
         and ($8::text is null or s.session_id = $8) and ($9::text is null or s.end_user_id = $9)
       order by s.id desc limit $12
     ), edge as (
       select count(*) as scanned, (array_agg(id order by id))[1] as last_id from scanned
     )
     select edge.scanned, edge.last_id, page.* from edge left join page on true order by page.id desc`,
    [
      workspace,
      before,
      after,
      filter.state ?? null,
      filter.model ?? null,
      filter.createdAfter ?? null,
      filter.createdBefore ?? null,
      filter.sessionId ?? null,
      filter.endUserId ?? null,
      filter.idempotencyKey ?? null,
      scanAtMost,
      takeAtMost,
    ],
    'scan_runs',
  );
}
