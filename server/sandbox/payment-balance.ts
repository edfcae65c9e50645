/**
 * The balance of the sandbox's account and what changed it, in the shape of Stripe. All of it follows from the payments: a
 * charge costs a fee, a refund gives none back, a dispute costs one more, and each amount is paid out two days later.
 */

/** The members of a session that money depends on. */
interface Paid {
  amount_total: number;
  currency: string;
  payment_intent: {
    id: string;
    created: number;
    status: string;
    latest_charge: object | null;
  } | null;
  refunds: Moved[];
  dispute: (Moved & { status: string; decided?: number }) | null;
}

interface Moved {
  id: string;
  created: number;
  amount: number;
}

export interface BalanceTransaction {
  object: 'balance_transaction';
  id: string;
  created: number;
  available_on: number;
  /** In cents, as `fee` and `net`, which is the rest. */
  amount: number;
  fee: number;
  net: number;
  currency: string;
  type: 'charge' | 'refund' | 'adjustment' | 'payout';
  reporting_category: 'charge' | 'refund' | 'dispute' | 'dispute_reversal' | 'payout';
  status: 'available' | 'pending';
  source: string;
  description: null;
  exchange_rate: null;
  fee_details: [];
}

const DAY = 86_400;
const PENDING_FOR = DAY;
const PAID_OUT_AFTER = 2 * DAY;
const FEE_OF_DISPUTE = 1_500;
const feeOf = (cents: number) => Math.round(cents * 0.029) + 30;

/** Those of one payment. */
export function transactionsOf({
  amount_total: amount,
  payment_intent: intent,
  ...session
}: Paid): BalanceTransaction[] {
  const { currency, refunds, dispute } = session;
  if (intent?.status !== 'succeeded' || !intent.latest_charge) return [];
  const now = Math.floor(Date.now() / 1_000);
  const entry = (
    moved: Moved & { fee?: number },
    type: BalanceTransaction['type'],
    reporting_category: BalanceTransaction['reporting_category'],
  ): BalanceTransaction => {
    const { id: source, created, amount, fee = 0 } = moved;
    const available_on = created + PENDING_FOR;
    return {
      ...{ object: 'balance_transaction', id: `txn_${reporting_category}_${source}` },
      ...{ created, available_on, amount, fee, net: amount - fee, currency },
      ...{ type, reporting_category, source },
      status: available_on <= now ? 'available' : 'pending',
      ...{ description: null, exchange_rate: null, fee_details: [] },
    };
  };
  const moved = [entry({ ...intent, amount, fee: feeOf(amount) }, 'charge', 'charge')];
  for (const refund of refunds)
    moved.push(entry({ ...refund, amount: -refund.amount }, 'refund', 'refund'));
  if (dispute) {
    const taken = { ...dispute, amount: -dispute.amount, fee: FEE_OF_DISPUTE };
    moved.push(entry(taken, 'adjustment', 'dispute'));
    if (dispute.status === 'won') {
      const won = { ...dispute, created: dispute.decided ?? dispute.created };
      moved.push(entry(won, 'adjustment', 'dispute_reversal'));
    }
  }
  const payouts = moved
    .filter(({ created }) => created + PAID_OUT_AFTER <= now)
    .map(({ id, created, net }) =>
      entry({ id, created: created + PAID_OUT_AFTER, amount: -net }, 'payout', 'payout'),
    );
  return [...moved, ...payouts];
}

export function balanceOf(transactions: readonly BalanceTransaction[]): object {
  const currencies = new Set(['usd', ...transactions.map(({ currency }) => currency)]);
  const sumsOf = (isPending: boolean) =>
    [...currencies].map((currency) => ({
      currency,
      amount: transactions
        .filter((each) => each.currency === currency)
        // A payout takes what is available.
        .filter(({ status, type }) => (status === 'pending' && type !== 'payout') === isPending)
        .reduce((sum, { net }) => sum + net, 0),
    }));
  return {
    ...{ object: 'balance', livemode: false },
    ...{ available: sumsOf(false), pending: sumsOf(true) },
  };
}
