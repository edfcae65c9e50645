/** What a run costs in the end. Pure integer arithmetic; the hold limits the charge. */
import { amountOf, type Decimal, feeOf } from '../platform/lib/money.ts';

/** The final amounts of an answered run; all absent if its cost is not known. */
export interface Charge {
  providerAmount?: number;
  listAmount?: number;
  feeAmount?: number;
  chargedAmount?: number;
  /** What the provider charged beyond the hold: the deployment's loss, never the customer's. */
  absorbedAmount?: number;
}

/**
 * Charges an answer: from the provider's own figure if there is one, else from the price list.
 * charged = min(base + fee, reserved); the limit reduces the fee first.
 */
export function chargeOf(
  { cost, listAmount }: { cost: Decimal | undefined; listAmount: number | undefined },
  agreed: { feeBasisPoints: number; scale: number; reservedAmount: number },
): Charge {
  const providerAmount =
    cost === undefined ? undefined : amountOf([{ price: cost, count: 1 }], agreed.scale);
  const base = providerAmount ?? listAmount;
  if (base === undefined) return {};
  const chargedAmount = Math.min(base + feeOf(base, agreed.feeBasisPoints), agreed.reservedAmount);
  const toProvider = Math.min(base, chargedAmount);
  return {
    ...(providerAmount === undefined ? { listAmount: base } : { providerAmount }),
    feeAmount: chargedAmount - toProvider,
    chargedAmount,
    ...(base > toProvider ? { absorbedAmount: base - toProvider } : {}),
  };
}
