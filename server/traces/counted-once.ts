/**
 * What programs report counts once. A span whose parent repeats the sum of its children counts, and the parent does not:
 * of each figure, the parent's counts only if no span below it reports that figure. Of spans with the same ids, the
 * first to start counts.
 */
/** The identity of a span, and of its parent, as text: keys of the objects below. */
export const IDS = `s.trace || encode(s.span, 'hex') as id, s.trace || encode(s.parent_span, 'hex') as parent`;

/** A bit for each figure. */
export const FIGURES = {
  reported_cost: 1,
  input_tokens: 2,
  output_tokens: 4,
  cached_tokens: 8,
  reasoning_tokens: 16,
} as const;

/** The figures that a row reports. */
export const REPORTED = Object.entries(FIGURES)
  .map(([column, bit]) => `case when s.${column} is null then 0 else ${bit} end`)
  .join(' | ');

/**
 * Common table expressions of a recursive query: `reporting` has spans with `figures`, and `spans` is where their
 * ancestors are. They look up parents in one object, because the database cannot know how many rows a join would have.
 */
export const COVERED = `parents as (
   select jsonb_object_agg(s.id, s.parent) as by_id from spans s where s.parent <> s.id
 ), above (id, figures) as (
   select s.parent, s.figures from reporting s where s.parent <> s.id
   union
   select (select by_id from parents) ->> a.id, a.figures from above a where (select by_id from parents) ? a.id
 ), covered as (
   select jsonb_object_agg(a.id, a.figures) as by_id
   from (select id, bit_or(figures) as figures from above group by id) a
 )`;

/** The figure of the row `s` of `reporting`; null if a span below it reports that figure. */
function counted(column: keyof typeof FIGURES): string {
  return `case when coalesce(((select by_id from covered) ->> s.id)::integer, 0) & ${FIGURES[column]} = 0
     then s.${column} end`;
}

/** The cost alone, and its bit. */
export const COUNTED_COST = counted('reported_cost');
export const COST_BIT = FIGURES.reported_cost;

/** All figures. */
export const COUNTED = (Object.keys(FIGURES) as (keyof typeof FIGURES)[])
  .map((column) => `${counted(column)} as ${column}`)
  .join(', ');
