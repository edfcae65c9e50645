/** Payments by card over HTTP: for the people of a workspace, and for the events of the payment provider. */
import type * as contract from '../../openapi/generated/dashboard.ts';
import type { DashboardHandlers } from '../platform/http/index.ts';
import type { Paging } from '../platform/http/paging.ts';
import { invariant } from '../platform/lib/errors.ts';
import { idToUuid, uuidToId } from '../platform/lib/ids.ts';
import type { Unit } from '../platform/lib/money.ts';
import { NOT_FOUND, Problem } from '../platform/lib/problem.ts';
import { PAYMENT_PREFIX, type Payment, type Payments } from './index.ts';

export function createPaymentHandlers({
  payments,
  paging,
  unit,
  publicUrl,
}: {
  payments: Payments;
  paging: Paging;
  unit: Unit;
  publicUrl: () => string;
}): Pick<
  DashboardHandlers,
  'createPayment' | 'getPayment' | 'listPayments' | 'receivePaymentEvent'
> {
  return {
    async createPayment({ principal: { workspace, session }, requestKey, body: { amount } }) {
      const wallet = `${publicUrl()}/dashboard/${uuidToId('wsp', workspace)}/wallet`;
      const { payment, replayed } = await payments.create({
        ...{ workspace, amount, requestKey, user: session.user },
        returnUrl: (id) => `${wallet}?payment=${id}`,
      });
      const shown = toPayment(payment, unit);
      return replayed ? { status: 200, body: shown } : { status: 201, body: shown };
    },

    async getPayment({ principal: { workspace }, params: { paymentId } }) {
      const id = idToUuid(PAYMENT_PREFIX, paymentId);
      const payment = id && (await payments.get(workspace, id));
      if (!payment) throw new Problem('not_found', NOT_FOUND);
      return { status: 200, body: toPayment(payment, unit) };
    },

    async listPayments({ principal: { workspace }, query }) {
      const list = { operation: 'listPayments', workspace };
      const { limit, before } = paging.toPage(list, query);
      const rows = await payments.list({ workspace, before, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const next = rows.length > limit ? (shown.at(-1)?.id ?? null) : null;
      const data = shown.map((payment) => toPayment(payment, unit));
      return { status: 200, body: paging.pageOf(list, data, next) };
    },

    async receivePaymentEvent({ rawBody, signature }) {
      invariant(rawBody && signature !== undefined, 'the contract requires both');
      await payments.receive(rawBody.bytes, signature);
      return { status: 204 };
    },
  };
}

function toPayment(payment: Payment, { currency, scale }: Unit): contract.Payment {
  const { id, state, amount, checkoutUrl, receiptUrl, createdAt, expiresAt, endedAt } = payment;
  const { returned, takenBack, isDisputed } = payment;
  return {
    id: uuidToId(PAYMENT_PREFIX, id),
    ...{ state, amount, currency, scale },
    ...(state === 'open' && checkoutUrl !== null && { checkoutUrl }),
    ...(receiptUrl !== null && { receiptUrl }),
    ...(returned > 0 && { returnedAmount: returned }),
    ...(returned > takenBack && { debtAmount: returned - takenBack }),
    ...(isDisputed && { isDisputed }),
    createdAt: createdAt.toISOString(),
    ...(state === 'open' && { expiresAt: expiresAt.toISOString() }),
    ...(endedAt !== null && { endedAt: endedAt.toISOString() }),
  };
}
