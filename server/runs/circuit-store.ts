/**
 * The SQL of circuits: one row for each queue, which all processes share. Times are those of PostgreSQL's clock. Each
 * change is conditional, so that only one of many processes opens, probes or closes a circuit.
 */
import type { Queryable } from '../platform/db/pool.ts';
import { RUN_OF_QUEUED } from './sweep-store.ts';

export interface CircuitRow {
  queue: string;
  opened_at: Date | null;
  /** Until the next probe may be sent; at most 0 if it may be sent now. */
  probe_in_ms: number;
}

/** The circuits that have been open or had a retry. */
export function readCircuits(db: Queryable): Promise<CircuitRow[]> {
  return db.query<CircuitRow>(
    `select queue, opened_at,
       coalesce(extract(epoch from greatest(due_at, probe_until) - now()), 0)::double precision * 1000 as probe_in_ms
     from provider_circuit`,
    [],
    'circuit_states',
  );
}

/** Whether it was closed before. */
export async function openCircuit(db: Queryable, queue: string, pauseMs: number): Promise<boolean> {
  const rows = await db.query(
    `insert into provider_circuit as c (queue, opened_at, due_at, openings)
     values ($1, now(), now() + $2::integer * interval '1 ms', 1)
     on conflict (queue) do update set
       opened_at = excluded.opened_at, due_at = excluded.due_at, failed_probes = 0,
       probe = null, probe_until = null, openings = c.openings + 1
     where c.opened_at is null
     returning queue`,
    [queue, pauseMs],
    'open_circuit',
  );
  return rows.length > 0;
}

/** Whether it was open before. */
export async function closeCircuit(db: Queryable, queue: string): Promise<boolean> {
  const rows = await db.query(
    `update provider_circuit set
       opened_at = null, due_at = null, failed_probes = 0, probe = null, probe_until = null
     where queue = $1 and opened_at is not null returning queue`,
    [queue],
    'close_circuit',
  );
  return rows.length > 0;
}

/** Whether the caller got the probe: no probe is under way, the next one is due, and a run waits that can be it. */
export async function takeProbe(
  db: Queryable,
  { queue, probe, withinMs }: { queue: string; probe: string; withinMs: number },
): Promise<boolean> {
  const rows = await db.query(
    `update provider_circuit set
       probe = $2, probe_until = now() + $3::integer * interval '1 ms', probes = probes + 1
     where queue = $1 and opened_at is not null and due_at <= now()
       and (probe_until is null or probe_until <= now())
       and exists (
         select from run_queue q
         where q.queue = $1 and q.step = 'submit' and q.claim is null
           and q.due_at <= now() and q.give_up_at > now())
     returning queue`,
    [queue, probe, withinMs],
    'take_probe',
  );
  return rows.length > 0;
}

/** The process sent nothing as this probe. */
export async function giveProbeBack(db: Queryable, queue: string, probe: string): Promise<void> {
  await db.query(
    `update provider_circuit set probe = null, probe_until = null, probes = probes - 1
     where queue = $1 and probe = $2`,
    [queue, probe],
    'give_probe_back',
  );
}

/** The next probe waits twice as long as this one did, within these limits. */
export async function failProbe(
  db: Queryable,
  { queue, probe, firstMs, longestMs }: FailedProbe,
): Promise<void> {
  await db.query(
    `update provider_circuit set
       failed_probes = failed_probes + 1, probe = null, probe_until = null,
       due_at = now() + least($3::integer * 2 ^ least(failed_probes + 1, 20), $4::integer) * interval '1 ms'
     where queue = $1 and probe = $2 and opened_at is not null`,
    [queue, probe, firstMs, longestMs],
    'fail_probe',
  );
}

interface FailedProbe {
  queue: string;
  probe: string;
  firstMs: number;
  longestMs: number;
}

/**
 * Schedules this many retries, one after another, from what the budget has left; `earned` is the number that requests
 * have earned since. Returns how long the last of them has to wait. PostgreSQL reads the clock after it locks the row,
 * so a call that waited for another one counts from then on.
 */
export async function takeRetries(
  db: Queryable,
  { queue, count, earned, spacingMs, atOnce }: TakenRetries,
): Promise<number> {
  const [row] = await db.query<{ wait_ms: number }>(
    `insert into provider_circuit as c (queue, retries_until)
     values ($1, clock_timestamp() + ($2::integer - $5::integer) * $4::integer * interval '1 ms')
     on conflict (queue) do update set
       retries_until = greatest(
         c.retries_until - $3::double precision * $4::integer * interval '1 ms',
         clock_timestamp() - $5::integer * $4::integer * interval '1 ms') + $2::integer * $4::integer * interval '1 ms'
     returning extract(epoch from retries_until - clock_timestamp())::double precision * 1000 as wait_ms`,
    [queue, count, earned, spacingMs, atOnce],
    'take_retries',
  );
  return row!.wait_ms;
}

interface TakenRetries {
  queue: string;
  count: number;
  earned: number;
  /** The time between two retries once the budget is spent. */
  spacingMs: number;
  /** Retries that may go at once if none was needed for a long time. */
  atOnce: number;
}

export interface CircuitFigures {
  kind: string;
  provider: string;
  is_open: boolean;
  openings: number;
  probes: number;
  retries_left: number;
}

/** For the operator. */
export function selectFigures(
  db: Queryable,
  { spacingMs, atOnce }: Pick<TakenRetries, 'spacingMs' | 'atOnce'>,
): Promise<CircuitFigures[]> {
  return db.query<CircuitFigures>(
    `select split_part(queue, '/', 1) as kind, split_part(queue, '/', 2) as provider, opened_at is not null as is_open,
       openings::double precision, probes::double precision,
       least($2::integer, greatest(0, floor(
         extract(epoch from now() - greatest(retries_until, now() - interval '1 day')) * 1000 / $1::integer
       )))::double precision as retries_left
     from provider_circuit`,
    [spacingMs, atOnce],
    'circuit_figures',
  );
}

/** Moves runs that no process has sent from a queue to the first of these providers that their terms name. */
export async function moveUnsentRuns(
  db: Queryable,
  { queue, kind, providers, atMost }: MovedRuns,
): Promise<{ id: string; provider: string }[]> {
  return db.query(
    `with picked as (
       select q.workspace, q.run, (
         select u.value ->> 'provider'
         from json_array_elements(m.terms -> 'upstreams') with ordinality as u (value, place)
         where u.value ->> 'provider' = any ($3) order by u.place limit 1) as provider
       from run_queue q ${RUN_OF_QUEUED}
       where q.queue = $1 and q.step = 'submit' and q.claim is null and q.give_up_at > now()
         and m.unknown_reason is null
         and exists (
           select from json_array_elements(m.terms -> 'upstreams') u where u ->> 'provider' = any ($3))
       order by q.run limit $4
       for update of q skip locked
     ), moved as (
       update run_queue q set queue = $2 || '/' || p.provider, due_at = now()
       from picked p where q.run = p.run
       returning q.workspace, q.run, p.provider
     )
     update run m set provider = p.provider, version = m.version + 1, updated_at = now(),
       next_attempt_at = case when m.state = 'queued' then now() end
     from moved p
     where m.workspace = p.workspace and m.id = p.run and m.state in ('reserved', 'queued')
     returning m.id, m.provider`,
    [queue, kind, providers, atMost],
    'move_unsent_runs',
  );
}

interface MovedRuns {
  queue: string;
  kind: string;
  /** In any order: the order of the terms counts. */
  providers: string[];
  atMost: number;
}
