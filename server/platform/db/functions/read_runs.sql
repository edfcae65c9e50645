-- Reads runs by workspace and id, with the answers of ended runs; `ord` is the position in the arrays, and a missing run
-- has no row. By the database's clock, `look_up_due_in_ms` is the time until the next look-up is due, null if none will
-- come; `look_up_open_in_ms` is the time until a reader may request one before that, once no look-up is younger than
-- `fresh_ms`, null if there is nothing to ask for.
create function read_runs(workspaces uuid[], ids uuid[], fresh_ms integer)
returns table (
  ord integer,
  -- The columns of server/runs/columns.ts, by npm run generate:
  workspace uuid, id uuid, kind text, api_key uuid, idempotency_key text, subject text, provider text,
  provider_reference text, state text, version integer, currency text, scale smallint,
  fee_basis_points integer, reserved_amount bigint, provider_amount bigint, list_amount bigint,
  fee_amount bigint, charged_amount bigint, absorbed_amount bigint, facts json, error json,
  settle_deadline timestamptz, unknown_reason text, look_ups integer, last_looked_up_at timestamptz,
  next_check_at timestamptz, attempt integer, deadline timestamptz, queue_reason text,
  next_attempt_at timestamptz, session_id text, end_user_id text, prompt_id text, prompt_version text,
  metadata json, created_at timestamptz, updated_at timestamptz, finished_at timestamptz,
  cancel_requested_at timestamptz, subject_version text, progress json, parent_run text, parent_call text,
  trace uuid, content_purged_at timestamptz,
  -- Until here.
  response text, look_up_due_in_ms double precision, look_up_open_in_ms double precision
) language plpgsql stable
-- One plan with index scans: a plan that scans a small table would stay while the table grows.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off as $$
declare
  -- With these bounds, PostgreSQL opens no partitions of payloads without these runs.
  lowest  uuid := ids[1];
  highest uuid := ids[1];
begin
  if cardinality(ids) > 1 then
    select (array_agg(i order by i))[1], (array_agg(i order by i desc))[1] into lowest, highest from unnest(ids) i;
  end if;
  return query
    select k.ord::integer,
      -- The columns of server/runs/columns.ts, by npm run generate:
      r.workspace, r.id, r.kind, r.api_key, r.idempotency_key, r.subject, r.provider, r.provider_reference,
      r.state, r.version, r.currency, r.scale, r.fee_basis_points, r.reserved_amount, r.provider_amount,
      r.list_amount, r.fee_amount, r.charged_amount, r.absorbed_amount, r.facts, r.error, r.settle_deadline,
      r.unknown_reason, r.look_ups, r.last_looked_up_at, r.next_check_at, r.attempt, r.deadline, r.queue_reason,
      r.next_attempt_at, r.session_id, r.end_user_id, r.prompt_id, r.prompt_version, r.metadata, r.created_at,
      r.updated_at, r.finished_at, r.cancel_requested_at, r.subject_version, r.progress, r.parent_run,
      r.parent_call, r.trace, g.purged_at,
      -- Until here.
      case when g.purged_at is null then p.response end,
      extract(epoch from r.next_check_at - now())::double precision * 1000,
      case when r.next_check_at is not null and r.provider_reference is not null then
        extract(epoch from coalesce(r.last_looked_up_at, r.updated_at) - now())::double precision * 1000 + fresh_ms
      end
    from unnest(workspaces, ids) with ordinality as k (workspace, id, ord)
    join run r on r.workspace = k.workspace and r.id = k.id
    left join run_payload p on p.workspace = k.workspace and p.run = k.id and p.run >= lowest and p.run <= highest
      and r.state in ('completed', 'failed')
    left join lateral (
      select case when r.state in ('completed', 'failed') then coalesce(r.content_purged_at, (
        -- A run that was open at the purge is purged when it ends.
        select greatest(c.purged_at, r.finished_at) from content_purge c
        where c.workspace = k.workspace and c.until > k.id order by c.until limit 1)) end as purged_at
    ) g on true;
end $$;
