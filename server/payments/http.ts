/**
 * Payments by card over HTTP: for programs, for operators, who see what differs from the provider's list, and how both
 * APIs of a workspace ask for payments and show them. What takes a person happens on a page of the payment provider.
 */
import type {
  AutoRecharge,
  Billing,
  BillingPage,
  CardSetup,
  PaymentList,
  Payment as PaymentView,
} from '../../openapi/generated/developer.ts';
import type * as operator from '../../openapi/generated/operator.ts';
import { type Actor, callerOf } from '../audit-trail/index.ts';
import type { Db } from '../platform/db/pool.ts';
import type { Handlers, Input, OperatorHandlers } from '../platform/http/index.ts';
import type { Paging } from '../platform/lib/cursor.ts';
import { idToUuid, uuidToId } from '../platform/lib/ids.ts';
import { toDates } from '../platform/lib/moment.ts';
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

const PATH = '/v1/developer/billing';
const NO_STORE = { 'Cache-Control': 'no-store' };

export interface PaymentEdgeOptions {
  payments: Payments;
  paging: Paging;
  unit: Unit;
  publicUrl: () => string;
}

/** Who acts, and where. */
interface Acting {
  workspace: string;
  actor: Actor;
}

export type PaymentEdge = ReturnType<typeof createPaymentEdge>;

export function createPaymentEdge({ payments, paging, unit, publicUrl }: PaymentEdgeOptions) {
  const { recharge } = payments;
  /** The page to which the browser of a person comes back. */
  const walletOf = (workspace: string) =>
    `${publicUrl()}/dashboard/${uuidToId('wsp', workspace)}/wallet`;

  return {
    /** `replayed`: the request key has made this payment before. */
    async create(
      { workspace, actor }: Acting,
      { requestKey, body: { amount } }: Pick<Input<'createBillingPayment'>, 'requestKey' | 'body'>,
    ): Promise<{ payment: PaymentView; replayed: boolean }> {
      const wallet = walletOf(workspace);
      const { payment, replayed } = await payments.create({
        ...{ workspace, amount, requestKey, actor },
        returnUrl: (id) => `${wallet}?payment=${id}`,
      });
      return { payment: toPayment(payment, unit), replayed };
    },

    async read(workspace: string, paymentId: string): Promise<PaymentView> {
      const id = idToUuid(PAYMENT_PREFIX, paymentId);
      const payment = id && (await payments.get(workspace, id));
      if (!payment) throw new Problem('not_found', NOT_FOUND);
      return toPayment(payment, unit);
    },

    async list(
      workspace: string,
      { limit, cursor, ...filters }: Input<'listBillingPayments'>['query'],
    ): Promise<PaymentList> {
      const list = { operation: 'listPayments', workspace, filters };
      const page = paging.toPage(list, { limit, cursor });
      const { payments: found, next } = await payments.list(workspace, {
        ...{ ...page, states: filters.state, ...toDates(filters) },
      });
      const data = found.map((payment) => toPayment(payment, unit));
      return paging.pageOf(list, data, next);
    },

    async recharge(workspace: string): Promise<AutoRecharge> {
      return toRecharge(await recharge.get(workspace), unit);
    },

    async setRecharge(
      acting: Acting,
      body: Input<'updateBillingRecharge'>['body'],
    ): Promise<AutoRecharge> {
      const { thresholdAmount: threshold, rechargeAmount: amount, monthCapAmount } = body;
      const terms = { threshold, amount, monthCap: monthCapAmount };
      return toRecharge(await recharge.set({ ...acting, terms }), unit);
    },

    removeRecharge: (acting: Acting) => recharge.remove(acting),

    async cardPage(acting: Acting): Promise<CardSetup> {
      const returnUrl = `${walletOf(acting.workspace)}?card=saved`;
      const { url, expiresAt } = await recharge.setUpCard({ ...acting, returnUrl });
      return { checkoutUrl: url, expiresAt: expiresAt.toISOString() };
    },

    async details(workspace: string): Promise<Billing> {
      const { name, address, taxIds } = await payments.billing(workspace);
      return { ...(name !== undefined && { name }), address, taxIds };
    },

    async detailsPage(workspace: string): Promise<BillingPage> {
      const returnUrl = walletOf(workspace);
      return { billingUrl: await payments.billingPage({ workspace, returnUrl }) };
    },
  };
}

export function createPaymentHandlers(
  edge: PaymentEdge,
): Pick<
  Handlers,
  | 'listBillingPayments'
  | 'createBillingPayment'
  | 'getBillingPayment'
  | 'getBillingRecharge'
  | 'updateBillingRecharge'
  | 'deleteBillingRecharge'
  | 'createBillingCardPage'
  | 'getBillingDetails'
  | 'createBillingDetailsPage'
> {
  return {
    async listBillingPayments({ principal: { workspace }, query }) {
      return { status: 200, body: await edge.list(workspace, query) };
    },

    async createBillingPayment(input) {
      const { payment, replayed } = await edge.create(callerOf(input.principal), input);
      const headers = { Location: `${PATH}/payments/${payment.id}` };
      if (!replayed) return { status: 201, headers, body: payment };
      return { status: 200, headers: { ...headers, 'Idempotent-Replayed': 'true' }, body: payment };
    },

    async getBillingPayment({ principal: { workspace }, params: { id } }) {
      return { status: 200, body: await edge.read(workspace, id) };
    },

    async getBillingRecharge({ principal: { workspace } }) {
      return { status: 200, body: await edge.recharge(workspace) };
    },

    async updateBillingRecharge({ principal, body }) {
      return { status: 200, body: await edge.setRecharge(callerOf(principal), body) };
    },

    async deleteBillingRecharge({ principal }) {
      await edge.removeRecharge(callerOf(principal));
      return { status: 204 };
    },

    async createBillingCardPage({ principal }) {
      const headers = { Location: `${PATH}/auto-recharge`, ...NO_STORE };
      return { status: 201, headers, body: await edge.cardPage(callerOf(principal)) };
    },

    async getBillingDetails({ principal: { workspace } }) {
      return { status: 200, body: await edge.details(workspace) };
    },

    async createBillingDetailsPage({ principal: { workspace } }) {
      const headers = { Location: `${PATH}/details`, ...NO_STORE };
      return { status: 201, headers, body: await edge.detailsPage(workspace) };
    },
  };
}

type Decline = NonNullable<PaymentView['declineReason']>;

function toPayment(payment: Payment, { currency, scale }: Unit): PaymentView {
  const { id, state, amount, checkoutUrl, receiptUrl, createdAt, expiresAt, endedAt } = payment;
  const { returned, takenBack, isDisputed, method, decline, invoiceUrl, tax } = payment;
  return {
    id: uuidToId(PAYMENT_PREFIX, id),
    ...{ state, amount, currency, scale },
    ...(method !== null && { isAutomatic: true }),
    ...(decline !== null && { declineReason: decline as Decline }),
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
): AutoRecharge {
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
        ...{ declines: set.declines, declineReason: set.decline as Decline },
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
