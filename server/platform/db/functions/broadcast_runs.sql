-- Records which runs to send as spans to the destinations of their workspaces, in the transaction that ended the runs.
-- It locks no destination, so no settlement waits for one. give_up_broadcasts deletes the rows of a destination that is
-- removed meanwhile.
create function broadcast_runs(ids uuid[], spaces uuid[]) returns void language sql as $$
  insert into broadcast_span (destination, run)
  select d.id, m.id
  from unnest(spaces, ids) as c (workspace, id)
  join run m on m.workspace = c.workspace and m.id = c.id and m.state in ('completed', 'failed')
  join broadcast_destination d on d.workspace = m.workspace and d.disabled_at is null and m.kind = any (d.kinds)
$$;
