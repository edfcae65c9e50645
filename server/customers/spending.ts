/** What the runs of customers were charged in a month, with what is left of budgets and balances, for both APIs. */
import type { SpendingCustomer, SpendingCustomerList } from '../../openapi/generated/developer.ts';
import type { Db } from '../platform/db/pool.ts';
import type { Input } from '../platform/http/index.ts';
import type { Paging } from '../platform/lib/cursor.ts';
import { monthIn, type Span } from '../platform/lib/moment.ts';
import type { Unit } from '../platform/lib/money.ts';
import { createConcurrencyLimit } from '../platform/lib/shares.ts';
import { zoneOf } from '../workspaces/index.ts';
import { toBudgets, toSummary } from './http.ts';
import { availableOf } from './index.ts';
import {
  type CustomerSpending,
  type SpendingPosition,
  type SpendingSums,
  type SpentInMonth,
  selectCustomersBySpending,
  selectSpentInMonths,
} from './spending-store.ts';

export interface CustomerSpendingOptions {
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
      next: last ? { number: last.number, text: last.text, id: last.id } : null,
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
