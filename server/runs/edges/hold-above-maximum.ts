/** The refusal of a run whose hold exceeds its caller's limit, or the largest amount. */
import { formatMoney, type Unit } from '../../platform/lib/money.ts';

import { Problem } from '../../platform/lib/problem.ts';

/** `pointer` is what makes the hold large, if the caller set no limit. */
export function holdAboveMaximum(
  unit: Unit,
  amount: number | undefined,
  maximum: number | undefined,
  pointer: string,
): Problem {
  const detail =
    amount === undefined
      ? 'The hold would be more than money can be counted in.'
      : `The run needs a hold of ${formatMoney(amount, unit)}, and maxReservedAmount is ${formatMoney(maximum ?? 0, unit)}.`;
  return new Problem('hold_above_maximum', detail, {
    errors: [
      {
        pointer: maximum === undefined ? pointer : '#/maxReservedAmount',
        ...{ detail, code: 'hold_above_maximum' },
      },
    ],
    members: {
      ...(amount !== undefined && { requiredAmount: amount }),
      ...(maximum !== undefined && { maxReservedAmount: maximum }),
      ...unit,
    },
  });
}
