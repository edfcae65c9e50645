/** What one payment may be, whoever makes it. */
import { decimalOf, type Unit } from '../platform/lib/money.ts';
import { type FaultCode, Problem } from '../platform/lib/problem.ts';

/** In units. */
export interface Bounds {
  least: number;
  most: number;
  /** Each amount is a multiple of it. */
  step: number;
  /** Whether taxes are paid on top of it. */
  isTaxed?: boolean;
}

/** `member` is the one of the request body that has the amount. */
export function checkAmount(
  amount: number,
  { least, most, step }: Bounds,
  { unit, member }: { unit: Unit; member: string },
): void {
  const inWords = (units: number) => `${decimalOf(units, unit)} ${unit.currency}`;
  if (amount < least) throw wrongAmount(member, 'minimum', `must be at least ${inWords(least)}`);
  if (amount > most) throw wrongAmount(member, 'maximum', `must be at most ${inWords(most)}`);
  if (amount % step !== 0) throw wrongAmount(member, 'unsupported', 'must be whole cents');
}

export function wrongAmount(member: string, code: FaultCode, detail: string): Problem {
  const errors = [{ pointer: `#/${member}`, detail, code }];
  return new Problem('invalid_request', `The amount ${detail}.`, { errors });
}
