/** The waterfall of a trace: what shows, where bars stand, and that what its steps cost together is what its runs cost. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TraceSpan } from '../../client/dashboard/src/api/contract.ts';
import {
  barOf,
  hasChildren,
  marksOf,
  scaleOf,
  shownSteps,
  stepsOf,
} from '../../client/dashboard/src/pages/traces/tree.ts';

const START = Date.parse('2026-01-01T00:00:00.000Z');
const at = (ms: number) => new Date(START + ms).toISOString();

function span(index: number, depth: number, more: Partial<TraceSpan> = {}): TraceSpan {
  return {
    ...{ traceId: 'a'.repeat(32), spanId: String(index).padStart(16, '0'), source: 'client' },
    ...{ name: `step ${index}`, kind: 'internal', status: 'ok', depth },
    ...{ startedAt: at(0), finishedAt: at(100), durationMs: 100, ...more },
  };
}

function run(chargedAmount: number): Partial<TraceSpan> {
  const unit = { currency: 'USD', scale: 9 };
  return {
    source: 'run',
    run: { id: 'run_x', state: 'completed', ...unit, reservedAmount: 9, chargedAmount },
  };
}

/** Depths as a tree has them: each at most one below the step before it. */
const depths = fc.array(fc.nat(5), { minLength: 1, maxLength: 40 }).map((numbers) => {
  let above = -1;
  return numbers.map((depth) => {
    above = Math.min(depth, above + 1);
    return above;
  });
});

describe('the steps of a trace', () => {
  it('cost together what the runs of the trace were charged', () => {
    fc.assert(
      fc.property(depths, fc.infiniteStream(fc.nat(1_000)), (levels, amounts) => {
        const charges = levels.map(() => amounts.next().value as number);
        const steps = stepsOf(levels.map((depth, i) => span(i, depth, run(charges[i]!))));
        const roots = steps.filter(({ span: { depth } }) => depth === 0);
        const sum = (all: number[]) => all.reduce((a, b) => a + b, 0);
        expect(sum(roots.map(({ charged }) => charged))).toBe(sum(charges));
      }),
    );
  });

  it('are left out below those that are closed, and by nothing else', () => {
    fc.assert(
      fc.property(depths, fc.nat(39), (levels, which) => {
        const steps = stepsOf(levels.map((depth, index) => span(index, depth)));
        const closed = steps[which % steps.length]!;
        const shown = shownSteps(steps, new Set([closed.span.spanId]));
        const below = steps.filter(({ index }) => index > closed.index && index < closed.end);
        expect(below.every(({ span: { depth } }) => depth > closed.span.depth)).toBe(true);
        expect(hasChildren(closed)).toBe(below.length > 0);
        expect(shown).toEqual(steps.filter((step) => !below.includes(step)));
      }),
    );
  });

  it('know the errors below them', () => {
    const failed = { status: 'error' as const };
    const steps = stepsOf([span(0, 0), span(1, 1), span(2, 2, failed), span(3, 1, failed)]);
    expect(steps.map(({ errorsBelow }) => errorsBelow)).toEqual([2, 1, 0, 0]);
  });
});

describe('the bars of a trace', () => {
  it('are within the axis, also for a run that has not ended and for steps without a duration', () => {
    const { finishedAt: _, durationMs: __, ...open } = span(1, 1, { startedAt: at(50), ...run(0) });
    const spans = [span(0, 0), open, span(2, 1, { startedAt: at(100), finishedAt: at(100) })];
    const now = START + 200;
    const scale = scaleOf({ startedAt: at(0), spans }, now);
    expect(scale.length).toBe(200);
    expect(spans.map((each) => barOf(each, scale, now))).toEqual([
      { left: 0, width: 50 },
      { left: 25, width: 75 },
      { left: 50, width: 0 },
    ]);
    expect(marksOf(scale)).toEqual([0, 50, 100, 150, 200]);
  });
});
