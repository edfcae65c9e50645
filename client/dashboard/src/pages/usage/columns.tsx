/** The columns of tables of usage: the group, then its runs, tokens, durations and cost. */
import { Link } from 'wouter';
import type { Usage, UsageTotal } from '../../api/index.ts';
import { type Counted, nameOf } from '../../charts/index.ts';
import type { UsageView } from '../../filters/index.ts';
import { formatCount, formatDuration, formatShare } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Money } from '../../parts/index.ts';
import { openedBy } from './runs-of.ts';
import './usage.css';

/** What every table of usage has besides the column that names its rows. */
export function usageTable(decimals: number) {
  const ms = (value: number | undefined) =>
    value === undefined ? undefined : formatDuration(value);
  return {
    look: 'figures',
    numbers: ['Runs', 'Failed', 'Tokens in', 'Tokens out', 'p50', 'p95', 'p99', 'Cost'],
    classes: {
      'Tokens in': 'second-to-go fold',
      'Tokens out': 'second-to-go fold',
      ...{ p50: 'first-to-go fold', p95: 'third-to-go fold', p99: 'first-to-go fold' },
    },
    columns: {
      Runs: ({ runs }: Counted) => formatCount(runs),
      Failed: ({ failed, runs }: Counted) =>
        failed > 0 ? (
          <span className="bad">
            {formatCount(failed)} ({formatShare(failed, runs)})
          </span>
        ) : (
          '0'
        ),
      'Tokens in': ({ promptTokens }: Counted) => formatCount(promptTokens),
      'Tokens out': ({ completionTokens }: Counted) => formatCount(completionTokens),
      p50: ({ latencyMs }: Counted) => ms(latencyMs?.p50),
      p95: ({ latencyMs }: Counted) => ms(latencyMs?.p95),
      p99: ({ latencyMs }: Counted) => ms(latencyMs?.p99),
      Cost: ({ chargedAmount }: Counted) => <Money amount={chargedAmount} decimals={decimals} />,
    },
  } as const;
}

interface GroupLinkProps {
  total: UsageTotal;
  usage: Usage;
  view: UsageView;
  /** Filters of the runs that the link leads to. */
  more?: Record<string, string>;
}

/** Links to what the group counts. */
export function GroupLink({ total, usage, view, more }: GroupLinkProps) {
  const { to } = useHere();
  const name = nameOfGroup(total, view);
  const link = total.isRest === true ? undefined : openedBy(view, total, usage, more);
  if (link === undefined) return <span className="faint">{name}</span>;
  return (
    <Link href={to(link)} className="clip" title={name}>
      {name}
    </Link>
  );
}

export function nameOfGroup(total: UsageTotal, { groupBy }: UsageView): string {
  return groupBy === 'none' ? 'All runs' : nameOf(total, groupBy);
}
