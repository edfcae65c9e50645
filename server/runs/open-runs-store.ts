/** The SQL of counts of runs that have not ended, for the operator. */
import type { Queryable } from '../platform/db/pool.ts';
import { RUN_OF_QUEUED } from './run-of-queued.ts';
import type { RunState } from './states.ts';

export interface OpenRuns {
  kind: string;
  provider: string;
  state: RunState;
  runs: number;
  /** The credit that is held for them, in units. */
  held: number;
  /** How long the oldest one has been in its state. */
  oldest_seconds: number;
}

export function countOpenRuns(db: Queryable): Promise<OpenRuns[]> {
  return db.query<OpenRuns>(
    `select m.kind, m.provider, m.state, count(*)::integer as runs,
       sum(m.reserved_amount)::double precision as held,
       extract(epoch from now() - min(m.updated_at))::double precision as oldest_seconds
     from run_queue q ${RUN_OF_QUEUED}
     group by m.kind, m.provider, m.state`,
    [],
    'count_open_runs',
  );
}
