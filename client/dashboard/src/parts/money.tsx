/** Amounts. Significant digits are dark, and a hover or a press shows the exact integer. */
import { createContext, use } from 'react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import {
  formatMoney,
  formatUnits,
  type MoneyLook,
  moneyParts,
  type Unit,
} from '../format/index.ts';
import { CopyButton } from './copy.tsx';
import './popover.css';
import './money.css';

/** The unit of money, which is the same in the whole deployment. The session contains it. */
export const UnitContext = createContext<Unit>({ currency: 'USD', scale: 9 });

export function useUnit(): Unit {
  return use(UnitContext);
}

interface MoneyProps {
  amount: number;
  look?: MoneyLook;
  /** The number of decimals of the longest amount of a column, so that the decimal points align. */
  decimals?: number;
  sign?: '+' | '−' | '';
}

export function Money({ amount, look = 'balance', decimals = 0, sign = '' }: MoneyProps) {
  const unit = useUnit();
  const parts = moneyParts(amount, unit, look);
  const missing = Math.max(0, decimals - parts.decimals);
  return (
    <data className="money" value={amount} title={exactWords(amount, unit)}>
      {sign || parts.sign}
      <span className={parts.lead === '' ? undefined : 'money-quiet'}>
        {parts.symbol}
        {parts.lead}
      </span>
      {parts.main}
      {parts.tail !== '' && <span className="money-quiet">{parts.tail}</span>}
      {missing > 0 && (
        <span className="money-room" aria-hidden="true">
          {(parts.decimals === 0 ? '.' : '') + '0'.repeat(missing)}
        </span>
      )}
    </data>
  );
}

/** An amount that shows its exact integer when it is pressed. */
export function MoneyFigure({ amount, what }: { amount: number; what: string }) {
  const unit = useUnit();
  return (
    <DialogTrigger>
      <Button
        className="money-figure"
        aria-label={`${what}: ${formatMoney(amount, unit, 'balance')}, exactly`}
      >
        <Money amount={amount} />
      </Button>
      <Popover className="popover money-exact" offset={6} placement="bottom start">
        <Dialog aria-label={`${what}, exactly`}>
          <strong>{formatMoney(amount, unit)}</strong>
          <span className="hint">
            {formatUnits(amount)} units of 10<sup>−{unit.scale}</sup> {unit.currency}
          </span>
          <CopyButton text={String(amount)} what="the integer" words="Copy as integer" />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

/** The integer of the API. */
export function Units({ amount }: { amount: number }) {
  const unit = useUnit();
  return (
    <span className="mono faint" title={formatMoney(amount, unit)}>
      {formatUnits(amount)}
    </span>
  );
}

function exactWords(amount: number, unit: Unit): string {
  return `${formatMoney(amount, unit)}, ${formatUnits(amount)} units`;
}
