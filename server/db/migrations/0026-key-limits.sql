-- with the next one
-- What a key may spend in a day and in a month, and which models it may name.
--
-- Limits are held against a spender: a key with limits, together with the keys that take its place by rotation. They
-- share what is used of the limits as they share credit. A key without limits has no spender, and neither have its
-- runs: nothing is counted for them.
alter table api_key
  add column spender uuid,
  add column day_limit bigint check (day_limit between 0 and 9007199254740991),
  add column month_limit bigint check (month_limit between 0 and 9007199254740991),
  add column models text[] check (cardinality(models) between 1 and 100),
  add check ((spender is not null) = (day_limit is not null or month_limit is not null));
alter table run add column spender uuid;

-- What the runs of a spender have been charged and still hold, by the day in UTC on which they were created. A month is
-- the sum of its days.
create table key_spending (
  workspace uuid not null,
  spender   uuid not null,
  day       date not null,
  spent     bigint not null default 0 check (spent >= 0),
  held      bigint not null default 0 check (held >= 0),
  primary key (workspace, spender, day)
) with (fillfactor = 50, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_cost_delay = 0, vacuum_truncate = off);

-- For processes of the version before. They rotate keys without these columns,

create trigger api_key_limits after update of rotated_to on api_key
  for each row when (new.rotated_to is not null and (new.spender is not null or new.models is not null))
  execute function carry_limits_1();

-- and know no other refusal for lack of money than this one.
create or replace function admit_model_runs(input json, requests text[], max_pending integer)
returns table (
  ord integer, outcome text, run uuid, existing_hash bytea, existing_hash_version smallint,
  payer uuid, payer_available bigint, saved_at timestamptz
) language sql as $$
  select ord, case outcome when 'limit_reached' then 'insufficient' else outcome end, run, existing_hash,
    existing_hash_version, payer, coalesce((reached ->> 'available')::bigint, payer_available), saved_at
  from admit_runs_1(
    (select json_agg((e.value::jsonb - 'model') || jsonb_build_object('subject', e.value -> 'model', 'kind', 'model_run'))
     from json_array_elements(input) e),
    requests, max_pending)
$$;
