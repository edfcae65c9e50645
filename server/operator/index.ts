/**
 * What the people who run a deployment see of its business: workspaces with their money, limits and runs. Reads sums,
 * and names every column: nothing of what a run was asked or answered is read here.
 */
import type { Payment, Payments } from '../payments/index.ts';
import type { Db } from '../platform/db/pool.ts';
import { idToUuid } from '../platform/lib/ids.ts';
import { NOT_FOUND, Problem } from '../platform/lib/problem.ts';
import type { Quotas, UsedQuota } from '../quotas/index.ts';
import {
  type CustomerCounts,
  type CustomerRow,
  type CustomerSums,
  selectCounts,
  selectCustomers,
  selectSums,
  selectUsageGroups,
  type UsageGroup,
} from './store.ts';

export type { CustomerRow, CustomerSums, UsageGroup };

export interface CustomerPage {
  search?: string | undefined;
  limit: number;
  before?: string | undefined;
}

export interface CustomerDetail extends CustomerCounts {
  customer: CustomerRow;
  lastDay: CustomerSums;
  /** Of the last day. */
  groups: UsageGroup[];
  quotas: UsedQuota[];
  payments: Payment[];
}

export interface Customers {
  list(page: CustomerPage): Promise<{ rows: CustomerRow[]; next: string | null }>;
  /** By its id, `wsp_...`. */
  get(id: string): Promise<CustomerDetail>;
}

const DAY_HOURS = 24;
const MONTH_HOURS = 30 * DAY_HOURS;
const PAYMENTS_SHOWN = 10;

export function createCustomers({
  reads,
  quotas,
  payments,
}: {
  /** Connections for sums over many rows: callers of the API never wait for these. */
  reads: Db;
  quotas: Pick<Quotas, 'usesOf'>;
  payments: Pick<Payments, 'list'>;
}): Customers {
  return {
    async list({ search, limit, before }) {
      const id = search === undefined ? undefined : idToUuid('wsp', search);
      const page = { hours: MONTH_HOURS, search, id, before, limit: limit + 1 };
      const found = await selectCustomers(reads, page);
      const rows = found.slice(0, limit);
      return { rows, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
    },

    async get(id) {
      const workspace = idToUuid('wsp', id);
      if (workspace === undefined) throw new Problem('not_found', NOT_FOUND);
      const one = { hours: MONTH_HOURS, search: undefined, before: undefined, limit: 1 };
      const [customer] = await selectCustomers(reads, { ...one, id: workspace });
      if (!customer) throw new Problem('not_found', NOT_FOUND);
      const day = { workspace, hours: DAY_HOURS };
      const [lastDay, groups, counts, uses, paid] = await Promise.all([
        selectSums(reads, day),
        selectUsageGroups(reads, day),
        selectCounts(reads, workspace),
        quotas.usesOf(workspace),
        payments.list({ workspace, limit: PAYMENTS_SHOWN, before: undefined }),
      ]);
      return { ...counts, customer, lastDay, groups, quotas: uses, payments: paid };
    },
  };
}
