/** The customers of the mock, in memory: made, changed and refused by the rules of the service. */
import {
  type Budgets,
  type CountedBalance,
  type CustomerRows,
  type CustomerStore,
  type CustomerSummary,
  type GivenGrant,
  type OpenGrant,
  type ReadCustomer,
  type ScannedCustomer,
  settleBalance,
} from '../../server/customers/index.ts';
import {
  BUDGET_PERIODS,
  type BudgetPeriod,
  type ReachedPeriod,
} from '../../server/platform/lib/moment.ts';
import type {
  AdmissionResult,
  AdmissionRow,
  ReachedLimit,
} from '../../server/runs/admission-store.ts';
import type { RunRow } from '../../server/runs/columns.ts';
import { isTerminal } from '../../server/runs/states.ts';
import { createStore } from './kernel.ts';
import type { Telling } from './webhooks.ts';

type Row = Omit<CustomerSummary, 'hasBalance'> & {
  own: Budgets;
  /** Null if the customer has none. */
  balance: Pick<CountedBalance, 'limit' | 'from' | 'granted'> | null;
  /** Newest last. */
  grants: (OpenGrant & { request: GivenGrant & { key: string | undefined } })[];
  requestKey: string;
  requestHash: Buffer;
  /** For each period, the day or month and the budget that the receiver was last told of. */
  told?: Partial<Record<ReachedPeriod, string>>;
};

const NONE: Budgets = { dayLimit: null, monthLimit: null, totalLimit: null };
const NOTHING = { spent: 0, held: 0 };
const NO_HASH = Buffer.alloc(0);
/** Of whom there is no run. */
const NEWCOMER = (budgets: Budgets) => ({
  ...{ state: 'active', budgets, balance: null },
  used: { day: NOTHING, month: NOTHING, total: NOTHING },
});
/** How much of a time names its period. */
const LENGTHS: Record<BudgetPeriod, number> = { day: 10, month: 7, total: 0 };

/** What counts against a balance. */
function spentOf(balance: Row['balance'], { spent, held }: typeof NOTHING) {
  if (!balance) return { limit: null, spent, held };
  const { limit, from } = balance;
  return { limit: limit === null ? null : limit - from, spent: spent - from, held };
}

/** Those that expire first are spent first. */
function inOrder(a: OpenGrant, b: OpenGrant): number {
  const isOpen = ({ state }: OpenGrant) => Number(state === 'open');
  const endOf = ({ endsAt }: OpenGrant) => endsAt?.getTime() ?? Number.POSITIVE_INFINITY;
  if (isOpen(a) !== isOpen(b)) return isOpen(a) - isOpen(b);
  return endOf(a) === endOf(b) ? (a.id < b.id ? -1 : 1) : endOf(a) < endOf(b) ? -1 : 1;
}

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

  function read(endUser: string): (ReadCustomer & Pick<Row, 'balance'>) | undefined {
    const row = customers.get(endUser);
    if (!row) return undefined;
    const readAt = new Date();
    const used = (period: BudgetPeriod) => usedIn(period, endUser, readAt);
    return {
      ...{ ...row, budgets: row.hasBudgets ? row.own : defaults, readAt },
      hasBalance: row.balance !== null,
      used: { day: used('day'), month: used('month'), total: used('total') },
      monthSpent: used('month').spent,
    };
  }

  const byId = (customer: string) => customers.newest().find(({ id }) => id === customer)!;

  function heldRuns(endUser: string) {
    return runsOf(endUser)
      .filter((run) => !isTerminal(run.state) && run.reserved_amount > 0)
      .map((run) => ({ id: run.id, reserved: run.reserved_amount }));
  }

  function balanceOf(customer: string): CountedBalance {
    const { balance, endUserId, grants } = byId(customer);
    const now = new Date();
    const { spent, held } = usedIn('total', endUserId, now);
    const ended = new Map(
      runsOf(endUserId)
        .filter((run) => isTerminal(run.state))
        .map((run) => [run.id, run.charged_amount ?? 0]),
    );
    const open = grants
      .filter(({ state }) => state !== 'ended')
      .map((grant) => ({
        ...grant,
        isOver: grant.endsAt !== null && grant.endsAt <= now,
        kept: grant.kept.map((each) => ({ ...each, charged: ended.get(each.run) ?? null })),
      }));
    return {
      ...(balance ?? { limit: null, from: 0, granted: 0 }),
      ...{ charged: spent, held, given: grants.length, grants: open.sort(inOrder) },
    };
  }

  const save = (row: Row) =>
    customers.save(row.endUserId, row.requestKey, row, JSON.stringify(row).length);

  function tellOfBudget(endUserId: string, reached: ReachedLimit, requiredAmount: number): void {
    const row = customers.get(endUserId);
    if (!row) return;
    const { period, limit, spent, held } = reached;
    const mark = period === 'balance' ? '' : `${nameOf(period, new Date())} ${limit}`;
    if (row.told?.[period] === mark) return;
    row.told = { ...row.told, [period]: mark };
    const amounts = { limitAmount: limit, spentAmount: spent, heldAmount: held, requiredAmount };
    tellOf('budget.reached', { endUserId, period, ...amounts });
  }

  /** Newest first, without opening grants. */
  const givenTo = (customer: string) =>
    byId(customer)
      .grants.filter(({ isOpening }) => !isOpening)
      .toReversed();

  const rows: CustomerRows = {
    read: async (endUser) => read(endUser),
    ofRequest: async (requestKey) => customers.ofKey(`made ${requestKey}`),
    async insert({ endUser: endUserId, requestKey, dayLimit, monthLimit, totalLimit, ...row }) {
      if (customers.get(endUserId)) return false;
      const own = { dayLimit, monthLimit, totalLimit };
      const made = { requestKey: `made ${requestKey}`, createdAt: new Date() };
      save({ ...row, endUserId, own, ...made, balance: null, grants: [] });
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
    balance: async (customer) => balanceOf(customer),
    heldRuns: async (customer) => heldRuns(byId(customer).endUserId),
    async setBalance(customer, { limit, from, granted }) {
      const row = byId(customer);
      // The receiver is told again of a balance that gets more.
      if (row.balance?.granted !== granted) delete row.told?.balance;
      row.balance = limit === null ? null : { limit, from, granted };
    },
    async saveGrants(_, grants) {
      for (const grant of grants) {
        const rows = customers.newest().flatMap((row) => row.grants);
        Object.assign(rows.find(({ id }) => id === grant.id)!, grant);
      }
    },
    async insertGrant(customer, grant, request) {
      const given = { id: grant.id, key: request?.key, requestHash: request?.hash ?? NO_HASH };
      byId(customer).grants.push({ ...grant, request: given });
    },
    grantOfRequest: async (requestKey) =>
      customers
        .newest()
        .flatMap(({ grants }) => grants.map(({ request }) => request))
        .find(({ key }) => key === requestKey),
    grant: async (customer, id) => givenTo(customer).find((grant) => grant.id === id),
  };

  const store: CustomerStore = {
    read: (_, endUser) => rows.read(endUser),
    change: (_, act) => act(rows),
    defaults: async () => defaults,
    balance: ({ customer }) => settleBalance(rows, customer),
    grant: ({ customer }, id) => rows.grant(customer, id),
    grants: async ({ customer }, { limit, before }) =>
      givenTo(customer)
        .filter(({ id }) => before === undefined || id < before)
        .slice(0, limit),
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
        .map((row) => ({ ...row, hasBalance: row.balance !== null, scanned: 0, last: null }));
      return page.length > 0 ? page : [{ scanned: 0, last: null, id: null } as never];
    },
  };

  return {
    ...store,

    /** The worker's turn: takes what has expired. */
    async settle({ end_user_id: endUser = '' }: AdmissionRow): Promise<void> {
      const customer = customers.get(endUser);
      if (customer) await settleBalance(rows, customer.id);
    },

    refusalOf(row: AdmissionRow): Pick<AdmissionResult, 'outcome' | 'reached'> | undefined {
      const endUser = row.end_user_id;
      if (endUser === undefined) return undefined;
      const { state, budgets, used, balance } = read(endUser) ?? NEWCOMER(defaults);
      if (state !== 'active') return { outcome: 'customer_blocked', reached: null };
      for (const period of ['balance', ...BUDGET_PERIODS.toReversed()] as const) {
        const { limit, spent, held } =
          period === 'balance'
            ? spentOf(balance, used.total)
            : { limit: budgets[`${period}Limit`], ...used[period] };
        if (limit === null || spent + held + row.reserved_amount <= limit) continue;
        tellOfBudget(endUser, { period, limit, spent, held }, row.reserved_amount);
        return { outcome: 'budget_reached', reached: { period, limit, spent, held } };
      }
      return undefined;
    },

    appear({ end_user_id: endUserId, id }: AdmissionRow, createdAt: Date): void {
      if (endUserId === undefined || customers.get(endUserId)) return;
      const plain = { name: null, metadata: null, state: 'active', hasBudgets: false } as const;
      const nobody = { own: NONE, requestKey: `appeared ${id}`, requestHash: NO_HASH };
      save({ id, endUserId, ...plain, createdAt, ...nobody, balance: null, grants: [] });
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
