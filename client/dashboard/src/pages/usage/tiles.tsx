/** The sums of the period, each next to that of the previous period of the same length. */
import type { ReactNode } from 'react';
import type { Usage, UsageTotal } from '../../api/index.ts';
import { formatCount, formatCountShort, formatShare } from '../../format/index.ts';
import { Money, MoneyFigure, Tile, Tiles } from '../../parts/index.ts';

interface UsageTilesProps {
  usage: Usage;
  before: UsageTotal | undefined;
}

export function UsageTiles({ usage, before }: UsageTilesProps) {
  const sum = (pick: (total: UsageTotal) => number) =>
    usage.totals.reduce((all, total) => all + pick(total), 0);
  const cost = sum((total) => total.chargedAmount);
  const tokens = sum(tokensOf);
  const runs = sum((total) => total.runs);
  const failed = sum((total) => total.failed);
  return (
    <Tiles>
      <Tile
        name="Cost"
        note={
          before && (
            <Change now={cost} before={before.chargedAmount}>
              <Money amount={before.chargedAmount} />
            </Change>
          )
        }
      >
        <MoneyFigure amount={cost} what="Cost" />
      </Tile>
      <Tile
        name="Tokens"
        note={
          before && (
            <Change now={tokens} before={tokensOf(before)}>
              {formatCountShort(tokensOf(before))}
            </Change>
          )
        }
      >
        {formatCountShort(tokens)}
      </Tile>
      <Tile
        name="Runs"
        note={
          before && (
            <Change now={runs} before={before.runs}>
              {formatCount(before.runs)}
            </Change>
          )
        }
      >
        {formatCount(runs)}
      </Tile>
      <Tile
        name="Failures"
        note={
          <>
            {formatShare(failed, runs)} of runs
            {before && before.runs > 0 && `, previously ${formatShare(before.failed, before.runs)}`}
          </>
        }
      >
        <span className={failed > 0 ? 'bad' : undefined}>{formatCount(failed)}</span>
      </Tile>
    </Tiles>
  );
}

/** `+12% from $4.20`. */
function Change({ now, before, children }: { now: number; before: number; children: ReactNode }) {
  if (before === 0) return 'nothing in the previous period';
  const percent = Math.round((now / before - 1) * 100);
  const words =
    percent === 0 ? 'same as' : `${percent > 0 ? '+' : '−'}${formatCount(Math.abs(percent))}% from`;
  return (
    <>
      {words} {children} in the previous period
    </>
  );
}

function tokensOf({ promptTokens, completionTokens }: UsageTotal): number {
  return promptTokens + completionTokens;
}
