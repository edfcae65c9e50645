-- Saves spans that programs sent, and counts those that are new for the workspace and the day, with the bytes of their
-- rows. Existing spans stay as they are. Returns how many were new. If the workspace would have more than `most` spans
-- or `most_bytes` bytes on the day, the function saves none and fails with the error code SQ001.
create function save_spans(of_workspace uuid, of_day date, most bigint, most_bytes bigint, input json)
returns integer language plpgsql
set plan_cache_mode = force_generic_plan as $$
declare
  saved       integer;
  saved_bytes bigint;
begin
  if exists (
    select from span_day d where d.workspace = of_workspace and d.day = of_day and (d.spans >= most or d.bytes >= most_bytes))
  then
    raise exception 'the spans of the day are used up' using errcode = 'SQ001';
  end if;
  with saved as (
    insert into client_span as s (workspace, trace, span, started_at, duration, parent_span, name, kind, status,
      status_message, service, operation, model, tool, input_tokens, output_tokens, cached_tokens, reasoning_tokens,
      reported_cost, session_id, end_user_id, input, output, attributes, events, truncated)
    select of_workspace, r.trace, r.span, r.started_at, r.duration, r.parent_span, r.name, r.kind, r.status,
      r.status_message, r.service, r.operation, r.model, r.tool, r.input_tokens, r.output_tokens, r.cached_tokens,
      r.reasoning_tokens, r.reported_cost, r.session_id, r.end_user_id, r.input, r.output, r.attributes, r.events,
      coalesce(r.truncated, false)
    from json_populate_recordset(null::client_span, input) r
    -- Two calls with the same spans wait for each other in the same order.
    order by r.trace, r.started_at, r.span
    on conflict do nothing
    -- Before PostgreSQL compresses them.
    returning pg_column_size(s.*) as bytes
  )
  select count(*), sum(s.bytes) into saved, saved_bytes from saved s;
  if saved = 0 then
    return 0;
  end if;
  -- Last, because the calls of a workspace wait for each other here until the commit.
  insert into span_day as d (workspace, day, spans, bytes)
  select of_workspace, of_day, saved, saved_bytes where saved <= most and saved_bytes <= most_bytes
  on conflict (workspace, day) do update set spans = d.spans + excluded.spans, bytes = d.bytes + excluded.bytes
    where d.spans + excluded.spans <= most and d.bytes + excluded.bytes <= most_bytes;
  if not found then
    raise exception 'the spans of the day are used up' using errcode = 'SQ001';
  end if;
  return saved;
end $$;
