-- Returns whether the service may close the connection of a cancelled run: what the workspace has cost the deployment
-- this way within a day, and may still cost it, stays within `loss_limit`. A run whose cost nobody ever learned counts
-- with the most that it can have cost. The function records a yes before the service closes the connection.
create function may_end_early(of_workspace uuid, only_run uuid, most bigint, loss_limit bigint)
returns boolean language plpgsql as $$
declare
  lost bigint;
begin
  -- With this lock, two runs of one workspace never both pass if the limit leaves room for only one.
  perform pg_advisory_xact_lock(hashtextextended('early_end ' || of_workspace, 0));
  select coalesce(sum(
    case when l.amount is not null then l.amount
      when m.charged_amount is not null then 0
      when m.state = 'failed' and m.error ->> 'code' <> 'outcome_unknown' and not exists (
        -- The provider executed the run, and its record never stated the cost.
        select from audit_event a where a.workspace = e.workspace and a.run = e.run and a.kind = 'answer_lost'
          and a.detail ->> 'loss_amount' is null) then 0
      else e.at_most end), 0)
  into lost
  from early_end e
  join run m on m.workspace = e.workspace and m.id = e.run
  left join ledger_entry l on l.workspace = e.workspace and l.run = e.run and l.kind = 'loss'
  where e.workspace = of_workspace and e.ended_at > now() - interval '1 day' and e.run <> only_run;
  if lost + most > loss_limit then
    return false;
  end if;
  insert into early_end (workspace, run, at_most) values (of_workspace, only_run, most) on conflict do nothing;
  return true;
end $$;
