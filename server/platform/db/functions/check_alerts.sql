-- Raises an alert for each threshold that was crossed, and closes those whose threshold is kept again or is gone: an
-- alert is raised again only after it recovers. In the same transaction, the function notifies webhook endpoints and,
-- with `sends_mail`, queues mail. Returns how many alerts it raised. Any process may call it; one call works at a time.
create function check_alerts(sends_mail boolean) returns integer language plpgsql
set plan_cache_mode = force_custom_plan as $$
declare
  raised integer;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('check_alerts', 0)) then
    return 0;
  end if;

  with line as materialized (
    -- Held credit is left until it is charged, as in tell_of_low_balances.
    select w.id as workspace, 'credit.low' as kind, '' as subject,
      a.available + a.held < w.low_balance_amount as is_crossed,
      a.available + a.held >= w.low_balance_amount as is_kept,
      json_build_object('availableAmount', a.available, 'heldAmount', a.held, 'lowBalanceAmount', w.low_balance_amount) as data
    from workspace w join account a on a.workspace = w.id and a.kind = 'wallet'
    where w.low_balance_amount is not null
    union all
    -- Each day and each month has its own threshold. Holds do not count, because a release may return them.
    select k.workspace, 'key.limit_near', k.spender || ' ' || p.name || ' ' || p.first,
      u.spent * 100 >= p.most * s.key_percent, u.spent * 100 < p.most * s.key_percent,
      json_build_object('keyId', k.id, 'keyName', k.name, 'period', p.name, 'limitAmount', p.most, 'spentAmount', u.spent,
        'thresholdPercent', s.key_percent)
    from alert_setting s
    join api_key k on k.workspace = s.workspace and k.spender is not null and k.rotated_to is null
      and k.revoked_at is null and coalesce(k.expires_at > now(), true)
    cross join lateral (values
      ('day', k.day_limit, (now() at time zone 'UTC')::date),
      ('month', k.month_limit, date_trunc('month', now() at time zone 'UTC')::date)
    ) as p (name, most, first)
    cross join lateral (
      select coalesce(sum(c.spent), 0)::bigint as spent from key_spending c
      where c.workspace = k.workspace and c.day >= p.first and c.spender = k.spender
    ) u
    where s.key_percent is not null and p.most > 0
    union all
    -- This reads the newest runs, up to a maximum number, and as old as runs that end now can be; a run that its caller
    -- ended is no failure. A rate that swings around its threshold is one alert: it recovers below four fifths of it, or
    -- when no run ended for a day.
    select s.workspace, 'runs.failure_rate_high', '',
      r.ended >= s.failure_runs and r.failed * 100 >= r.ended * s.failure_percent,
      r.ended_of_day = 0 and r.looked_at < 10000 or r.failed * 500 < r.ended * s.failure_percent * 4,
      json_build_object('endedRuns', r.ended, 'failedRuns', r.failed, 'windowMinutes', s.failure_minutes,
        'thresholdPercent', s.failure_percent)
    from alert_setting s
    cross join lateral (
      select count(*) as looked_at,
        count(*) filter (where n.counts and n.finished_at >= now() - interval '1 day') as ended_of_day,
        count(*) filter (where n.counts and n.is_recent) as ended,
        count(*) filter (where n.counts and n.is_recent and n.state = 'failed') as failed
      from (
        select m.state, m.finished_at, m.finished_at >= now() - s.failure_minutes * interval '1 minute' as is_recent,
          m.state = 'completed'
            or m.state = 'failed' and coalesce(m.error ->> 'code', '') not in ('cancelled', 'key_revoked') as counts
        from run m
        where m.workspace = s.workspace and m.id >= run_id_bound(now() - interval '3 days')
        order by m.id desc limit 10000
      ) n
    ) r
    where s.failure_percent is not null
    union all
    -- A week before a grant ends, unless it was given later. What was charged since the grants of the workspace were last
    -- brought up to date is spent from those that end first. While one expires, what the others have left is not known here.
    select g.workspace, 'grant.expiring', g.id::text,
      g.spendable > 0 and not g.some_expire and g.ends_at <= now() + interval '7 days', g.spendable <= 0,
      json_build_object('reason', g.reason, 'amount', g.amount, 'leftAmount', g.spendable, 'expiresAt', g.ends_at)
    from (
      select c.*, bool_or(c.state = 'expiring') over space as some_expire,
        least(c.amount - c.spent - c.expired, sum(c.amount - c.spent - c.expired) over way - (
          select sum(a.spent) - c.counted from account a where a.workspace = c.workspace))::bigint as spendable
      from credit_grant c where c.state <> 'ended'
      window space as (partition by c.workspace), way as (space order by c.ends_at, c.id)
    ) g
    where g.state = 'open' and g.created_at <= g.ends_at - interval '7 days'
      and g.ends_at <= now() + interval '7 days'
    union all
    -- It is over when somebody has turned it on again, or has removed it.
    select r.workspace, 'recharge.off', '', true, false,
      json_build_object('rechargeAmount', r.amount, 'declines', r.declines, 'declineReason', r.decline)
    from auto_recharge r where not r.is_on
    union all
    select w.id, 'workspace.suspended', '', true, false,
      json_build_object('since', w.suspended_at, 'reason', w.suspended_for)
    from workspace w where w.suspended_at is not null
  ), recovered as (
    update alert a set recovered_at = now()
    where a.recovered_at is null and not exists (
      select from line l
      where l.workspace = a.workspace and l.kind = a.kind and l.subject = a.subject and not l.is_kept)
    returning a.id
  ), new as (
    insert into alert (workspace, kind, subject, data)
    select l.workspace, l.kind, l.subject, l.data from line l where l.is_crossed
    on conflict (workspace, kind, subject) where recovered_at is null do nothing
    returning *
  ), told as (
    -- tell_of_low_balances notifies endpoints of low balances, because it knows those that subscribe later.
    insert into webhook_delivery (workspace, endpoint, type, data, due_at)
    select n.workspace, e.id, n.kind, n.data, now() from new n
    join webhook_endpoint e on e.workspace = n.workspace and e.disabled_at is null and n.kind = any (e.event_types)
    where n.kind <> 'credit.low'
    returning id
  ), mailed as (
    insert into mail (kind, about, recipient, ends_at)
    select 'alert', n.reference, m.user_id, now() + interval '1 day' from new n
    left join alert_setting s on s.workspace = n.workspace
    join membership m on m.workspace = n.workspace
      and (m.role = 'owner' or m.role = 'admin' and s.mail_to = 'admins')
    where sends_mail and coalesce(s.mail_to, 'owners') <> 'nobody'
    returning id
  )
  select count(*) into raised from new;
  delete from alert where recovered_at < now() - interval '400 days';
  return raised;
end $$;
