/** The SQL of the audit trail. */
import type { Queryable } from '../platform/db/pool.ts';

export interface EventRow {
  id: number;
  run: string | null;
  /** Of the run. */
  runKind: string | null;
  kind: string;
  detail: Record<string, unknown>;
  actor: string | null;
  createdAt: Date;
}

export interface EventFilter {
  kind?: string;
  /** Acts of people, or acts of the command line and the service. */
  by?: 'people' | 'service';
  actor?: string;
  from?: Date;
  to?: Date;
}

export interface EventPage {
  workspace: string;
  /** Members whose sign-ins belong to the workspace, and since when. */
  members: readonly { user: string; since: Date }[];
  filter: EventFilter;
  before: number;
  limit: number;
}

/** Of the alias `e`. */
const MATCHES = `
  e.id < $2 and ($4::text is null or e.kind = $4) and ($5::text is null or (e.actor is not null) = ($5 = 'people'))
  and ($6::uuid is null or e.actor = $6) and ($7::timestamptz is null or e.created_at >= $7)
  and ($8::timestamptz is null or e.created_at < $8)`;

/** PostgreSQL reads the newest of each member by the index on persons, so sign-ins of other people cost nothing. */
export function selectEvents(db: Queryable, page: EventPage): Promise<EventRow[]> {
  const { workspace, members, filter, before, limit } = page;
  return db.query<EventRow>(
    `select e.id, e.run, e.kind, e.detail, e.actor, e.created_at as "createdAt",
       (select r.kind from run r where r.workspace = e.workspace and r.id = e.run) as "runKind"
     from (
       (select e.* from audit_event e where e.workspace = $1 and ${MATCHES} order by e.id desc limit $3)
       union all
       (select o.* from unnest($9::uuid[], $10::timestamptz[]) m (user_id, since) cross join lateral (
          select e.* from audit_event e
          where e.workspace is null and e.actor is not null and e.actor = m.user_id and e.created_at >= m.since
            and e.kind in ('user_signed_in', 'user_signed_out', 'password_changed', 'password_reset',
              'user_renamed', 'sessions_ended', 'second_factor_enabled', 'second_factor_disabled', 'recovery_code_used',
              'recovery_codes_replaced') and ${MATCHES}
          order by e.id desc limit $3) o)
     ) e order by e.id desc limit $3`,
    [
      ...[workspace, before, limit],
      ...[filter.kind ?? null, filter.by ?? null, filter.actor ?? null],
      ...[filter.from ?? null, filter.to ?? null],
      ...[members.map(({ user }) => user), members.map(({ since }) => since)],
    ],
  );
}

/** One event of this kind for each detail, in their order. */
export async function insertEvents(
  tx: Queryable,
  events: {
    workspace: string | null;
    kind: string;
    details: readonly Record<string, unknown>[];
    actor: string | undefined;
  },
): Promise<void> {
  await tx.query(
    `insert into audit_event (workspace, kind, detail, actor)
     select $1, $2, d.detail, $4 from json_array_elements($3) with ordinality d (detail, n) order by d.n`,
    [events.workspace, events.kind, JSON.stringify(events.details), events.actor ?? null],
  );
}

/** What an operator did. */
export interface Act {
  /** Null if it concerns none. */
  workspace: string | null;
  via: 'console' | 'command_line' | 'rule';
  /** Who did it in the console. */
  actor?: string;
  kind: string;
  reason?: string | undefined;
  detail: Record<string, unknown>;
  /** It does this act once. */
  requestKey?: string;
}

/** False if the request key has done an act before. */
export async function insertAct(tx: Queryable, act: Act): Promise<boolean> {
  const { workspace, via, actor, kind, reason, detail, requestKey } = act;
  const rows = await tx.query(
    `insert into operator_act (workspace, via, actor, kind, reason, detail, request_key)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (request_key) do nothing returning id`,
    [
      ...[workspace, via, actor ?? null, kind, reason ?? null],
      ...[JSON.stringify(detail), requestKey ?? null],
    ],
  );
  return rows.length > 0;
}

/** Whether the request key has done this very act. */
export async function hasAct(tx: Queryable, act: Act): Promise<boolean> {
  const { workspace, kind, reason, detail, requestKey } = act;
  const rows = await tx.query(
    `select from operator_act where request_key = $1 and workspace is not distinct from $2 and kind = $3
       and reason is not distinct from $4 and detail::jsonb = $5::jsonb`,
    [requestKey ?? null, workspace, kind, reason ?? null, JSON.stringify(detail)],
  );
  return rows.length > 0;
}
