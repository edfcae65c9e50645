/** Payments by card over HTTP, for the people of a workspace, and for the events of the payment provider. */
import { callerOf } from '../audit-trail/index.ts';
import type { DashboardHandlers } from '../platform/http/index.ts';
import { invariant } from '../platform/lib/errors.ts';
import { asConflict } from '../platform/lib/problem.ts';
import { createPaymentEdge, type PaymentEdgeOptions } from './http.ts';

export function createPaymentHandlers(
  options: PaymentEdgeOptions,
): Pick<
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
  const edge = createPaymentEdge(options);

  return {
    async getAutoRecharge({ principal: { workspace } }) {
      return { status: 200, body: await edge.recharge(workspace) };
    },

    async updateAutoRecharge({ principal, body }) {
      return { status: 200, body: await edge.setRecharge(callerOf(principal), body) };
    },

    async deleteAutoRecharge({ principal }) {
      await edge.removeRecharge(callerOf(principal));
      return { status: 204 };
    },

    async createCardSetup({ principal }) {
      return { status: 201, body: await edge.cardPage(callerOf(principal)) };
    },

    async getBilling({ principal: { workspace } }) {
      return { status: 200, body: await edge.details(workspace) };
    },

    async createBillingPage({ principal: { workspace } }) {
      return { status: 201, body: await edge.detailsPage(workspace) };
    },

    async createPayment(input) {
      const { payment, replayed } = await edge
        .create(callerOf(input.principal), input)
        .catch(asConflict('idempotency_key_reuse'));
      return replayed ? { status: 200, body: payment } : { status: 201, body: payment };
    },

    async getPayment({ principal: { workspace }, params: { paymentId } }) {
      return { status: 200, body: await edge.read(workspace, paymentId) };
    },

    async listPayments({ principal: { workspace }, query }) {
      return { status: 200, body: await edge.list(workspace, query) };
    },

    async receivePaymentEvent({ rawBody, signature }) {
      invariant(rawBody && signature !== undefined, 'the contract requires both');
      await options.payments.receive(rawBody.bytes, signature);
      return { status: 204 };
    },
  };
}
