/** A step of the waterfall. */
import type { KeyboardEvent } from 'react';
import type { TraceSpan } from '../../api/index.ts';
import { formatCount, formatDuration, plural } from '../../format/index.ts';
import { Icon, Money } from '../../parts/index.ts';
import { barOf, hasChildren, type Scale, type Step } from './tree.ts';

interface StepRowProps {
  step: Step;
  index: number;
  scale: Scale;
  now: number;
  decimals: number;
  isChosen: boolean;
  /** Whether this row has the keyboard focus. */
  isCurrent: boolean;
  isOpen: boolean;
  onFocus: () => void;
  onChoose: () => void;
  onKey: (event: KeyboardEvent) => void;
  onToggle: () => void;
}

/** The largest indentation, so that names have enough room. */
const DEEPEST = 12;

export function StepRow(props: StepRowProps) {
  const { step, index, scale, now, isChosen, isCurrent, isOpen, onFocus, onChoose } = props;
  const { span } = step;
  const isParent = hasChildren(step);
  const bar = barOf(span, scale, now);
  return (
    <tr
      className={['step-row', isChosen && 'chosen', span.status === 'error' && 'failed']
        .filter(Boolean)
        .join(' ')}
      aria-level={span.depth + 1}
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      {...(isParent && { 'aria-expanded': isOpen })}
      tabIndex={isCurrent ? 0 : -1}
      data-span={span.spanId}
      onFocus={onFocus}
      onClick={onChoose}
      onKeyDown={props.onKey}
    >
      <td
        className="step-name"
        style={{ paddingLeft: `calc(${Math.min(span.depth, DEEPEST)} * var(--indent))` }}
      >
        <Toggle {...props} isParent={isParent} />
        <span className="step-words">
          <span className="step-title">{span.name || 'unnamed'}</span>
          <Note span={span} />
        </span>
      </td>
      <td className="step-axis">
        <span
          className={`step-bar ${lookOf(span)}`}
          style={{ left: `${bar.left}%`, width: `${bar.width}%` }}
        />
        <span className="sr-only">
          starts after {formatDuration(Math.max(0, Date.parse(span.startedAt) - scale.from))}
        </span>
      </td>
      <td className="number step-took">
        {span.durationMs === undefined ? (
          <span className="faint">in progress</span>
        ) : (
          formatDuration(span.durationMs)
        )}
      </td>
      <td className="number step-cost">
        <StepCost {...props} isParent={isParent} />
      </td>
    </tr>
  );
}

/** The button is for pointers only: arrow keys do the same, and screen readers announce whether the row is open. */
function Toggle({ isParent, isOpen, onToggle, step }: StepRowProps & { isParent: boolean }) {
  if (!isParent) return <span className="step-toggle" />;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={isOpen ? 'step-toggle open' : 'step-toggle'}
      aria-hidden="true"
      title={isOpen ? 'Close' : `Open: ${plural(step.end - step.index - 1, 'step')}`}
      onClick={(event) => {
        event.stopPropagation();
        onToggle();
      }}
    >
      <Icon name="right" />
    </button>
  );
}

function Note({ span }: { span: TraceSpan }) {
  const { usage, status, statusMessage, service, source } = span;
  const { inputTokens, outputTokens } = usage ?? {};
  const tokens =
    inputTokens === undefined && outputTokens === undefined
      ? undefined
      : `${formatCount(inputTokens ?? 0)} → ${formatCount(outputTokens ?? 0)} tokens`;
  const parts = [
    ...(source === 'client' ? [service ?? 'your program'] : []),
    ...(tokens ? [tokens] : []),
  ];
  return (
    <span className="step-note">
      {status === 'error' && (
        <span className="step-error">
          <Icon name="warn" /> {statusMessage ?? 'failed'}
        </span>
      )}
      {parts.length > 0 && <span>{parts.join(' · ')}</span>}
    </span>
  );
}

/** The cost of a run; for a step of a program, the sum of the costs of the runs below it. */
function StepCost({ step, decimals, isOpen, isParent }: StepRowProps & { isParent: boolean }) {
  const { span, charged, hasRuns } = step;
  if (span.run && (isOpen || !isParent)) {
    const { chargedAmount, state } = span.run;
    if (chargedAmount !== undefined) return <Money amount={chargedAmount} decimals={decimals} />;
    return <span className="faint">{state === 'failed' ? 'not charged' : 'not known yet'}</span>;
  }
  if (!hasRuns) return <span className="faint">–</span>;
  return (
    <span className="step-sum" title="This step and its children">
      <span aria-hidden="true">Σ </span>
      <span className="sr-only">with children </span>
      <Money amount={charged} decimals={decimals} />
    </span>
  );
}

function lookOf({ status, source, run, finishedAt }: TraceSpan): string {
  if (status === 'error') return 'bad';
  if (run && finishedAt === undefined) return 'pending';
  return source === 'run' ? 'run' : 'client';
}
