-- Whether the connection of a cancelled run may be closed: what the workspace has made the deployment lose that way within
-- a day, and may still make it lose, stays within `loss_limit`. A run of which nobody ever learned what it cost counts
-- with the most that it can have cost. A yes is noted before the connection is closed.
create function may_end_early_1(of_workspace uuid, only_run uuid, most bigint, loss_limit bigint)
returns boolean language plpgsql as $$
declare
  lost bigint;
begin
  -- Two runs of one workspace never pass together what only one may.
  perform pg_advisory_xact_lock(hashtextextended('early_end ' || of_workspace, 0));
  select coalesce(sum(
    case when l.amount is not null then l.amount
      when m.charged_amount is not null or (m.state = 'failed' and m.error ->> 'code' <> 'outcome_unknown') then 0
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
