/** The SQL of scores by the version of a prompt. */
import type { Queryable } from '../platform/db/pool.ts';

export interface SummedScores {
  version: string | null;
  name: string;
  dataType: 'numeric' | 'categorical' | 'boolean';
  count: number;
  mean: number | null;
  lowest: number | null;
  highest: number | null;
  values: { value: string; count: number }[] | null;
  /** Whether there are more scores than those in the sums. */
  is_partial: boolean;
}

/** Of the newest `atMost` scores of the prompt's runs. The newest version first, if versions are numbers. */
export function sumScoresOfPrompt(
  db: Queryable,
  wanted: {
    workspace: string;
    promptId: string;
    atMost: number;
    mostValues: number;
    mostRows: number;
  },
): Promise<SummedScores[]> {
  return db.query(
    `with newest as materialized (
       select prompt_version as version, name, numeric_value,
         case when numeric_value is not null then 'numeric' when category is not null then 'categorical' else 'boolean' end
           as type,
         coalesce(category, boolean_value::text) as value, row_number() over (order by id desc) as place
       from score where workspace = $1 and prompt_id = $2 order by id desc limit $3 + 1
     ), kept as (select * from newest where place <= $3),
     shares as (
       select version, name, type, value, count(*) as count,
         row_number() over (partition by version, name, type order by count(*) desc, value) as place
       from kept where value is not null group by version, name, type, value
     ), listed as (
       select version, name, type, json_agg(json_build_object('value', value, 'count', count) order by place) as values
       from shares where place <= $4 group by version, name, type
     ), sums as (
       select version, name, type, count(*)::integer as count, avg(numeric_value) as mean, min(numeric_value) as lowest,
         max(numeric_value) as highest
       from kept group by version, name, type
     )
     select s.version, s.name, s.type as "dataType", s.count, s.mean, s.lowest, s.highest, l.values,
       (select count(*) > $3 from newest) as is_partial
     from sums s left join listed l on l.version is not distinct from s.version and l.name = s.name and l.type = s.type
     order by length(s.version) desc nulls last, s.version desc, s.name, s.type limit $5`,
    [wanted.workspace, wanted.promptId, wanted.atMost, wanted.mostValues, wanted.mostRows],
  );
}
