/** The cells that rows of traces and sessions have in common. */
import type { TraceSummary } from '../../api/index.ts';
import { formatCount, formatDuration, plural } from '../../format/index.ts';
import { Badge, Money } from '../../parts/index.ts';

type Spread = Pick<TraceSummary, 'startedAt' | 'lastFinishedAt' | 'totals' | 'isPartial'>;

export function Steps({ totals: { runs, clientSpans }, isPartial }: Spread) {
  const parts = [
    ...(runs > 0 ? [plural(runs, 'run')] : []),
    ...(clientSpans > 0 ? [plural(clientSpans, 'span')] : []),
  ];
  return <span>{`${isPartial ? 'at least ' : ''}${parts.join(', ')}`}</span>;
}

export function Errors({ totals: { errors }, isPartial }: Spread) {
  if (errors === 0) return <span className="faint">{isPartial ? 'none lately' : 'none'}</span>;
  return <Badge tone="bad">{atLeast(errors, isPartial)}</Badge>;
}

/** Formats a count, with a plus if the service counted only a part. */
export function atLeast(count: number, isPartial: boolean | undefined): string {
  return `${formatCount(count)}${isPartial ? '+' : ''}`;
}

/** The charges of all ended runs, with a note if the service added up only a part or some runs have not ended. */
export function Spend({ totals, isPartial, decimals }: Spread & { decimals: number }) {
  const hasMore = isPartial === true || totals.pendingRuns > 0;
  const why = isPartial ? 'Of the newest 1,000 runs' : 'A run is in progress';
  return (
    <span>
      <Money amount={totals.chargedAmount} decimals={decimals} />
      {hasMore && (
        <span className="row-note" title={why}>
          {isPartial ? 'at least' : 'so far'}
        </span>
      )}
    </span>
  );
}

export function Took({ startedAt, lastFinishedAt }: Spread) {
  if (lastFinishedAt === undefined) return <span className="faint">in progress</span>;
  return formatDuration(Math.max(0, Date.parse(lastFinishedAt) - Date.parse(startedAt)));
}
