/** What must hold between spending limits and runs, as queries like those of the other checks. */
import type { Check } from './checks.ts';

/** The keys of each spender; a fault names the newest. */
const SPENDERS = `
  select spender, (array_agg(id order by id desc))[1] as key from api_key
  where workspace = $1 and spender is not null group by spender`;

/** The sums of the day's runs whose keys have limits. */
const OF_RUNS = `
  select k.spender, sum(coalesce(m.charged_amount, 0)) as spent,
    sum(case when m.finished_at is null then m.reserved_amount else 0 end) as held
  from run m join api_key k on k.id = m.api_key and k.spender is not null
  where m.workspace = $1 and m.created_at >= $2::timestamptz and m.created_at < $2::timestamptz + interval '24 hours'
    -- Ids carry the clock of the process that made them, times are the database's.
    and m.id >= run_id_bound($2::timestamptz - interval '10 minutes')
    and m.id <= run_id_bound($2::timestamptz + interval '24 hours 10 minutes')
  group by k.spender`;

export const LIMIT_CHECKS: readonly Check[] = [
  {
    name: 'spending',
    about: 'what counts against the limits of a key is what its runs were charged and hold',
    reads: 'days',
    sql: `select 'key' as kind, k.key as id,
        format('on %s, %s counts as spent and %s as held; its runs say %s and %s', s.day, s.spent, s.held,
          coalesce(r.spent, 0), coalesce(r.held, 0)) as fault
      from (${SPENDERS}) k
      join key_spending s on s.workspace = $1 and s.spender = k.spender
        and s.day = ($2::timestamptz at time zone 'UTC')::date
      left join (${OF_RUNS}) r on r.spender = k.spender
      where (s.spent, s.held) is distinct from (coalesce(r.spent, 0), coalesce(r.held, 0))`,
  },
  {
    name: 'spenders',
    about: 'a run that counts against limits has a sum of its day that it counts in',
    reads: 'runs',
    sql: `select 'run' as kind, m.id, 'counts against limits, and its day has no sum' as fault
      from run m where m.workspace = $1 and m.id > $2 and m.id <= $3 and m.spender is not null
        and exists (select from api_key k where k.workspace = $1 and k.spender = m.spender)
        and not exists (select from key_spending s where s.workspace = $1 and s.spender = m.spender
          and s.day = (m.created_at at time zone 'UTC')::date)`,
  },
];
