/** The colors of groups, and the mark that shows the color of a group in a table. */
import type { SeriesGroup } from './series.ts';
import './swatch.css';

/** Groups with distinguishable colors. */
export const COLORS = 8;

export function colorOf({ isRest }: SeriesGroup, index: number): string {
  return isRest || index >= COLORS ? 'var(--series-rest)' : `var(--series-${index + 1})`;
}

export function Swatch({ group, index }: { group: SeriesGroup; index: number }) {
  return (
    <svg className="swatch" viewBox="0 0 10 10" aria-hidden="true" focusable="false">
      <rect width="10" height="10" rx="2.5" fill={colorOf(group, index)} />
    </svg>
  );
}
