/** A monthly statement as the dashboard shows it. */
import type { Statement as StatementView } from '../../openapi/generated/dashboard.ts';
import type { Unit } from '../platform/lib/money.ts';
import type { Statement } from './index.ts';

export function toStatement(
  found: Statement,
  { month, from, to }: { month: string; from: Date; to: Date },
  { currency, scale }: Unit,
): StatementView {
  return {
    month,
    from: from.toISOString(),
    to: to.toISOString(),
    isOver: to.getTime() <= Date.now(),
    openingAmount: found.opening,
    creditedAmount: found.credited,
    providerAmount: found.provider,
    feeAmount: found.fee,
    storageAmount: found.storage,
    closingAmount: found.closing,
    runs: found.runs,
    credits: found.credits.map(({ reference, amount, createdAt }) => ({
      ...{ reference, amount, createdAt: createdAt.toISOString() },
    })),
    ...{ currency, scale },
  };
}
