/**
 * An external decimal as text or number: the shortest exact form, or undefined if it is negative, absurd or not a
 * number. Digits beyond the 24th decimal place are rounded up, so that float noise does not hide a cost.
 */
import Big from 'big.js';
import { textOfNumber } from '../../../platform/lib/json.ts';
import { type Decimal, parseDecimal } from '../../../platform/lib/money.ts';

export function readDecimal(given: unknown): Decimal | undefined {
  const value = textOfNumber(given) ?? given;
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const text = String(value);
  // Limits the work as well: otherwise, an exponent of a billion would be written out digit by digit.
  if (!SANE_NUMBER.test(text)) return undefined;
  return (
    parseDecimal(text) ?? parseDecimal(new Big(text).round(MAX_DECIMALS, Big.roundUp).toFixed())
  );
}

const SANE_NUMBER = /^\d{1,40}(\.\d{1,80})?([eE][+-]?\d{1,2})?$/;
const MAX_DECIMALS = 24;
