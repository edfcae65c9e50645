/** The bounds of an amount that a caller passes: a positive integer that JavaScript holds exactly. */
import { MAX_AMOUNT } from '../platform/lib/money.ts';
import { Problem } from '../platform/lib/problem.ts';

export function checkAmount(amount: number, what: string): void {
  if (Number.isInteger(amount) && amount >= 1 && amount <= MAX_AMOUNT) return;
  throw new Problem('invalid_request', `${what} must be from 1 to ${MAX_AMOUNT} units.`);
}
