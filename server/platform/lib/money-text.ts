/** Amounts as text for people, `25.00 USD`, exact to the last unit, and refusals with amounts in this form. */
import Big from 'big.js';
import type { Unit } from './money.ts';
import { Problem } from './problem.ts';

/** With two decimals, or as many as an exact amount needs. */
export function formatMoney(amount: number, unit: Unit): string {
  const [whole = '0', fraction = ''] = decimalOf(amount, unit).split('.');
  return `${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')} ${unit.currency}`;
}

/** With all decimals of the scale: `0.000003938`. */
export function decimalOf(amount: number, { scale }: Pick<Unit, 'scale'>): string {
  return new Big(amount).times(new Big(10).pow(-scale)).toFixed(scale);
}

/** The domain counts in units, people in currency: `25000000000 units` becomes `25.00 USD`. */
export function inMoney(error: unknown, unit: Unit): unknown {
  if (!(error instanceof Problem)) return error;
  const inMoney = (text: string) =>
    text.replaceAll(/\b(\d{1,16}) units\b/g, (_, amount: string) =>
      formatMoney(Number(amount), unit),
    );
  const errors = error.options.errors?.map((fault) => ({
    ...fault,
    detail: inMoney(fault.detail),
  }));
  return new Problem(error.code, inMoney(error.detail), {
    ...error.options,
    ...(errors && { errors }),
    cause: error,
  });
}
