/** The customers of the mock, in memory: made, changed and refused by the rules of the service. */
import type {
  Budgets,
  Customer,
  CustomerRows,
  CustomerStore,
  CustomerSummary,
  ScannedCustomer,
} from '../../server/customers/index.ts';
import { BUDGET_PERIODS, type BudgetPeriod } from '../../server/platform/lib/moment.ts';
import type {
  AdmissionResult,
  AdmissionRow,
  ReachedLimit,
} from '../../server/runs/admission-store.ts';
import type { RunRow } from '../../server/runs/columns.ts';
import { isTerminal } from '../../server/runs/states.ts';
import { createStore } from './kernel.ts';
import type { Telling } from './webhooks.ts';

type Row = CustomerSummary & {
  own: Budgets;
  requestKey: string;
  requestHash: Buffer;
  /** For each period, the day or month and the budget that the receiver was last told of. */
  told?: Partial<Record<BudgetPeriod, string>>;
};

const NONE: Budgets = { dayLimit: null, monthLimit: null, totalLimit: null };
const NOTHING = { spent: 0, held: 0 };
/** Of whom there is no run. */
const NEWCOMER = (budgets: Budgets) => ({
  ...{ state: 'active', budgets },
  used: { day: NOTHING, month: NOTHING, total: NOTHING },
});
/** How much of a time names its period. */
const LENGTHS: Record<BudgetPeriod, number> = { day: 10, month: 7, total: 0 };

function nameOf(period: BudgetPeriod, at: Date): string {
  return at.toISOString().slice(0, LENGTHS[period]);
}

/** `runsOf` are the runs of an end user, each in its present state. */
export function createMemoryCustomers(
  runsOf: (endUser: string) => RunRow[],
  tellOf: Telling['tellOf'],
) {
  const customers = createStore<Row>();
  let madeAhead = 0;
  let defaults = NONE;

  function usedIn(period: BudgetPeriod, endUser: string, now: Date) {
    const runs = runsOf(endUser).filter(
      (run) => nameOf(period, run.created_at) === nameOf(period, now),
    );
    const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
    return {
      spent: sum(runs.map((run) => run.charged_amount ?? 0)),
      held: sum(runs.map((run) => (isTerminal(run.state) ? 0 : run.reserved_amount))),
    };
  }

  function read(endUser: string): Customer | undefined {
    const row = customers.get(endUser);
    if (!row) return undefined;
    const readAt = new Date();
    const used = (period: BudgetPeriod) => usedIn(period, endUser, readAt);
    return {
      ...{ ...row, budgets: row.hasBudgets ? row.own : defaults, readAt },
      used: { day: used('day'), month: used('month'), total: used('total') },
      monthSpent: used('month').spent,
    };
  }

  const save = (row: Row) =>
    customers.save(row.endUserId, row.requestKey, row, JSON.stringify(row).length);

  function tellOfBudget(endUserId: string, reached: ReachedLimit, requiredAmount: number): void {
    const row = customers.get(endUserId);
    if (!row) return;
    const { period, limit, spent, held } = reached;
    const mark = `${nameOf(period, new Date())} ${limit}`;
    if (row.told?.[period] === mark) return;
    row.told = { ...row.told, [period]: mark };
    const amounts = { limitAmount: limit, spentAmount: spent, heldAmount: held, requiredAmount };
    tellOf('budget.reached', { endUserId, period, ...amounts });
  }

  const rows: CustomerRows = {
    read: async (endUser) => read(endUser),
    ofRequest: async (requestKey) => customers.ofKey(`made ${requestKey}`),
    async insert({ endUser: endUserId, requestKey, dayLimit, monthLimit, totalLimit, ...row }) {
      if (customers.get(endUserId)) return false;
      const own = { dayLimit, monthLimit, totalLimit };
      save({ ...row, endUserId, own, requestKey: `made ${requestKey}`, createdAt: new Date() });
      return true;
    },
    async set(endUser, { dayLimit, monthLimit, totalLimit, ...change }) {
      const own = { dayLimit, monthLimit, totalLimit };
      // In its place: a change does not make it newer.
      Object.assign(customers.get(endUser)!, change, { own });
    },
    async setDefaults(budgets) {
      defaults = budgets;
    },
    async count(change) {
      madeAhead += change;
      return madeAhead;
    },
    // A read adds up the runs.
    noteBudgets: async () => {},
    beginBudgets: async () => {},
    tellOfBlock: async (data) => tellOf('customer.blocked', data),
    // The mock has no audit trail.
    record: async () => {},
  };

  const store: CustomerStore = {
    read: (_, endUser) => rows.read(endUser),
    change: (_, act) => act(rows),
    defaults: async () => defaults,
    async scan({ before, after, state, hasBudgets, takeAtMost }) {
      const found = customers
        .newest()
        .filter(
          (row) =>
            row.id < before &&
            row.id > after &&
            (state === null || row.state === state) &&
            (hasBudgets === null || row.hasBudgets === hasBudgets),
        );
      const page: ScannedCustomer[] = found
        .slice(0, takeAtMost)
        .map((row) => ({ ...row, scanned: 0, last: null }));
      return page.length > 0 ? page : [{ scanned: 0, last: null, id: null } as never];
    },
  };

  return {
    ...store,

    refusalOf(row: AdmissionRow): Pick<AdmissionResult, 'outcome' | 'reached'> | undefined {
      const endUser = row.end_user_id;
      if (endUser === undefined) return undefined;
      const { state, budgets, used } = read(endUser) ?? NEWCOMER(defaults);
      if (state !== 'active') return { outcome: 'customer_blocked', reached: null };
      for (const period of BUDGET_PERIODS.toReversed()) {
        const limit = budgets[`${period}Limit`];
        const { spent, held } = used[period];
        if (limit === null || spent + held + row.reserved_amount <= limit) continue;
        tellOfBudget(endUser, { period, limit, spent, held }, row.reserved_amount);
        return { outcome: 'budget_reached', reached: { period, limit, spent, held } };
      }
      return undefined;
    },

    appear({ end_user_id: endUserId, id }: AdmissionRow, createdAt: Date): void {
      if (endUserId === undefined || customers.get(endUserId)) return;
      const plain = { name: null, metadata: null, state: 'active', hasBudgets: false } as const;
      const nobody = { own: NONE, requestKey: `appeared ${id}`, requestHash: Buffer.alloc(0) };
      save({ id, endUserId, ...plain, createdAt, ...nobody });
    },

    /** As the erasure of an end user does: for good, once none of its runs is open. */
    erase(endUser: string, forget: (endUser: string) => number) {
      const customer = customers.get(endUser)!;
      customer.state = 'erasing';
      const runs = forget(endUser);
      const open = runsOf(endUser).length;
      if (open === 0) {
        if (customer.requestKey.startsWith('made ')) madeAhead -= 1;
        customers.remove(endUser);
      }
      return { runs, open, spans: 0 };
    },
  };
}
