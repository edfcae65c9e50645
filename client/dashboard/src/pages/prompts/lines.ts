/** The lines of a comparison as rows of two columns. */
import type { PromptDiff } from '../../api/index.ts';

export interface Line {
  /** Its index among the rows. */
  at: number;
  before?: string;
  after?: string;
  /** How many lines that are the same are left out here. */
  folded?: number;
}

type Blocks = PromptDiff['changes'][number]['blocks'];

/** Around what changed. */
const CONTEXT = 3;
/** More rows than a page draws quickly. */
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

/** Each has its end, which is not shown. */
function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n');
}
