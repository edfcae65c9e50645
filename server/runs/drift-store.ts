/** The SQL of the drift report: the ended runs of a workspace within a period, with what they cost. */
import type { Queryable } from '../platform/db/pool.ts';
import type { RunState } from './states.ts';

export interface EndedRun {
  id: string;
  kind: string;
  state: RunState;
  provider: string;
  provider_reference: string | null;
  created_at: Date;
  scale: number;
  charged_amount: number | null;
  provider_amount: number | null;
  /** What the deployment bears, by its ledger; null if it bears nothing. */
  loss_amount: number | null;
}

export interface Span {
  workspace: string;
  kinds: string[];
  /** Only ids above this one; ids rise with time. */
  after: string;
  /** Only ids below this one. */
  before: string;
  from: Date;
  until: Date;
}

export function endedRuns(db: Queryable, span: Span, atMost: number): Promise<EndedRun[]> {
  return db.query<EndedRun>(
    `select m.id, m.kind, m.state, m.provider, m.provider_reference, m.created_at, m.scale, m.charged_amount,
       m.provider_amount, e.amount as loss_amount
     from run m
     left join ledger_entry e on e.workspace = m.workspace and e.run = m.id and e.kind = 'loss'
     where m.workspace = $1 and m.id > $2 and m.id < $3 and m.created_at >= $4 and m.created_at < $5
       and m.state in ('completed', 'failed') and m.kind = any ($7)
     order by m.id limit $6`,
    [span.workspace, span.after, span.before, span.from, span.until, atMost, span.kinds],
    'ended_runs',
  );
}
