/** Converts a comparison to rows with two columns. */
import type { PromptDiff } from '../../api/index.ts';

export interface Line {
  /** Its index among the rows. */
  at: number;
  before?: string;
  after?: string;
  /** How many equal lines are left out here. */
  folded?: number;
}

type Blocks = PromptDiff['changes'][number]['blocks'];

/** The number of equal lines that are shown around a change. */
const CONTEXT = 3;
/** The most rows of a comparison: a page draws more of them too slowly. */
export const MOST_LINES = 2_000;

/** A removed line is next to the added line that replaces it. */
export function rowsOf(blocks: Blocks): Line[] {
  const rows: Omit<Line, 'at'>[] = [];
  for (let i = 0; i < blocks.length; i += 1) {
    const { kind, text } = blocks[i]!;
    if (kind === 'same') {
      rows.push(...sameRows(linesOf(text), i === 0, i === blocks.length - 1));
      continue;
    }
    const next = blocks[i + 1];
    const isReplaced = kind === 'removed' && next?.kind === 'added';
    const before = kind === 'removed' ? linesOf(text) : [];
    const after = kind === 'added' ? linesOf(text) : isReplaced ? linesOf(next.text) : [];
    if (isReplaced) i += 1;
    rows.push(...besides(before, after));
  }
  return rows.map((row, at) => ({ at, ...row }));
}

function besides(before: string[], after: string[]): Omit<Line, 'at'>[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, i) => ({
    ...(i < before.length && { before: before[i]! }),
    ...(i < after.length && { after: after[i]! }),
  }));
}

function sameRows(lines: string[], isFirst: boolean, isLast: boolean): Omit<Line, 'at'>[] {
  const head = isFirst ? 0 : CONTEXT;
  const tail = isLast ? 0 : CONTEXT;
  const folded = lines.length - head - tail;
  if (folded <= 1) return besides(lines, lines);
  const first = lines.slice(0, head);
  const last = lines.slice(lines.length - tail);
  return [...besides(first, first), { folded }, ...besides(last, last)];
}

/** Splits a text into lines, without a line break at the end. */
function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n');
}
