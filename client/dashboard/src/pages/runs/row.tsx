/** One run as a row of the list. Drawn again only where the run has changed. */
import { memo } from 'react';
import { Link } from 'wouter';
import { isTerminal, type RunSummary } from '../../api/index.ts';
import { formatCount, formatDuration } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Ago, Money, RunBadge } from '../../parts/index.ts';

interface RunRowProps {
  run: RunSummary;
  index: number;
  keyName: string;
  /** Of the costs of all rows. */
  places: number;
  top: number;
}

export const RunRow = memo(function RunRow({ run, index, keyName, places, top }: RunRowProps) {
  const { to } = useHere();
  const { promptTokens, completionTokens } = run;
  return (
    <tr aria-rowindex={index + 2} className="run-row" style={{ transform: `translateY(${top}px)` }}>
      <td className="run-id">
        <Link href={to(`runs/${run.id}`)} className="run-link mono" title={run.id}>
          {shorten(run.id)}
        </Link>
        <span className="row-note clip" title={run.idempotencyKey}>
          {run.idempotencyKey}
        </span>
      </td>
      <td className="run-state">
        <RunBadge state={run.state} />
        {run.errorCode !== undefined && <span className="row-note clip">{run.errorCode}</span>}
      </td>
      <td className="run-model clip" title={run.model}>
        {run.model}
      </td>
      <td className="run-key clip muted" title={keyName}>
        {keyName}
      </td>
      <td className="run-tokens number">
        {promptTokens === undefined && completionTokens === undefined ? (
          <span className="faint">–</span>
        ) : (
          `${countOf(promptTokens)} → ${countOf(completionTokens)}`
        )}
      </td>
      <td className="run-took number">
        {run.durationMs === undefined ? (
          <span className="faint">–</span>
        ) : (
          formatDuration(run.durationMs)
        )}
      </td>
      <td className="run-cost number">
        <Cost run={run} places={places} />
      </td>
      <td className="run-created muted">
        <Ago at={run.createdAt} />
      </td>
    </tr>
  );
});

function Cost({ run, places }: { run: RunSummary; places: number }) {
  if (run.chargedAmount !== undefined) {
    return <Money amount={run.chargedAmount} look="run" places={places} />;
  }
  if (isTerminal(run.state)) return <span className="faint">not charged</span>;
  return (
    <span className="faint">
      ≤ <Money amount={run.reservedAmount} look="run" places={places} />
    </span>
  );
}

/** What the row tells of its money: what the run was charged, or the most that it can be. */
export function costOf({ chargedAmount, state, reservedAmount }: RunSummary): number {
  return chargedAmount ?? (isTerminal(state) ? 0 : reservedAmount);
}

function countOf(tokens: number | undefined): string {
  return tokens === undefined ? '?' : formatCount(tokens);
}

/** The end is what tells runs of one day apart. */
function shorten(id: string): string {
  return `run_…${id.slice(-8)}`;
}
