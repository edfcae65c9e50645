/** The waterfall of a trace: which steps are visible, where their bars are, and what a step and those below it cost. */
import type { Trace, TraceSpan } from '../../api/index.ts';

export interface Step {
  span: TraceSpan;
  /** Its index in the trace. */
  index: number;
  /** The index of the first step after the steps below it. */
  end: number;
  /** The charges of the completed runs among the step and the steps below it. */
  charged: number;
  /** Whether a run among them has been charged, or may be. */
  hasRuns: boolean;
  /** The number of errors below it. */
  errorsBelow: number;
}

export interface Scale {
  from: number;
  /** Never 0. */
  length: number;
}

/** The spans are in the order of the tree, each after its parent. */
export function stepsOf(spans: readonly TraceSpan[]): Step[] {
  const steps = spans.map((span, index): Step => {
    const { run } = span;
    const charged = run?.chargedAmount ?? 0;
    return { span, index, end: spans.length, charged, hasRuns: run !== undefined, errorsBelow: 0 };
  });
  const open: Step[] = [];
  const close = (depth: number, end: number) => {
    for (let last = open.at(-1); last && last.span.depth >= depth; last = open.at(-1)) {
      last.end = end;
      open.pop();
      const parent = open.at(-1);
      if (!parent) continue;
      parent.charged += last.charged;
      parent.hasRuns ||= last.hasRuns;
      parent.errorsBelow += last.errorsBelow + (last.span.status === 'error' ? 1 : 0);
    }
  };
  for (const step of steps) {
    close(step.span.depth, step.index);
    open.push(step);
  }
  close(0, steps.length);
  return steps;
}

/** Returns the steps that are not below a closed one. */
export function shownSteps(steps: readonly Step[], closed: ReadonlySet<string>): Step[] {
  const shown: Step[] = [];
  for (let index = 0; index < steps.length; ) {
    const step = steps[index]!;
    shown.push(step);
    index = closed.has(step.span.spanId) ? step.end : index + 1;
  }
  return shown;
}

export function hasChildren({ index, end }: Step): boolean {
  return end > index + 1;
}

/** Computes the scale. A step that has not ended lasts until now. */
export function scaleOf(
  { startedAt, spans }: Pick<Trace, 'startedAt' | 'spans'>,
  now: number,
): Scale {
  const starts = spans.map((span) => Date.parse(span.startedAt));
  const ends = spans.map((span) => endOf(span, now));
  const from = starts.reduce((least, each) => Math.min(least, each), Date.parse(startedAt));
  const to = ends.reduce((most, each) => Math.max(most, each), from);
  return { from, length: Math.max(1, to - from) };
}

/** The position of the bar, in percent of the width. */
export function barOf(span: TraceSpan, { from, length }: Scale, now: number) {
  const start = Date.parse(span.startedAt);
  const left = ((start - from) / length) * 100;
  const width = (Math.max(0, endOf(span, now) - start) / length) * 100;
  return { left: Math.min(left, 100), width: Math.min(width, 100 - left) };
}

function endOf({ startedAt, finishedAt, run }: TraceSpan, now: number): number {
  if (finishedAt !== undefined) return Date.parse(finishedAt);
  return run ? Math.max(now, Date.parse(startedAt)) : Date.parse(startedAt);
}

const MARKS = 4;

/** The marks of the axis in milliseconds from the start, at equal distances, from the start to the end. */
export function marksOf({ length }: Scale): number[] {
  return Array.from({ length: MARKS + 1 }, (_, i) => (length / MARKS) * i);
}
