/** The rule of `spans/counted-once.ts` for ClickHouse, which has no object to look up parents in. */
import { FIGURES } from '../traces/counted-once.ts';

const COLUMNS = Object.keys(FIGURES) as (keyof typeof FIGURES)[];

/** The figures of the row `s`. */
export const FIGURE_COLUMNS = COLUMNS.map((column) => `s.${column} as ${column}`).join(', ');

/** Whether the row `s` reports at least one figure. */
export const ANY_COUNTED = COLUMNS.map((column) => `isNotNull(s.${column})`).join(' or ');

/** The figures of the row `r` of `reporting` that count, by the row `c` of `covered`. */
export const COUNTED = COLUMNS.map(
  (column) => `if(bitAnd(c.figures, ${FIGURES[column]}) = 0, r.${column}, null) as ${column}`,
).join(', ');

/** The figures that a row reports. */
export const REPORTED = Object.entries(FIGURES)
  .map(([column, bit]) => `if(isNull(s.${column}), 0, ${bit})`)
  .join(' + ');

/** A recursion ends here, also in a cycle of parents. */
export const MOST_LEVELS = 64;

/** For a recursive query: `reporting` has spans with `figures`, and `spans` has those with a parent. */
export const COVERED = `above as (
    select r.trace as trace, assumeNotNull(r.parent_span) as span, r.figures as figures, 1 as level from reporting r
    where isNotNull(r.parent_span) and r.parent_span != r.span
    union all
    select distinct p.trace as trace, p.parent as span, a.figures as figures, a.level + 1 as level
    from spans p inner join above a on a.trace = p.trace and a.span = p.span where a.level < ${MOST_LEVELS}
  ), covered as (
    select trace, span, groupBitOr(figures) as figures from above group by trace, span
  )`;
