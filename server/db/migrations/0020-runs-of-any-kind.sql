-- with the next one
-- Runs of any kind, last of three steps: the tables get general names. Views and functions under the names of
-- the version before carry its processes on; a later version drops them.

-- Nobody changes a run until the names are changed.
lock table model_run, model_run_payload, run_queue in access exclusive mode;

-- Those whose price was still open while the facts were filled.
update model_run m set facts = model_run_facts(m) where m.facts is null
  and (m.workspace, m.id) in (select q.workspace, q.run from run_queue q where q.step = 'price');

drop trigger model_run_request_key on model_run;
drop trigger model_run_facts on model_run;
drop trigger model_run_history on model_run;
drop function fill_request_key();
drop function fill_facts();
drop function model_run_facts(model_run);
drop function note_model_run_state();

-- A run of any kind. State and money change by conditional updates only; no indexed column ever changes, so
-- that updates stay within the page. Times are kept as exactly as they are shown: a caller compares them.
-- `kind` names the resource, and `subject` what was bought of it: for a model run the model.
alter table model_run rename to run;
alter table run rename column model to subject;
alter table run add column kind text not null default 'model_run';
alter table run alter column kind drop default;
alter index model_run_pkey rename to run_pkey;
alter index model_run_of_session rename to run_of_session;
alter index model_run_of_end_user rename to run_of_end_user;

-- The request key has a table of its own: it takes the conflict.
alter table run drop constraint model_run_idempotency_key_workspace_key;
alter table run alter column request_hash drop not null;
alter table run alter column hash_version drop not null;

create trigger run_history before update of state on run
  for each row when (old.state is distinct from new.state) execute function note_run_state_1();

alter table model_run_payload rename to run_payload;
alter index model_run_payload_pkey rename to run_payload_pkey;

-- What waits is waited for by kind and provider: the name of a queue is both.
alter table run_queue rename column provider to queue;
update run_queue set queue = 'model_run/' || queue;

-- For the processes of the version before.

create view model_run as
select r.workspace, r.id, r.api_key, r.account, r.idempotency_key,
  (select k.request_hash from request_key k
   where k.workspace = r.workspace and k.operation = 'model_run' and k.idempotency_key = r.idempotency_key)
    as request_hash,
  (select k.hash_version from request_key k
   where k.workspace = r.workspace and k.operation = 'model_run' and k.idempotency_key = r.idempotency_key)
    as hash_version,
  r.subject as model, r.provider, r.state, r.attempt, r.version, r.terms, r.currency, r.scale, r.fee_basis_points,
  r.reserved_amount, r.provider_amount, r.list_amount, r.fee_amount, r.charged_amount, r.absorbed_amount,
  (r.facts -> 'usage' ->> 'promptTokens')::bigint as prompt_tokens,
  (r.facts -> 'usage' ->> 'completionTokens')::bigint as completion_tokens,
  (r.facts -> 'usage' ->> 'cachedPromptTokens')::bigint as cached_prompt_tokens,
  (r.facts -> 'usage' ->> 'reasoningTokens')::bigint as reasoning_tokens,
  r.facts ->> 'finishReason' as finish_reason,
  r.error, r.provider_reference, r.deadline, r.settle_deadline, r.unknown_reason, r.look_ups, r.last_looked_up_at,
  r.next_check_at, r.session_id, r.end_user_id, r.prompt_id, r.prompt_version, r.traceparent, r.created_at,
  r.updated_at, r.finished_at, r.history, r.queue_reason, r.next_attempt_at
from run r where r.kind = 'model_run';

create view model_run_payload as select workspace, run, request, response from run_payload;

create or replace function admit_model_runs(input json, requests text[], max_pending integer)
returns table (
  ord integer, outcome text, run uuid, existing_hash bytea, existing_hash_version smallint,
  payer uuid, payer_available bigint, saved_at timestamptz
) language sql as $$
  select ord, outcome, run, existing_hash, existing_hash_version, payer, payer_available, saved_at from admit_runs_1(
    (select json_agg((e.value::jsonb - 'model') || jsonb_build_object('subject', e.value -> 'model', 'kind', 'model_run'))
     from json_array_elements(input) e),
    requests, max_pending)
$$;

create or replace function claim_model_runs(
  for_provider text, at_most integer, new_claim uuid, by_worker uuid,
  free_slots integer default null, held_by uuid[] default '{}', held integer[] default '{}'
)
returns table (
  workspace uuid, id uuid, attempt integer, terms json, fee_basis_points integer, scale smallint,
  reserved_amount bigint, traceparent text, session_id text, end_user_id text, request text
) language sql as $$
  select * from claim_runs_1('model_run/' || for_provider, at_most, new_claim, by_worker, free_slots, held_by, held)
$$;

create or replace function claim_look_ups(
  at_most integer, hide_ms integer, providers text[], counts integer[], resting text[], full_ones text[]
)
returns setof look_up language sql as $$
  select d.workspace, d.id, d.state, d.provider, d.provider_reference, d.look_ups, d.deadline_in_ms, d.terms,
    d.fee_basis_points, d.scale, d.reserved_amount,
    (d.facts -> 'usage' ->> 'promptTokens')::bigint, (d.facts -> 'usage' ->> 'completionTokens')::bigint,
    (d.facts -> 'usage' ->> 'cachedPromptTokens')::bigint, (d.facts -> 'usage' ->> 'reasoningTokens')::bigint
  from claim_look_ups_1(at_most, hide_ms, '{model_run}',
    array(select 'model_run/' || p from unnest(providers) with ordinality as u (p, i) order by i), counts,
    array(select 'model_run/' || p from unnest(resting) p), array(select 'model_run/' || p from unnest(full_ones) p)) d
$$;

create or replace function claim_look_up(only_run uuid, hide_ms integer, fresh_ms integer)
returns setof look_up language sql as $$
  select d.workspace, d.id, d.state, d.provider, d.provider_reference, d.look_ups, d.deadline_in_ms, d.terms,
    d.fee_basis_points, d.scale, d.reserved_amount,
    (d.facts -> 'usage' ->> 'promptTokens')::bigint, (d.facts -> 'usage' ->> 'completionTokens')::bigint,
    (d.facts -> 'usage' ->> 'cachedPromptTokens')::bigint, (d.facts -> 'usage' ->> 'reasoningTokens')::bigint
  from claim_look_up_1(only_run, hide_ms, fresh_ms) d
$$;
drop function begin_look_ups(uuid[], integer);

create or replace function advance_model_runs(input json, responses text[])
returns table (ord integer, applied boolean) language sql as $$
  select ord, applied from advance_runs_1(
    (select json_agg(e.value::jsonb || jsonb_strip_nulls(jsonb_build_object('facts', nullif(
       coalesce(m.facts::jsonb, '{}') || jsonb_strip_nulls(jsonb_build_object(
         'finishReason', e.value -> 'finish_reason',
         'usage', nullif(coalesce(m.facts::jsonb -> 'usage', '{}') || jsonb_strip_nulls(jsonb_build_object(
           'promptTokens', e.value -> 'prompt_tokens', 'completionTokens', e.value -> 'completion_tokens',
           'cachedPromptTokens', e.value -> 'cached_prompt_tokens',
           'reasoningTokens', e.value -> 'reasoning_tokens')), '{}'))), '{}'))))
     from json_array_elements(input) e
     left join run m on m.workspace = (e.value ->> 'workspace')::uuid and m.id = (e.value ->> 'id')::uuid),
    responses)
$$;

do $$
declare
  role name;
begin
  for role in select distinct grantee from information_schema.role_table_grants
    where table_schema = current_schema() and table_name = 'run_queue' and privilege_type = 'INSERT'
      and grantee <> current_user
  loop
    execute format('grant select, update on model_run to %I; grant select on model_run_payload to %I', role, role);
  end loop;
end $$;
