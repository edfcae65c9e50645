-- Runs of any kind, first of three steps: what the next two need, while processes of the version before go on.

-- Which request has been accepted under which key. A create inserts here first, so that of two with one key one
-- waits for the other. `operation` is the kind of run: each kind has request keys of its own.
create table request_key (
  workspace       uuid not null,
  operation       text not null,
  idempotency_key text not null collate "C",
  run             uuid not null,
  request_hash    bytea not null,
  hash_version    smallint not null,
  primary key (workspace, operation, idempotency_key)
);

-- What the resource of a run knows beyond state and money, such as the tokens that were used. JSON, which only
-- the resource reads; `usage` in it is a map of counts.
alter table model_run add column facts json;

create function model_run_facts(model_run) returns json language sql immutable as $$
  select nullif(jsonb_strip_nulls(jsonb_build_object(
    'usage', nullif(jsonb_strip_nulls(jsonb_build_object(
      'promptTokens', $1.prompt_tokens, 'completionTokens', $1.completion_tokens,
      'cachedPromptTokens', $1.cached_prompt_tokens, 'reasoningTokens', $1.reasoning_tokens)), '{}'),
    'finishReason', $1.finish_reason)), '{}')::json
$$;

-- The processes of the version before know neither the table nor the column.
create function fill_request_key() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into request_key (workspace, operation, idempotency_key, run, request_hash, hash_version)
    values (new.workspace, 'model_run', new.idempotency_key, new.id, new.request_hash, new.hash_version);
  else
    delete from request_key k
    where k.workspace = old.workspace and k.operation = 'model_run' and k.idempotency_key = old.idempotency_key;
  end if;
  return null;
end $$;

create trigger model_run_request_key after insert or delete on model_run
  for each row execute function fill_request_key();

create function fill_facts() returns trigger language plpgsql as $$
begin
  new.facts := model_run_facts(new);
  return new;
end $$;

create trigger model_run_facts before update of prompt_tokens, completion_tokens, finish_reason on model_run
  for each row execute function fill_facts();

-- They work as this role or as the one that has its rights.
do $$
declare
  role name;
begin
  for role in select distinct grantee from information_schema.role_table_grants
    where table_schema = current_schema() and table_name = 'run_queue' and privilege_type = 'INSERT'
      and grantee <> current_user
  loop
    execute format('grant select, insert, delete on request_key to %I', role);
  end loop;
end $$;
