-- How a database that has gone back in time is told from the one that the deployment worked with.

-- A dump that is loaded again, or a database copied from another, has the cluster and the timeline of what it
-- was taken from, and other numbers in the catalog.
create function database_place() returns text
language sql stable as $$
  select d.oid || '/' || 'deployment'::regclass::oid from pg_database d where d.datname = current_database()
$$;

-- Files that were put back have the same numbers, and lack what was written since. So each process that
-- claims counts in a row of its own, and remembers how far: whoever finds less has gone back with the database.
create table witness (
  id      uuid primary key,
  count   bigint not null,
  seen_at timestamptz not null default now()
) with (fillfactor = 50);

alter table deployment add column place text;
alter table deployment add column went_back boolean not null default false;
update deployment set place = database_place();

-- As before, and the two above are looked at here too.
create or replace function claim_model_runs(for_provider text, at_most integer, new_claim uuid, by_worker uuid)
returns table (
  workspace uuid, id uuid, attempt integer, terms json, fee_basis_points integer, scale smallint,
  reserved_amount bigint, traceparent text, session_id text, end_user_id text, request text
) language plpgsql
set plan_cache_mode = force_custom_plan as $$
declare
  known deployment;
begin
  -- A repeat waits for the first call, which may still be committing: then it finds what that one claimed.
  perform pg_advisory_xact_lock(hashtextextended(new_claim::text, 0));
  if not exists (select from worker w where w.id = by_worker and w.lease_until > now()) then
    return;
  end if;
  select * into known from deployment;
  if known.only_row and (known.went_back or known.place is distinct from database_place()) then
    return;
  end if;
  if known.system_identifier is not null and (
    known.system_identifier <> (select c.system_identifier::text from pg_control_system() c)
    or known.timeline <> ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer
  ) then
    return;
  end if;
  if not exists (select from run_queue q where q.worker = by_worker and q.claim = new_claim) then
    with waiting as (
      select q.run, q.workspace, q.due_at from run_queue q
      where q.provider = for_provider and q.step = 'submit' and q.claim is null
        and q.due_at <= now() and q.give_up_at > now()
      order by q.due_at limit 2000
    ), turns as (
      select w.run, w.due_at, row_number() over (partition by w.workspace order by w.due_at) as turn from waiting w
    ), picked as (
      select q.run from run_queue q
      where q.run = any (array(select t.run from turns t order by t.turn, t.due_at limit at_most))
        and q.step = 'submit' and q.claim is null
        and not exists (
          select from model_run m join api_key k on k.id = m.api_key
          where m.workspace = q.workspace and m.id = q.run and k.revoked_at is not null)
      order by q.run for update skip locked
    ), claimed as (
      update run_queue q set claim = new_claim, worker = by_worker from picked p where q.run = p.run
      returning q.workspace, q.run
    )
    update model_run m
    set state = 'submitting', attempt = m.attempt + 1, version = m.version + 1, updated_at = now(), next_check_at = null
    from claimed c
    where m.workspace = c.workspace and m.id = c.run and m.state in ('reserved', 'queued');
  end if;
  return query
    select m.workspace, m.id, m.attempt, m.terms, m.fee_basis_points, m.scale, m.reserved_amount,
      m.traceparent, m.session_id, m.end_user_id, p.request
    from run_queue q
    join model_run m on m.workspace = q.workspace and m.id = q.run
    join model_run_payload p on p.workspace = q.workspace and p.run = q.run
    where q.worker = by_worker and q.claim = new_claim and m.state = 'submitting';
end $$;
