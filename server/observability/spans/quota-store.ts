/** The number of spans that a workspace sent in a day, if the spans themselves are stored outside PostgreSQL. */
import type { Db } from '../../db/pool.ts';
import { quotaExceeded } from './quota.ts';

export interface SpanQuota {
  /** Throws the Problem of a used-up quota. */
  check(workspace: string): Promise<void>;
  /** All or none; throws like `check`. The returned function takes them back, if they could not be saved. */
  take(workspace: string, spans: number): Promise<() => Promise<void>>;
}

export function createSpanQuota(db: Db, { maxSpansPerDay }: { maxSpansPerDay: number }): SpanQuota {
  return {
    async check(workspace) {
      const [row] = await db.query(
        'select from span_day where workspace = $1 and day = $2 and spans >= $3',
        [workspace, today(), maxSpansPerDay],
        'span_quota_check',
      );
      if (row) throw quotaExceeded(maxSpansPerDay);
    },
    async take(workspace, spans) {
      const day = today();
      const [row] = await db.query(
        `insert into span_day as d (workspace, day, spans) select $1, $2, $3::bigint where $3 <= $4::bigint
         on conflict (workspace, day) do update set spans = d.spans + excluded.spans
           where d.spans + excluded.spans <= $4
         returning spans`,
        [workspace, day, spans, maxSpansPerDay],
        'span_quota_take',
      );
      if (!row) throw quotaExceeded(maxSpansPerDay);
      return async () => {
        await db.query(
          'update span_day set spans = spans - $3 where workspace = $1 and day = $2',
          [workspace, day, spans],
          'span_quota_give_back',
        );
      };
    },
  };
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
