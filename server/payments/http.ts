/**
 * Payments by card over HTTP: for the people of a workspace, for the events of the payment provider, and for operators,
 * who see what differs from the provider's list.
 */
import type * as contract from '../../openapi/generated/dashboard.ts';
import type * as operator from '../../openapi/generated/operator.ts';
import type { Db } from '../platform/db/pool.ts';
import type { DashboardHandlers, OperatorHandlers } from '../platform/http/index.ts';
import type { Paging } from '../platform/http/paging.ts';
import { invariant } from '../platform/lib/errors.ts';
import { idToUuid, uuidToId } from '../platform/lib/ids.ts';
import type { Unit } from '../platform/lib/money.ts';
import { NOT_FOUND, Problem } from '../platform/lib/problem.ts';
import {
  type ComparedDay,
  comparedDays,
  PAYMENT_PREFIX,
  type Payment,
  type Payments,
  type RechargeView,
} from './index.ts';

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
  | 'createPayment'
  | 'getPayment'
  | 'listPayments'
  | 'receivePaymentEvent'
  | 'getAutoRecharge'
  | 'updateAutoRecharge'
  | 'deleteAutoRecharge'
  | 'createCardSetup'
  | 'getBilling'
  | 'createBillingPage'
> {
  const { recharge } = payments;
  const walletOf = (workspace: string) =>
    `${publicUrl()}/dashboard/${uuidToId('wsp', workspace)}/wallet`;

  return {
    async getAutoRecharge({ principal: { workspace } }) {
      return { status: 200, body: toRecharge(await recharge.get(workspace), unit) };
    },

    async updateAutoRecharge({ principal: { workspace, session }, body }) {
      const { thresholdAmount: threshold, rechargeAmount: amount, monthCapAmount } = body;
      const terms = { threshold, amount, monthCap: monthCapAmount };
      const now = await recharge.set({ workspace, user: session.user, terms });
      return { status: 200, body: toRecharge(now, unit) };
    },

    async deleteAutoRecharge({ principal: { workspace, session } }) {
      await recharge.remove({ workspace, user: session.user });
      return { status: 204 };
    },

    async createCardSetup({ principal: { workspace, session } }) {
      const returnUrl = `${walletOf(workspace)}?card=saved`;
      const { url, expiresAt } = await recharge.setUpCard({
        ...{ workspace, user: session.user, returnUrl },
      });
      return { status: 201, body: { checkoutUrl: url, expiresAt: expiresAt.toISOString() } };
    },

    async getBilling({ principal: { workspace } }) {
      const { name, address, taxIds } = await payments.billing(workspace);
      return { status: 200, body: { ...(name !== undefined && { name }), address, taxIds } };
    },

    async createBillingPage({ principal: { workspace } }) {
      const returnUrl = walletOf(workspace);
      const billingUrl = await payments.billingPage({ workspace, returnUrl });
      return { status: 201, body: { billingUrl } };
    },

    async createPayment({ principal: { workspace, session }, requestKey, body: { amount } }) {
      const wallet = walletOf(workspace);
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
  const { returned, takenBack, isDisputed, method, decline, invoiceUrl, tax } = payment;
  return {
    id: uuidToId(PAYMENT_PREFIX, id),
    ...{ state, amount, currency, scale },
    ...(method !== null && { isAutomatic: true }),
    ...(decline !== null && { declineReason: decline }),
    ...(state === 'open' && checkoutUrl !== null && { checkoutUrl }),
    ...(tax > 0 && { taxAmount: tax }),
    ...(receiptUrl !== null && { receiptUrl }),
    ...(invoiceUrl !== null && { invoiceUrl }),
    ...(returned > 0 && { returnedAmount: returned }),
    ...(returned > takenBack && { debtAmount: returned - takenBack }),
    ...(isDisputed && { isDisputed }),
    createdAt: createdAt.toISOString(),
    ...(state === 'open' && { expiresAt: expiresAt.toISOString() }),
    ...(endedAt !== null && { endedAt: endedAt.toISOString() }),
  };
}

function toRecharge(
  { state, pausedBy, set, card, monthSum }: RechargeView,
  { currency, scale }: Unit,
): contract.AutoRecharge {
  const { brand, last4, expiresIn } = card ?? {};
  return {
    state,
    ...(pausedBy && { pausedBy }),
    ...(pausedBy === 'decline' && set && { nextAttemptAt: set.notBefore.toISOString() }),
    ...(set && {
      ...{
        thresholdAmount: set.threshold,
        rechargeAmount: set.amount,
        monthCapAmount: set.monthCap,
      },
    }),
    monthAmount: monthSum,
    ...(brand && last4 && expiresIn && { card: { brand, last4, expiresIn } }),
    ...(set &&
      set.decline !== null &&
      set.declinedAt !== null && {
        ...{ declines: set.declines, declineReason: set.decline },
        declinedAt: set.declinedAt.toISOString(),
      }),
    ...{ currency, scale },
  };
}

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

function toDay(row: ComparedDay): operator.PaymentDay {
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
