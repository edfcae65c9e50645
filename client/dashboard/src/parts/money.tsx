/** Amounts, exact to the last unit: what lies below the cents is there and quieter. */
import { createContext, use } from 'react';
import { formatMoney, formatUnits, moneyParts, type Unit } from '../format/index.ts';

/** The same in all of a deployment; who is signed in tells it. */
export const UnitContext = createContext<Unit>({ currency: 'USD', scale: 9 });

export function useUnit(): Unit {
  return use(UnitContext);
}

interface MoneyProps {
  amount: number;
  /** In columns: zeros to the end, so that the points stand below each other. */
  isAligned?: boolean;
  sign?: '+' | '−' | '';
}

export function Money({ amount, isAligned = false, sign = '' }: MoneyProps) {
  const parts = moneyParts(amount, useUnit());
  return (
    <span className="money">
      {sign || parts.sign}
      {parts.symbol}
      {parts.main}
      {parts.fine !== '' && <span className="money-fine">{parts.fine}</span>}
      {isAligned && parts.zeros !== '' && (
        <span className="money-zeros" aria-hidden="true">
          {parts.zeros}
        </span>
      )}
    </span>
  );
}

/** The integer as the API tells it. */
export function Units({ amount }: { amount: number }) {
  const unit = useUnit();
  return (
    <span className="mono faint" title={formatMoney(amount, unit)}>
      {formatUnits(amount)}
    </span>
  );
}
