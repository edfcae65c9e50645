/** What differs between payments here and at the payment provider, in the operator's API. */
import type * as contract from '../../openapi/generated/operator.ts';
import type { Db } from '../platform/db/pool.ts';
import type { OperatorHandlers } from '../platform/http/index.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { type ComparedDay, comparedDays, PAYMENT_PREFIX } from './index.ts';

export function createComparisonHandlers({
  db,
}: {
  db: Db;
}): Pick<OperatorHandlers, 'getPaymentComparison'> {
  return {
    async getPaymentComparison() {
      return { status: 200, body: { data: (await comparedDays(db)).map(toDay) } };
    },
  };
}

function toDay(row: ComparedDay): contract.PaymentDay {
  const { day, there, here, isWhole, differences, comparedAt } = row;
  return {
    ...{ day, comparedAt: comparedAt.toISOString(), providerPayments: there },
    ...{ creditedPayments: here, isWhole },
    differences: differences.map(({ kind, payment, workspace, reference, ...amounts }) => ({
      ...{ kind, paymentId: uuidToId(PAYMENT_PREFIX, payment) },
      ...(workspace && { workspaceId: uuidToId('wsp', workspace) }),
      ...(reference && { providerReference: reference }),
      ...(amounts.here !== undefined && { creditedAmount: amounts.here }),
      ...(amounts.there !== undefined && { providerAmount: amounts.there }),
    })),
  };
}
