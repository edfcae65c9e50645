/** One run as a row of the list. The row renders again only if the run has changed. */
import { memo } from 'react';
import { Link } from 'wouter';
import { isTerminal, type RunKind, type RunListRow, subjectOf } from '../../api/index.ts';
import { formatDuration } from '../../format/index.ts';
import { CustomerLink, SessionLink } from '../../frame/attribution-links.tsx';
import { useHere } from '../../frame/here.tsx';
import { shortIdOf } from '../../frame/run-link.tsx';
import { Ago, EndingBadge, Money } from '../../parts/index.ts';
import { VIEWS } from './kinds.tsx';

interface RunRowProps {
  kind: RunKind;
  run: RunListRow;
  index: number;
  keyName: string;
  /** The number of decimals that the costs of all rows need. */
  decimals: number;
  top: number;
}

export const RunRow = memo(function RunRow(props: RunRowProps) {
  const { kind, run, index, keyName, decimals, top } = props;
  const { to } = useHere();
  const subject = subjectOf(run);
  return (
    <tr aria-rowindex={index + 2} className="run-row" style={{ transform: `translateY(${top}px)` }}>
      <td className="run-id">
        <Link href={to(`${kind}/${run.id}`)} className="run-link mono" title={run.id}>
          {shortIdOf(run.id)}
        </Link>
        <span className="row-note clip" title={run.idempotencyKey}>
          {run.idempotencyKey}
        </span>
      </td>
      <td className="run-state">
        <EndingBadge run={run} />
        {run.errorCode !== undefined && <span className="row-note clip">{run.errorCode}</span>}
      </td>
      <td className="run-subject clip" title={subject}>
        {subject}
      </td>
      <td className="run-of">
        <Attributed run={run} />
      </td>
      <td className="run-key clip muted" title={keyName}>
        {keyName}
      </td>
      <td className="run-own number">
        {VIEWS[kind].own(run as never) ?? <span className="faint">–</span>}
      </td>
      <td className="run-took number">
        {run.durationMs === undefined ? (
          <span className="faint">–</span>
        ) : (
          formatDuration(run.durationMs)
        )}
      </td>
      <td className="run-cost number">
        <Cost run={run} decimals={decimals} />
      </td>
      <td className="run-created muted">
        <Ago at={run.createdAt} />
      </td>
    </tr>
  );
});

/** The session and the end user of the run. Their links are in front of the link of the row. */
function Attributed({ run: { sessionId, endUserId } }: { run: RunListRow }) {
  if (sessionId === undefined && endUserId === undefined) return <span className="faint">–</span>;
  return (
    <>
      {sessionId !== undefined && <SessionLink id={sessionId} isClipped />}
      {endUserId !== undefined && (
        <span className="row-note">
          <CustomerLink id={endUserId} isClipped />
        </span>
      )}
    </>
  );
}

export function Cost({ run, decimals }: { run: RunListRow; decimals: number }) {
  if (run.chargedAmount !== undefined) {
    return <Money amount={run.chargedAmount} decimals={decimals} />;
  }
  if (isTerminal(run.state)) return <span className="faint">not charged</span>;
  return (
    <span className="faint">
      ≤ <Money amount={run.reservedAmount} decimals={decimals} />
    </span>
  );
}

/** The money of a row: what the run was charged, or the most that it can be. */
export function costOf({ chargedAmount, state, reservedAmount }: RunListRow): number {
  return chargedAmount ?? (isTerminal(state) ? 0 : reservedAmount);
}
