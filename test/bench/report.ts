/** The findings of a section, and how they are printed: in columns for people, as JSON for programs. */
import type { Comparison, Spread } from './rounds.ts';

export interface Finding {
  section: string;
  what: string;
  /** The figure in readable form. */
  figure: string;
  /** The same for programs. */
  values: Record<string, number>;
  target?: string;
  /** Undefined if there is no target. */
  reached?: boolean;
  /** The absolute figures behind it. */
  facts: string;
}

/** A rate compared with its floor. */
export function ratioFinding(
  { section, what, atLeast }: { section: string; what: string; atLeast?: number },
  { ratio, floor, measured }: Comparison,
  more = '',
): Finding {
  return {
    section,
    what,
    figure: spreadText(ratio),
    values: {
      ...valuesOf(ratio),
      measuredPerSecond: measured.median,
      floorPerSecond: floor.median,
    },
    ...(atLeast !== undefined && {
      target: `>= ${atLeast}`,
      reached: ratio.median >= atLeast,
    }),
    facts: `${rate(measured.median)} beside ${rate(floor.median)}${more}`,
  };
}

/** A cost, such as a time, compared with its floor: less is better. */
export function costFinding(
  { section, what, atMost, unit }: { section: string; what: string; atMost: number; unit: string },
  { ratio, floor, measured }: Comparison,
  more = '',
): Finding {
  return {
    section,
    what,
    figure: spreadText(ratio),
    values: {
      ...valuesOf(ratio),
      measured: measured.median,
      floor: floor.median,
    },
    target: `<= ${atMost}`,
    reached: ratio.median <= atMost,
    facts: `${measured.median.toFixed(2)} ${unit} beside ${floor.median.toFixed(2)} ${unit}${more}`,
  };
}

export function boundFinding(finding: {
  section: string;
  what: string;
  value: number;
  below: number;
  unit: string;
  values: Record<string, number>;
  facts: string;
}): Finding {
  const { value, below, unit, ...rest } = finding;
  return {
    ...rest,
    figure: `${value.toFixed(1)} ${unit}`,
    target: `< ${below} ${unit}`,
    reached: value < below,
  };
}

/** `machine` says in one line where the figures come from. */
function valuesOf({ median, min, max }: Spread): Record<string, number> {
  return { ratio: median, ratioMin: min, ratioMax: max };
}

export function printTable(machine: string, findings: Finding[]): void {
  process.stdout.write(`${machine}\n`);
  const rows = findings.map((finding) => [
    finding.section,
    finding.figure,
    finding.target ?? '',
    finding.reached === undefined ? '' : finding.reached ? 'ok' : 'missed',
    finding.what,
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  rows.forEach((row, i) => {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    process.stdout.write(`${cells.join('  ')}\n    ${findings[i]!.facts}\n`);
  });
}

export function printJson(findings: Finding[]): void {
  process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`);
}

function spreadText({ median, min, max }: Spread): string {
  return `${median.toFixed(2)} (${min.toFixed(2)}..${max.toFixed(2)})`;
}

function rate(perSecond: number): string {
  return `${Math.round(perSecond).toLocaleString('en')}/s`;
}
