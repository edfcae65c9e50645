/** The four figures that people open the dashboard for. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Usage, Wallet } from '../../api/index.ts';
import { formatCount, formatShare } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Money, MoneyFigure, Tile, Tiles, useNow, useZone } from '../../parts/index.ts';
import { lastDayOf, runwayOf, spendOf, wordsOfRunway } from './figures.ts';

interface FiguresProps {
  wallet: Wallet;
  months: Usage;
  week: Usage;
}

export function Figures({ wallet, months, week }: FiguresProps) {
  const { to } = useHere();
  const spend = spendOf(months, useNow(), useZone());
  const { runs, failed } = lastDayOf(week);
  const failures = new URLSearchParams({ range: '1d', group: 'kind', measure: 'failures' });
  return (
    <Tiles>
      <Tile
        name="Available"
        note={
          wallet.isLow ? (
            <span className="bad">
              below your <Money amount={wallet.lowBalanceAmount ?? 0} look="exact" /> threshold
            </span>
          ) : (
            <Link href={to('wallet')}>Wallet</Link>
          )
        }
      >
        <MoneyFigure amount={wallet.availableAmount} look="balance" what="Available" />
      </Tile>
      <Tile
        name="Spend this month"
        note={
          <>
            <Money amount={spend.today} /> today, <Money amount={spend.yesterday} /> yesterday
          </>
        }
      >
        <MoneyFigure amount={spend.month} what="Spend this month" />
      </Tile>
      <Tile name="Runway" note={noteOfRunway(spend.perDay)}>
        <Runway availableAmount={wallet.availableAmount} perDay={spend.perDay} />
      </Tile>
      <Tile
        name="Failures, last 24 hours"
        note={
          runs === 0
            ? 'No runs in this period'
            : `${formatShare(failed, runs)} of ${formatCount(runs)} runs`
        }
      >
        {failed === 0 ? (
          '0'
        ) : (
          <Link className="bad" href={`${to('usage')}?${failures}`}>
            {formatCount(failed)}
          </Link>
        )}
      </Tile>
    </Tiles>
  );
}

function Runway({ availableAmount, perDay }: { availableAmount: number; perDay: number }) {
  const days = runwayOf(availableAmount, perDay);
  return (
    <span className={days !== undefined && days < 3 ? 'bad' : undefined}>
      {days === undefined ? '–' : wordsOfRunway(days)}
    </span>
  );
}

function noteOfRunway(perDay: number): ReactNode {
  if (perDay === 0) return 'Nothing spent in the last 7 days';
  return (
    <>
      at <Money amount={perDay} /> a day
    </>
  );
}
