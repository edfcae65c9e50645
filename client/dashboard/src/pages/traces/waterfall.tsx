/**
 * The steps of a trace as a tree with bars on a time axis. It is a tree grid: arrow keys go from step to step, open and
 * close them, and Enter shows one. The page renders a part of a long trace, and more on demand.
 */
import { type KeyboardEvent, type RefObject, useMemo, useRef, useState } from 'react';
import type { Trace } from '../../api/index.ts';
import { formatCount, formatDuration } from '../../format/index.ts';
import { Button, useDecimals, useNow } from '../../parts/index.ts';
import { StepRow } from './row.tsx';
import {
  hasChildren,
  marksOf,
  type Scale,
  type Step,
  scaleOf,
  shownSteps,
  stepsOf,
} from './tree.ts';
import './waterfall.css';

interface WaterfallProps {
  trace: Trace;
  /** The span of the step that is open. */
  chosen: string | undefined;
  onChoose: (spanId: string) => void;
}

/** Rows of a table that open and close: the pattern of a tree grid, with the keys that belong to it. */
const TREE = { role: 'treegrid' };

const DRAWN_FIRST = 200;
const DRAWN_MORE = 500;

export function Waterfall({ trace, chosen, onChoose }: WaterfallProps) {
  const now = useNow();
  const steps = useMemo(() => stepsOf(trace.spans), [trace.spans]);
  const scale = scaleOf(trace, now);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [atMost, setAtMost] = useState(() => {
    const at = trace.spans.findIndex(({ spanId }) => spanId === chosen);
    return Math.max(DRAWN_FIRST, at + 1);
  });
  const shown = useMemo(() => shownSteps(steps, closed), [steps, closed]);
  const drawn = shown.slice(0, atMost);
  const grid = useRef<HTMLTableElement>(null);
  const decimals = useDecimals(drawn.flatMap(({ span }) => span.run?.chargedAmount ?? []));
  const [focused, setFocused] = useState<string>();
  const current = drawn.some(({ span }) => span.spanId === focused)
    ? focused
    : (drawn.find(({ span }) => span.spanId === chosen) ?? drawn[0])?.span.spanId;

  function toggle({ span: { spanId } }: Step, isOpen: boolean) {
    const next = new Set(closed);
    if (isOpen) next.delete(spanId);
    else next.add(spanId);
    setClosed(next);
  }
  const onKey = useKeys({ grid, drawn, current, closed, onChoose, toggle, setFocused });
  return (
    <>
      <table
        className="waterfall"
        {...TREE}
        aria-label="Steps"
        aria-rowcount={shown.length + 1}
        ref={grid}
      >
        <thead>
          <Head scale={scale} />
        </thead>
        <tbody>
          {drawn.map((step, index) => (
            <StepRow
              key={step.span.spanId}
              {...{ step, index, scale, now, decimals }}
              isChosen={step.span.spanId === chosen}
              isCurrent={step.span.spanId === current}
              isOpen={!closed.has(step.span.spanId)}
              onFocus={() => setFocused(step.span.spanId)}
              onChoose={() => onChoose(step.span.spanId)}
              onKey={onKey}
              onToggle={() => toggle(step, closed.has(step.span.spanId))}
            />
          ))}
        </tbody>
      </table>
      {shown.length > drawn.length && (
        <div className="more">
          <Button small onPress={() => setAtMost(atMost + DRAWN_MORE)}>
            {`Show more: ${formatCount(shown.length - drawn.length)} steps are left`}
          </Button>
        </div>
      )}
    </>
  );
}

interface Keys {
  grid: RefObject<HTMLTableElement | null>;
  drawn: Step[];
  current: string | undefined;
  closed: ReadonlySet<string>;
  onChoose: (spanId: string) => void;
  toggle: (step: Step, isOpen: boolean) => void;
  setFocused: (spanId: string) => void;
}

function useKeys({ grid, drawn, current, closed, onChoose, toggle, setFocused }: Keys) {
  const focus = ({ span: { spanId } }: Step) => {
    setFocused(spanId);
    grid.current?.querySelector<HTMLElement>(`[data-span="${spanId}"]`)?.focus();
  };
  return (event: KeyboardEvent) => {
    const at = drawn.findIndex(({ span }) => span.spanId === current);
    const step = drawn[at];
    if (!step) return;
    const action = actionOf(event.key, { drawn, at, step, isClosed: closed.has(step.span.spanId) });
    if (!action) return;
    event.preventDefault();
    if (action === 'choose') onChoose(step.span.spanId);
    else if (action === 'open' || action === 'close') toggle(step, action === 'open');
    else focus(action);
  };
}

interface KeyContext {
  drawn: Step[];
  at: number;
  step: Step;
  isClosed: boolean;
}

/** Returns the action of a key at a step: go to another step, or open or close this one. */
function actionOf(
  key: string,
  { drawn, at, step, isClosed }: KeyContext,
): Step | 'open' | 'close' | 'choose' | undefined {
  const isParent = hasChildren(step);
  switch (key) {
    case 'ArrowDown':
      return drawn[at + 1];
    case 'ArrowUp':
      return drawn[at - 1];
    case 'Home':
      return drawn[0];
    case 'End':
      return drawn.at(-1);
    case 'ArrowRight':
      if (!isParent) return undefined;
      return isClosed ? 'open' : drawn[at + 1];
    case 'ArrowLeft':
      if (isParent && !isClosed) return 'close';
      return drawn.slice(0, at).findLast(({ span }) => span.depth < step.span.depth);
    case 'Enter':
    case ' ':
      return 'choose';
    default:
      return undefined;
  }
}

/** A short trace has two marks within the same millisecond: only the first has a text. */
function Head({ scale }: { scale: Scale }) {
  const marks = marksOf(scale).map(formatDuration);
  return (
    <tr className="step-row step-head" aria-rowindex={1}>
      <th scope="col">Step</th>
      <th scope="col" className="step-axis">
        <span className="sr-only">Time in total</span>
        {marks.map((mark, index) => (
          <span key={keyOf(index)} className="axis-mark" style={{ left: `${index * 25}%` }}>
            {mark !== marks[index - 1] && mark}
          </span>
        ))}
      </th>
      <th scope="col" className="number step-took">
        Duration
      </th>
      <th scope="col" className="number step-cost">
        Cost
      </th>
    </tr>
  );
}

/** Marks never change their order. */
function keyOf(index: number): string {
  return `mark ${index}`;
}
