-- in batches
-- What was asked and answered stands in a partition for each month of the ids of runs, so that a month that nobody keeps is
-- dropped as a whole. What is there becomes the first partition as it stands: it is looked over while it is used, and nobody
-- waits for more than the change of names. Whatever is broken off is begun again.
do $$
declare
  bound uuid := run_id_bound_1((date_trunc('month', now() at time zone 'UTC') + interval '2 months') at time zone 'UTC');
  role  name;
begin
  if (select relkind from pg_class where oid = 'run_payload'::regclass) = 'r' then
    alter table run_payload drop constraint if exists run_payload_until;
    execute format('alter table run_payload add constraint run_payload_until check (run < %L) not valid', bound);
    commit;
    alter table run_payload validate constraint run_payload_until;
    commit;

    drop view model_run_payload;
    alter table run_payload rename to run_payload_before;
    alter index run_payload_pkey rename to run_payload_before_pkey;
    create table run_payload (
      workspace uuid not null,
      run       uuid not null,
      request   text,
      response  text,
      primary key (workspace, run)
    ) partition by range (run);
    begin
      alter table run_payload alter column request set compression lz4, alter column response set compression lz4;
    exception when feature_not_supported then
      null;
    end;
    execute format('alter table run_payload attach partition run_payload_before for values from (minvalue) to (%L)', bound);
    alter table run_payload_before drop constraint run_payload_until;
    -- For ids of a clock that is wrong by months: a create does not fail for want of a partition.
    create table run_payload_beyond partition of run_payload default with (fillfactor = 45);
    -- For processes of the version before.
    create view model_run_payload as select workspace, run, request, response from run_payload;
    for role in select distinct grantee from information_schema.role_table_grants
      where table_schema = current_schema() and table_name = 'run_queue' and privilege_type = 'INSERT'
        and grantee <> current_user
    loop
      execute format('grant select, insert, update on run_payload to %I; grant select on model_run_payload to %I', role, role);
    end loop;
    commit;
  end if;

  -- Days that a workspace keeps what was asked and answered in its runs; null where it keeps that for good.
  alter table workspace add column if not exists content_days integer check (content_days >= 1 and content_days <= 36500);
  -- When the content of this one run was removed. That of many is told by `content_purge`.
  alter table run add column if not exists content_purged_at timestamptz(3);

  -- Of the key behind pseudonyms, which is kept elsewhere: enough to tell that another one was given. And the name of the
  -- deployment at engines, where it no longer follows from a key that is here.
  alter table deployment add column if not exists pseudonym_check bytea, add column if not exists compute_name text;

  -- The content of all runs whose ids are below `until` is gone since `purged_at`. The row of a run is the first one above it.
  create table if not exists content_purge (
    workspace  uuid not null,
    until      uuid not null,
    purged_at  timestamptz(3) not null default now(),
    primary key (workspace, until)
  );
end $$;
