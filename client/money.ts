/** Formats amounts for people, exact to the last unit: from digits, never through a float. */
import { UsageError } from './errors.ts';

/** `formatMoney(3938, run)` is `0.000003938 USD`: the last `scale` digits of an amount come after the decimal point. */
export function formatMoney(amount: number, { scale, currency }: MoneyUnit): string {
  if (!Number.isSafeInteger(amount)) {
    throw new UsageError(`The amount ${String(amount)} is no whole number: amounts count units.`);
  }
  const digits = String(Math.abs(amount)).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const rest = digits.slice(digits.length - scale).replace(/0+$/, '');
  const cents = rest.padEnd(Math.min(2, scale), '0');
  return `${amount < 0 ? '-' : ''}${whole}${cents && `.${cents}`} ${currency}`;
}

/** Every run, estimate and `InsufficientCreditError` has these members. */
export interface MoneyUnit {
  scale: number;
  currency: string;
}
