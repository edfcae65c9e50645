/** Customers over HTTP: the contract's requests as calls, and customers as its answers. */

import type {
  Customer as CustomerBody,
  CustomerBudget,
  CustomerGrant as CustomerGrantBody,
  ErasedCustomer,
  SpendingCustomer,
  SpendingCustomerList,
} from '../../openapi/generated/developer.ts';
import { callerOf } from '../audit-trail/index.ts';
import { leftOf } from '../money/index.ts';
import type { Db } from '../platform/db/pool.ts';
import type { Handlers, Input } from '../platform/http/index.ts';
import type { Cursors, Paging } from '../platform/lib/cursor.ts';
import { idToUuid, uuidToId } from '../platform/lib/ids.ts';
import { monthIn, type Span, toDate, toDates } from '../platform/lib/moment.ts';
import type { Unit } from '../platform/lib/money.ts';
import { createConcurrencyLimit } from '../platform/lib/shares.ts';
import { zoneOf } from '../workspaces/index.ts';
import {
  availableOf,
  type Budgeted,
  type Budgets,
  balanceLeft,
  budgetsLeft,
  type CountedBalance,
  CUSTOMER_GRANT_PREFIX,
  type Customer,
  type CustomerGrant,
  type CustomerSummary,
  type Customers,
  type ErasedEndUser,
  type NewGrant,
} from './index.ts';
import {
  type CustomerSpending,
  type SpendingPosition,
  type SpendingSums,
  type SpentInMonth,
  selectCustomersBySpending,
  selectSpentInMonths,
} from './spending-store.ts';

const PATH = '/v1/developer/customers';

export function createCustomerHandlers({
  customers,
  customerSpending,
  cursors,
  unit,
}: {
  customers: Customers;
  customerSpending: CustomerSpendingReads;
  cursors: Cursors;
  unit: Unit;
}): Pick<
  Handlers,
  | ('createCustomer' | 'listCustomers' | 'getCustomer' | 'updateCustomer' | 'deleteCustomer')
  | ('createCustomerGrant' | 'listCustomerGrants' | 'getCustomerGrant' | 'revokeCustomerGrant')
  | ('listCustomerSpending' | 'getCustomerSettings' | 'updateCustomerSettings')
> {
  const shown = (customer: Customer) => toCustomer(customer, unit);
  return {
    async createCustomer({ principal, requestKey, body }) {
      const { customer, replayed } = await customers.create(callerOf(principal), requestKey, body);
      const headers = { Location: `${PATH}/${encodeURIComponent(customer.endUserId)}` };
      if (!replayed) return { status: 201, headers, body: shown(customer) };
      const replay = { ...headers, 'Idempotent-Replayed': 'true' };
      return { status: 200, headers: replay, body: shown(customer) };
    },

    async listCustomers({ principal: { workspace }, query: { limit = 20, cursor, ...filters } }) {
      const list = { operation: 'listCustomers', workspace, filters };
      const { state, hasOwnBudgets } = filters;
      const { customers: page, next } = await customers.list(workspace, {
        limit,
        ...(state !== undefined && { state }),
        ...(hasOwnBudgets !== undefined && { hasOwnBudgets: hasOwnBudgets === 'true' }),
        ...(cursor !== undefined && { before: cursors.take(list, cursor) }),
        ...toDates(filters),
      });
      const nextCursor = next === null ? null : cursors.give(list, next);
      return { status: 200, body: { data: page.map(toSummary), nextCursor } };
    },

    async listCustomerSpending({ principal: { workspace }, query }) {
      return { status: 200, body: await customerSpending.list(workspace, query) };
    },

    async getCustomer({ principal: { workspace }, params: { endUserId } }) {
      return { status: 200, body: shown(await customers.get(workspace, endUserId)) };
    },

    async updateCustomer({ principal, params: { endUserId }, body }) {
      const changed = await customers.update(callerOf(principal), endUserId, body);
      return { status: 200, body: shown(changed) };
    },

    async createCustomerGrant({ principal, requestKey, params: { endUserId }, body }) {
      const caller = callerOf(principal);
      const given = toNewGrant(body);
      const { grant, replayed } = await customers.grant(caller, requestKey, endUserId, given);
      const shownGrant = toGrant(grant, unit);
      const headers = {
        Location: `${PATH}/${encodeURIComponent(endUserId)}/grants/${shownGrant.id}`,
      };
      if (!replayed) return { status: 201, headers, body: shownGrant };
      const replay = { ...headers, 'Idempotent-Replayed': 'true' };
      return { status: 200, headers: replay, body: shownGrant };
    },

    async listCustomerGrants({ principal: { workspace }, params: { endUserId }, query }) {
      const { limit = 20, cursor } = query;
      const list = { operation: 'listCustomerGrants', workspace, filters: { endUserId } };
      const { grants, next } = await customers.grants(workspace, endUserId, {
        limit,
        before: cursor === undefined ? undefined : cursors.take(list, cursor),
      });
      const nextCursor = next === null ? null : cursors.give(list, next);
      return { status: 200, body: { data: grants.map((each) => toGrant(each, unit)), nextCursor } };
    },

    async getCustomerGrant({ principal: { workspace }, params: { endUserId, grantId } }) {
      const id = idToUuid(CUSTOMER_GRANT_PREFIX, grantId);
      return {
        status: 200,
        body: toGrant(await customers.getGrant(workspace, endUserId, id), unit),
      };
    },

    async revokeCustomerGrant({ principal, params: { endUserId, grantId } }) {
      const id = idToUuid(CUSTOMER_GRANT_PREFIX, grantId);
      const grant = await customers.revoke(callerOf(principal), endUserId, id);
      return { status: 200, body: toGrant(grant, unit) };
    },

    async getCustomerSettings({ principal: { workspace } }) {
      return { status: 200, body: toSettings(await customers.defaults(workspace), unit) };
    },

    async updateCustomerSettings({ principal, body: { defaultBudgets } }) {
      const budgets =
        defaultBudgets === undefined
          ? await customers.defaults(principal.workspace)
          : await customers.setDefaults(callerOf(principal), defaultBudgets);
      return { status: 200, body: toSettings(budgets, unit) };
    },

    async deleteCustomer({ principal, params: { endUserId } }) {
      const erased = await customers.erase(callerOf(principal), endUserId);
      return { status: 200, body: toErased(erased) };
    },
  };
}

export function toNewGrant({
  amount,
  expiresAt = null,
  note = null,
}: Input<'createCustomerGrant'>['body']): NewGrant {
  const ends = expiresAt === null ? null : toDate('expiresAt', expiresAt, { inBody: true });
  return { amount, note, expiresAt: ends };
}

export function toGrant(grant: CustomerGrant, { currency, scale }: Unit): CustomerGrantBody {
  const { id, note, amount, expired, createdAt, endsAt } = grant;
  return {
    id: uuidToId(CUSTOMER_GRANT_PREFIX, id),
    ...(note !== null && { note }),
    ...{ amount, leftAmount: leftOf(grant), ...(expired > 0 && { expiredAmount: expired }) },
    createdAt: createdAt.toISOString(),
    ...(endsAt && { expiresAt: endsAt.toISOString() }),
    ...{ currency, scale },
  };
}

export function toErased({ runs, spans, open }: ErasedEndUser): ErasedCustomer {
  return { erasedRuns: runs, erasedSpans: spans, openRuns: open };
}

export function toSettings(
  { dayLimit, monthLimit, totalLimit }: Budgets,
  { currency, scale }: Unit,
) {
  return {
    ...{ currency, scale },
    defaultBudgets: {
      ...(dayLimit !== null && { dayAmount: dayLimit }),
      ...(monthLimit !== null && { monthAmount: monthLimit }),
      ...(totalLimit !== null && { totalAmount: totalLimit }),
    },
  };
}

function toSummary({
  endUserId,
  state,
  createdAt,
  name,
  metadata,
  hasBudgets,
  hasBalance,
}: CustomerSummary) {
  return {
    ...{ endUserId, state, createdAt: createdAt.toISOString() },
    ...(name !== null && { name }),
    ...(metadata !== null && { metadata }),
    ...{ hasOwnBudgets: hasBudgets, hasBalance },
  };
}

export function toCustomer(customer: Customer, { currency, scale }: Unit): CustomerBody {
  return {
    ...toSummary(customer),
    ...{ currency, scale, monthSpentAmount: customer.monthSpent },
    budgets: toBudgets(customer),
    balance: customer.balance && toBalance(customer.balance),
  };
}

function toBalance(balance: CountedBalance): CustomerBody['balance'] {
  const left = balanceLeft(balance);
  return (
    left && {
      ...{ grantedAmount: left.granted, spentAmount: left.spent, heldAmount: left.held },
      ...{ availableAmount: left.available, expiredAmount: left.expired },
    }
  );
}

function toBudgets(customer: Budgeted): CustomerBudget[] {
  return budgetsLeft(customer).map(({ period, limit, spent, held, available, resetsAt }) => ({
    ...{ period, limitAmount: limit, spentAmount: spent, heldAmount: held },
    availableAmount: available,
    ...(resetsAt && { resetsAt: resetsAt.toISOString() }),
  }));
}

interface CustomerSpendingOptions {
  /** Connections for sums over many rows: creates and reads of runs never wait for these. */
  reads: Db;
  unit: Unit;
  paging: Paging;
}

type Query = Input<'listCustomerSpending'>['query'];
type Filters = Pick<Query, 'state' | 'hasOwnBudgets' | 'search' | 'sort'>;

interface Asked {
  filters: Filters;
  /** Undefined for the first page. */
  after: SpendingPosition | undefined;
  limit: number;
}

interface Page {
  data: SpendingCustomer[];
  next: SpendingPosition | null;
  /** Over all pages. */
  sums: SpendingSums;
}

/** Of one workspace: each adds up a month. */
const READS_AT_ONCE = 2;
const READS_WAITING = 8;

export type CustomerSpendingReads = ReturnType<typeof createCustomerSpending>;

/**
 * What the runs of customers were charged in a month, with what is left of budgets and balances. Both APIs share one, and
 * with it the limit of a workspace.
 */
export function createCustomerSpending({ reads, unit, paging }: CustomerSpendingOptions) {
  const limit = createConcurrencyLimit({ atOnce: READS_AT_ONCE, mayWait: READS_WAITING });

  async function monthOf(workspace: string, query: Pick<Query, 'month' | 'timeZone'>) {
    const timeZone = await zoneOf(reads, workspace, query);
    return { timeZone, ...monthIn(query.month, timeZone) };
  }

  async function read(workspace: string, { from, to }: Span, asked: Asked): Promise<Page> {
    const { state = null, hasOwnBudgets, search = null, sort = 'spent' } = asked.filters;
    const { customers, sums } = await selectCustomersBySpending(reads, {
      ...{ workspace, from, to, state, search, sort, limit: asked.limit + 1 },
      hasBudgets: hasOwnBudgets === undefined ? null : hasOwnBudgets === 'true',
      after: asked.after ?? null,
    });
    const page = customers.slice(0, asked.limit);
    const last = customers.length > asked.limit ? page.at(-1) : undefined;
    return {
      data: page.map(toRow),
      next: last ? { number: last.number, text: last.text, id: last.id, at: sums.at } : null,
      sums,
    };
  }

  return {
    monthOf,

    /** At most `limit` customers, after a position. */
    read,

    async list(
      workspace: string,
      { limit: asked, cursor, ...filters }: Query,
    ): Promise<SpendingCustomerList> {
      const list = { operation: 'listCustomerSpending', workspace, filters };
      const page = paging.toPage(list, { limit: asked, cursor });
      const span = await monthOf(workspace, filters);
      const after = page.before === undefined ? undefined : JSON.parse(page.before);
      const { data, next, sums } = await limit.run(workspace, () =>
        read(workspace, span, { filters, after, limit: page.limit }),
      );
      return {
        ...{ month: filters.month, timeZone: span.timeZone },
        ...{ from: span.from.toISOString(), to: span.to.toISOString() },
        ...paging.pageOf(list, data, next === null ? null : JSON.stringify(next)),
        total: {
          ...{ customers: sums.customers, runs: sums.runs, chargedAmount: sums.charged },
          ...{ allRuns: sums.allRuns, allChargedAmount: sums.allCharged },
        },
        ...{ currency: unit.currency, scale: unit.scale },
      };
    },

    /** Of one customer; `starts` as in the store. */
    inMonths(
      workspace: string,
      of: { endUser: string; starts: readonly Date[] },
    ): Promise<SpentInMonth[]> {
      return limit.run(workspace, () => selectSpentInMonths(reads, { workspace, ...of }));
    },
  };
}

function toRow(customer: CustomerSpending): SpendingCustomer {
  const { runs, charged, prepaidLimit: limit, used } = customer;
  return {
    ...toSummary(customer),
    ...{ runs, chargedAmount: charged, budgets: toBudgets(customer) },
    ...(limit !== null && {
      balanceAvailableAmount: availableOf(limit, used.total.spent + used.total.held),
    }),
  };
}
