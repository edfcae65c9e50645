/** Amounts. Significant digits are dark, and a hover or a press shows the exact integer. */
import { createContext, use } from 'react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import {
  decimalsOf,
  formatMoney,
  formatUnits,
  type MoneyLook,
  moneyParts,
  symbolOf,
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

/** How many decimals a column needs so that all of its amounts are exact and aligned. */
export function useDecimals(amounts: readonly number[]): number {
  return decimalsOf(amounts, useUnit());
}

interface MoneyProps {
  amount: number;
  look?: MoneyLook;
  /** The decimals of its column, with which the amount is exact. */
  decimals?: number;
  sign?: '+' | '−' | '';
  /** Whether a link or a button has it, which then takes the focus. */
  isWithin?: boolean;
}

/** A rounded amount takes the focus, so that the keyboard shows its exact value as well. */
export function Money({ amount, look, decimals, sign = '', isWithin = false }: MoneyProps) {
  const unit = useUnit();
  // Digits of zeros in a column would look like those of an amount.
  if (amount === 0 && decimals !== undefined) {
    return (
      <data className="money money-quiet" value={0}>
        {symbolOf(unit.currency)}0
      </data>
    );
  }
  const shown = look ?? (decimals === undefined ? 'spend' : 'exact');
  const parts = moneyParts(amount, unit, shown, decimals);
  const exact = formatMoney(amount, unit);
  const text = formatMoney(amount, unit, shown);
  const rounded = shown !== 'exact' &&
    text !== exact && {
      'data-exact': exact,
      ...(!isWithin && { tabIndex: 0, role: 'img', 'aria-label': `${text}, exactly ${exact}` }),
    };
  return (
    <data className="money" value={amount} title={exactWords(amount, unit)} {...rounded}>
      {sign || parts.sign}
      <span className={parts.lead === '' ? undefined : 'money-quiet'}>
        {parts.symbol}
        {parts.lead}
      </span>
      {parts.main}
      {parts.tail !== '' && <span className="money-quiet">{parts.tail}</span>}
    </data>
  );
}

interface MoneyFigureProps {
  amount: number;
  what: string;
  look?: MoneyLook;
}

/** An amount that shows its exact integer when it is pressed. */
export function MoneyFigure({ amount, what, look = 'spend' }: MoneyFigureProps) {
  const unit = useUnit();
  return (
    <DialogTrigger>
      <Button
        className="money-figure"
        aria-label={`${what}: ${formatMoney(amount, unit, look)}, exactly`}
      >
        <Money amount={amount} look={look} isWithin />
      </Button>
      <Popover className="popover money-exact" offset={6} placement="bottom start">
        <Dialog aria-label={`${what}, exactly`}>
          <strong>{formatMoney(amount, unit)}</strong>
          <span className="hint">In the API, the integer {formatUnits(amount)}</span>
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
