/** Customers over HTTP for people: what the runs of each were charged in a month, and everything that programs can do. */

import type { SpendingCustomer } from '../../openapi/generated/developer.ts';
import { callerOf } from '../audit-trail/index.ts';
import type { Db } from '../platform/db/pool.ts';
import { csvLines } from '../platform/http/downloads.ts';
import type { DashboardHandlers } from '../platform/http/index.ts';
import type { Paging } from '../platform/lib/cursor.ts';
import { idToUuid } from '../platform/lib/ids.ts';
import { dayIn, momentIn, monthIn } from '../platform/lib/moment.ts';
import { decimalOf, type Unit } from '../platform/lib/money.ts';
import { asConflict } from '../platform/lib/problem.ts';
import { zoneOf } from '../workspaces/index.ts';
import {
  type CustomerSpendingReads,
  toCustomer,
  toErased,
  toGrant,
  toNewGrant,
  toSettings,
} from './http.ts';
import { CUSTOMER_GRANT_PREFIX, type Customers } from './index.ts';
import type { SpendingPosition, SpentInMonth } from './spending-store.ts';

type CustomerHandlers = Pick<
  DashboardHandlers,
  | ('listWorkspaceCustomers' | 'getCustomerFile' | 'createWorkspaceCustomer')
  | ('getWorkspaceCustomer' | 'updateWorkspaceCustomer' | 'deleteWorkspaceCustomer')
  | ('listWorkspaceCustomerGrants' | 'createWorkspaceCustomerGrant')
  | ('revokeWorkspaceCustomerGrant' | 'getCustomerMonths')
  | ('getDefaultBudgets' | 'updateDefaultBudgets')
>;

interface CustomerOptions {
  /** Connections for sums over many rows: callers of the API never wait for these. */
  reads: Db;
  customers: Customers;
  customerSpending: CustomerSpendingReads;
  unit: Unit;
  paging: Paging;
}

const ROWS_OF_FILE = 10_000;
/** Those of the page of a customer. */
const MONTHS = 12;

export function createCustomerPages({
  reads,
  customers,
  customerSpending,
  unit,
  paging,
}: CustomerOptions): CustomerHandlers {
  return {
    async listWorkspaceCustomers({ principal: { workspace }, query }) {
      return { status: 200, body: await customerSpending.list(workspace, query) };
    },

    async getCustomerFile({ principal: { workspace }, query }) {
      const span = await customerSpending.monthOf(workspace, query);
      const file = csvLines<SpendingPosition>(COLUMNS, async (after) => {
        const { data, next } = await customerSpending.read(workspace, span, {
          ...{ filters: query, after, limit: ROWS_OF_FILE },
        });
        return { rows: data.map((row) => cellsOf(row, span.timeZone, unit)), next };
      });
      const name = `customers-${query.month}.csv`;
      const headers = { 'Content-Disposition': `attachment; filename="${name}"` };
      return { status: 200, headers, file };
    },

    async createWorkspaceCustomer({ principal, requestKey, body }) {
      const made = customers.create(callerOf(principal), requestKey, body);
      const { customer, replayed } = await made.catch(refuse);
      return { status: replayed ? 200 : 201, body: toCustomer(customer, unit) };
    },

    async getWorkspaceCustomer({ principal: { workspace }, query: { endUserId } }) {
      return { status: 200, body: toCustomer(await customers.get(workspace, endUserId), unit) };
    },

    async updateWorkspaceCustomer({ principal, query: { endUserId }, body }) {
      const changed = await customers.update(callerOf(principal), endUserId, body);
      return { status: 200, body: toCustomer(changed, unit) };
    },

    async deleteWorkspaceCustomer({ principal, query: { endUserId } }) {
      const erased = await customers.erase(callerOf(principal), endUserId);
      return { status: 200, body: toErased(erased) };
    },

    async listWorkspaceCustomerGrants({ principal: { workspace }, query }) {
      const { endUserId, limit: asked, cursor } = query;
      const list = { operation: 'listWorkspaceCustomerGrants', workspace, filters: { endUserId } };
      const { limit, before } = paging.toPage(list, { limit: asked, cursor });
      const { grants, next } = await customers.grants(workspace, endUserId, { limit, before });
      const data = grants.map((grant) => toGrant(grant, unit));
      return { status: 200, body: paging.pageOf(list, data, next) };
    },

    async createWorkspaceCustomerGrant({ principal, requestKey, query: { endUserId }, body }) {
      const caller = callerOf(principal);
      const given = customers.grant(caller, requestKey, endUserId, toNewGrant(body));
      const { grant, replayed } = await given.catch(refuse);
      return { status: replayed ? 200 : 201, body: toGrant(grant, unit) };
    },

    async revokeWorkspaceCustomerGrant({ principal, params: { grantId }, query: { endUserId } }) {
      const id = idToUuid(CUSTOMER_GRANT_PREFIX, grantId);
      const grant = await customers.revoke(callerOf(principal), endUserId, id);
      return { status: 200, body: toGrant(grant, unit) };
    },

    async getCustomerMonths({ principal: { workspace }, query }) {
      const { endUserId: endUser } = query;
      await customers.get(workspace, endUser);
      const timeZone = await zoneOf(reads, workspace, query);
      const months = monthsUntil(new Date(), timeZone);
      const starts = [...months.map(({ from }) => from), months.at(-1)!.to];
      const spent = await customerSpending.inMonths(workspace, { endUser, starts });
      return {
        status: 200,
        body: {
          timeZone,
          months: months.map(({ month, from, to }, index) => ({
            ...{ month, from: from.toISOString(), to: to.toISOString() },
            ...sumsOf(spent.filter((each) => each.month === index + 1)),
          })),
          ...{ currency: unit.currency, scale: unit.scale },
        },
      };
    },

    async getDefaultBudgets({ principal: { workspace } }) {
      return { status: 200, body: toSettings(await customers.defaults(workspace), unit) };
    },

    async updateDefaultBudgets({ principal, body: { defaultBudgets = null } }) {
      const budgets = await customers.setDefaults(callerOf(principal), defaultBudgets);
      return { status: 200, body: toSettings(budgets, unit) };
    },
  };
}

/** A form that is sent again, or a customer that is there, is no other refusal for people. */
const refuse = asConflict('customer_exists', 'idempotency_key_reuse');

const COLUMNS = [
  ...['customer', 'name', 'state', 'created_at', 'labels', 'runs', 'charged', 'currency', 'units'],
  ...['day_used', 'day_budget', 'month_used', 'month_budget', 'total_used', 'total_budget'],
  'balance',
];

function cellsOf(row: SpendingCustomer, timeZone: string, unit: Unit) {
  const { endUserId, name, state, createdAt, metadata, runs, chargedAmount, budgets } = row;
  const { balanceAvailableAmount: balance } = row;
  const labels = metadata && JSON.stringify(metadata);
  return [
    ...[endUserId, name, state, momentIn(new Date(createdAt), timeZone), labels, runs],
    ...[decimalOf(chargedAmount, unit), unit.currency, chargedAmount],
    ...(['day', 'month', 'total'] as const).flatMap((period) => {
      const budget = budgets.find((each) => each.period === period);
      if (!budget) return [undefined, undefined];
      const { spentAmount, heldAmount, limitAmount } = budget;
      return [spentAmount + heldAmount, limitAmount].map((amount) => decimalOf(amount, unit));
    }),
    balance === undefined ? undefined : decimalOf(balance, unit),
  ];
}

/** The months of the calendar there, oldest first, up to the one that contains the time. */
function monthsUntil(now: Date, timeZone: string) {
  const [year = 0, number = 0] = dayIn(now, timeZone).split('-').map(Number);
  return Array.from({ length: MONTHS }, (_, index) => {
    const month = new Date(Date.UTC(year, number - MONTHS + index)).toISOString().slice(0, 7);
    return { month, ...monthIn(month, timeZone) };
  });
}

function sumsOf(spent: readonly SpentInMonth[]) {
  const sum = (pick: (each: SpentInMonth) => number) =>
    spent.reduce((all, each) => all + pick(each), 0);
  return {
    ...{ runs: sum(({ runs }) => runs), chargedAmount: sum(({ charged }) => charged) },
    kinds: spent.map(({ kind, runs, charged }) => ({ kind, runs, chargedAmount: charged })),
  };
}
