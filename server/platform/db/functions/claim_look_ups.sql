-- Gives the sweep look-ups that are due, from each of `queues` as many as its count says. If the provider is `resting`,
-- it gives only runs past their deadline, which then acts without a look-up; from queues in `full_ones`, none. From
-- queues of other machines, whose names have an @, it gives runs past their deadline. In other queues of these kinds,
-- the sweep has no provider to ask: it gets `at_most` of them.
create function claim_look_ups(
  at_most integer, hide_ms integer, kinds text[], queues text[], counts integer[], resting text[],
  full_ones text[]
)
returns setof due_look_up language plpgsql
-- One plan with index scans, as in claim_runs.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off as $$
declare
  due uuid[];
begin
  select array_agg(d.run) into due from (
    select of_one.run from unnest(queues, counts) as p (queue, count) cross join lateral (
      select q.run from run_queue q
      where q.step <> 'submit' and q.queue = p.queue and q.due_at <= now()
      order by q.due_at limit p.count for update skip locked
    ) of_one
    union all
    select overdue.run from (
      select q.run from run_queue q join run m on m.workspace = q.workspace and m.id = q.run
      where q.step <> 'submit' and q.queue = any (resting) and q.due_at <= now()
        and m.settle_deadline <= now()
      order by q.due_at limit at_most for update of q skip locked
    ) overdue
    union all
    select of_others.run from (
      select q.run from run_queue q
      where q.step <> 'submit' and q.queue <> all (queues || resting || full_ones) and q.due_at <= now()
        and split_part(q.queue, '/', 1) = any (kinds)
        and (position('@' in q.queue) = 0
          or (select m.settle_deadline <= now() from run m where m.workspace = q.workspace and m.id = q.run))
      order by q.due_at limit at_most for update skip locked
    ) of_others
  ) d;
  return query select * from begin_look_ups(due, hide_ms);
end $$;
