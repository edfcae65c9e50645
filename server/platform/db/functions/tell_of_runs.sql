-- Saves the messages to the endpoints of a workspace about runs that entered a state, in the transaction that moved
-- them.
create function tell_of_runs(ids uuid[], spaces uuid[]) returns void language sql as $$
  insert into webhook_delivery (workspace, endpoint, type, run, kind, version, data, due_at, service_span)
  select m.workspace, e.id, 'run.' || m.state, m.id, m.kind, m.version,
    json_strip_nulls(json_build_object('state', m.state, 'subject', m.subject, 'currency', m.currency, 'scale', m.scale,
      'reservedAmount', m.reserved_amount, 'chargedAmount', m.charged_amount, 'errorCode', m.error ->> 'code')),
    now(), m.service_span
  from unnest(spaces, ids) as c (workspace, id)
  join run m on m.workspace = c.workspace and m.id = c.id
  join webhook_endpoint e on e.workspace = m.workspace and e.disabled_at is null and 'run.' || m.state = any (e.event_types)
  -- This waits for the removal of an endpoint, and then saves no message to it.
  for key share of e
$$;
