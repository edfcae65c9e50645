/**
 * Customers: the end users of a workspace, as runs name them. They appear with their first run, or are made ahead. Creates
 * of runs read their blocks and budgets under the lock of the wallet (`admit_runs`), so each change here holds it too.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { type Actor, keyOf, recordEvent } from '../audit-trail/index.ts';
import { lockAccounts, noteBudgets, selectHeldRuns } from '../money/index.ts';
import { isDeadlock, isLockTimeout } from '../platform/db/errors.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { canonicalHash } from '../platform/lib/canonical-hash.ts';
import { eachDue } from '../platform/lib/each-due.ts';
import {
  earliestIdOf,
  HIGHEST_UUID,
  LOWEST_UUID,
  latestIdOf,
  newUuid,
} from '../platform/lib/ids.ts';
import { BUDGET_PERIODS, type BudgetPeriod, endOfPeriod } from '../platform/lib/moment.ts';
import { DATABASE_AWAY, keyReused, NOT_FOUND, Problem } from '../platform/lib/problem.ts';
import { type QuotaName, quotaExceeded } from '../quotas/index.ts';
import {
  type BalanceRows,
  beginBalance,
  endBalance,
  giveGrant,
  type NewGrant,
  presentGrants,
  revokeGrant,
  settleBalance,
} from './balance.ts';
import {
  type CountedBalance,
  type CustomerGrant,
  type GrantPage,
  insertGrant,
  lockSpending,
  type OfCustomer,
  saveGrants,
  selectBalance,
  selectDue,
  selectGrant,
  selectGrantOfRequest,
  selectGrants,
  setBalance,
} from './grant-store.ts';
import {
  type Block,
  type Budgets,
  beginBudgets,
  type CustomerChange,
  type CustomerScan,
  type CustomerState,
  type CustomerSummary,
  countMadeAhead,
  insertCustomer,
  type MadeCustomer,
  type NewCustomer,
  type ReadCustomer,
  removeCustomer,
  type ScannedCustomer,
  scanCustomers,
  selectCustomer,
  selectCustomerOfRequest,
  selectDefaults,
  setCustomer,
  setDefaults,
  setErasing,
  tellOfBlock,
} from './store.ts';

export {
  availableOf,
  balanceLeft,
  CUSTOMER_GRANT_PREFIX,
  type NewGrant,
  settleBalance,
} from './balance.ts';
export type {
  CountedBalance,
  CustomerGrant,
  GivenGrant,
  GrantPage,
  OfCustomer,
  OpenGrant,
} from './grant-store.ts';
export {
  type Budgets,
  type CustomerSummary,
  type NewCustomer,
  type ReadCustomer,
  type ScannedCustomer,
  selectEndUsers,
} from './store.ts';

/** With its balance; null if it has none. */
export interface Customer extends ReadCustomer {
  balance: CountedBalance | null;
}

/** As in the contract. Null and an absent member are no such budget. */
export interface BudgetsInput {
  dayAmount?: number | null;
  monthAmount?: number | null;
  totalAmount?: number | null;
}

export interface CustomerInput {
  endUserId: string;
  name?: string | null;
  metadata?: Record<string, string> | null;
  state?: 'active' | 'blocked' | null;
  /** If null or absent, the defaults of the workspace apply. */
  budgets?: BudgetsInput | null;
  /** Whether it is prepaid. */
  hasBalance?: boolean | null;
}

/** An absent member stays as it is; null removes it. */
export interface CustomerPatch {
  name?: string | null;
  metadata?: Record<string, string> | null;
  state?: 'active' | 'blocked';
  budgets?: BudgetsInput | null;
  /** Begins or ends the balance. */
  hasBalance?: boolean;
}

export interface CustomerQuery {
  limit: number;
  before?: string;
  state?: CustomerState;
  hasOwnBudgets?: boolean;
  createdAfter?: Date;
  createdBefore?: Date;
}

/** Who acts in the workspace with this UUID; without an actor, the command line. */
interface Caller {
  workspace: string;
  actor?: Actor;
}

interface EndUser {
  workspace: string;
  endUser: string;
}

export interface ErasedEndUser {
  runs: number;
  /** Runs that are not erased, because they have not ended. */
  open: number;
  spans: number;
}

export interface Customers {
  /** Throws the refusal. A known request key takes precedence over every other one. */
  create(
    caller: Caller,
    requestKey: string,
    input: CustomerInput,
  ): Promise<{ customer: Customer; replayed: boolean }>;
  list(
    workspace: string,
    query: CustomerQuery,
  ): Promise<{ customers: CustomerSummary[]; next: string | null }>;
  /** Throws if there is none. */
  get(workspace: string, endUser: string): Promise<Customer>;
  update(caller: Caller, endUser: string, patch: CustomerPatch): Promise<Customer>;
  /** Gives the customer a grant. A known request key takes precedence over every refusal. */
  grant(
    caller: Caller,
    requestKey: string,
    endUser: string,
    grant: NewGrant,
  ): Promise<{ grant: CustomerGrant; replayed: boolean }>;
  /** Newest first, with what they have left now. Throws if there is no such customer. */
  grants(
    workspace: string,
    endUser: string,
    page: GrantPage,
  ): Promise<{ grants: CustomerGrant[]; next: string | null }>;
  /** Throws without `id`, a UUID, and if the customer has no such grant. */
  getGrant(workspace: string, endUser: string, id: string | undefined): Promise<CustomerGrant>;
  /** The same; ends the grant now. */
  revoke(caller: Caller, endUser: string, id: string | undefined): Promise<CustomerGrant>;
  /** The budgets of customers without any of their own. */
  defaults(workspace: string): Promise<Budgets>;
  setDefaults(caller: Caller, budgets: BudgetsInput | null): Promise<Budgets>;
  /** Throws if there is none; the caller repeats it until no run is open. */
  erase(caller: Caller, endUser: string): Promise<ErasedEndUser>;
}

interface CustomersOptions {
  store: CustomerStore;
  limitOf(workspace: string, name: QuotaName): number;
  /** Erases all data of an end user, between the beginning and the end of the erasure of the customer. */
  eraseEndUser(of: EndUser & { actor?: Actor }): Promise<ErasedEndUser>;
}

/** Where customers are kept. The mock keeps them in memory instead, for the same rules. */
export interface CustomerStore {
  read(workspace: string, endUser: string): Promise<ReadCustomer | undefined>;
  balance(of: OfCustomer): Promise<CountedBalance>;
  grants(of: OfCustomer, page: GrantPage): Promise<CustomerGrant[]>;
  grant(of: OfCustomer, id: string): Promise<CustomerGrant | undefined>;
  scan(scan: CustomerScan): Promise<ScannedCustomer[]>;
  defaults(workspace: string): Promise<Budgets>;
  /** No run of the workspace is created meanwhile. */
  change<T>(caller: Caller, act: (rows: CustomerRows) => Promise<T>): Promise<T>;
}

/** What a change reads and writes, all of it or nothing. */
export interface CustomerRows extends BalanceRows {
  read(endUser: string): Promise<ReadCustomer | undefined>;
  ofRequest(requestKey: string): Promise<MadeCustomer | undefined>;
  /** False if the customer is there already. */
  insert(customer: NewCustomer): Promise<boolean>;
  set(endUser: string, change: CustomerChange): Promise<void>;
  setDefaults(budgets: Budgets): Promise<void>;
  /** Counts customers that are made ahead, or no longer are; returns how many there are now. */
  count(change: 1 | -1): Promise<number>;
  /** From now on, creates of the workspace look for budgets and blocks. */
  noteBudgets(): Promise<void>;
  /** Counts what the customer has used against the budgets, or the balance, that it gets. */
  beginBudgets(endUser: string, customer: string): Promise<void>;
  /** Tells the webhook endpoints that the customer is blocked. */
  tellOfBlock(data: Block): Promise<void>;
}

export function createCustomerStore(db: Db): CustomerStore {
  return {
    read: (workspace, endUser) => selectCustomer(db, { workspace, endUser }),
    scan: (scan) => scanCustomers(db, scan),
    defaults: (workspace) => selectDefaults(db, workspace),
    balance: (of) => selectBalance(db, of),
    grants: (of, page) => selectGrants(db, of, page),
    grant: (of, id) => selectGrant(db, of, id),
    change: (caller, act) => change(db, caller.workspace, (tx) => act(rowsOf(tx, caller))),
  };
}

function rowsOf(tx: Queryable, { workspace, actor }: Caller): CustomerRows {
  return {
    read: (endUser) => selectCustomer(tx, { workspace, endUser }),
    ofRequest: (requestKey) => selectCustomerOfRequest(tx, workspace, requestKey),
    insert: (customer) => insertCustomer(tx, customer),
    set: (endUser, values) => setCustomer(tx, { workspace, endUser }, values),
    setDefaults: (budgets) => setDefaults(tx, workspace, budgets),
    count: (by) => countMadeAhead(tx, workspace, by),
    noteBudgets: () => noteBudgets(tx, workspace),
    beginBudgets: (endUser, customer) => beginBudgets(tx, { workspace, endUser, customer }),
    tellOfBlock: (data) => tellOfBlock(tx, workspace, data),
    record: (kind, detail) => recordEvent(tx, workspace, kind, detail, actor),
    async balance(customer) {
      await lockSpending(tx, { workspace, customer });
      return selectBalance(tx, { workspace, customer });
    },
    heldRuns: (customer) => selectHeldRuns(tx, workspace, customer),
    setBalance: (customer, sums) => setBalance(tx, { workspace, customer }, sums),
    saveGrants: (customer, grants) => saveGrants(tx, { workspace, customer }, grants),
    insertGrant: (customer, grant, request) =>
      insertGrant(tx, { workspace, customer }, grant, request),
    grantOfRequest: (requestKey) => selectGrantOfRequest(tx, workspace, requestKey),
    grant: (customer, id) => selectGrant(tx, { workspace, customer }, id),
  };
}

/** Rows that one page examines while it filters. */
const SCANNED_ROWS = 1_000;

export function createCustomers({ store, limitOf, eraseEndUser }: CustomersOptions): Customers {
  async function get(workspace: string, endUser: string): Promise<Customer> {
    const customer = found(await store.read(workspace, endUser));
    const of = { workspace, customer: customer.id };
    return { ...customer, balance: customer.hasBalance ? await store.balance(of) : null };
  }

  /** A grant of the customer with what it has left now. */
  async function grantOf(of: OfCustomer, grant: CustomerGrant): Promise<CustomerGrant> {
    return presentGrants([grant], await store.balance(of))[0]!;
  }

  return {
    get,

    async create(caller, requestKey, input) {
      const { workspace } = caller;
      const hash = canonicalHash(given(input));
      const { endUserId: endUser } = input;
      const replayed = await store.change(caller, async (rows) => {
        const made = await rows.ofRequest(requestKey);
        if (made) {
          if (made.endUserId !== endUser || !made.requestHash.equals(hash)) {
            throw keyReused('belongs to a customer that was made with another body');
          }
          return true;
        }
        const budgets = budgetsOf(input.budgets);
        const id = newUuid();
        const { name = null, metadata = null } = input;
        const state = input.state ?? 'active';
        const hasBudgets = hasOwn(input.budgets);
        const isNew = await rows.insert({
          ...{ workspace, id, endUser, name, metadata: labelsOf(metadata), state, hasBudgets },
          ...{ ...budgets, requestKey, requestHash: hash },
        });
        if (!isNew) throw exists();
        const used = (await rows.count(1)) - 1;
        const limit = limitOf(workspace, 'customers');
        if (used >= limit) throw quotaExceeded({ quota: 'customers', limit, used });
        if (state === 'blocked') await rows.noteBudgets();
        if (hasAny(budgets) || input.hasBalance) await beginCounting(rows, endUser, id);
        if (input.hasBalance) await beginBalance(rows, id);
        if (state === 'blocked') await rows.tellOfBlock(blockOf(endUser, caller));
        await rows.record('customer_created', onRecord(id, input));
        return false;
      });
      return { customer: await get(workspace, endUser), replayed };
    },

    async list(workspace, { limit, before = HIGHEST_UUID, createdAfter, createdBefore, ...query }) {
      const latest = createdBefore ? latestIdOf(createdBefore) : before;
      const rows = await store.scan({
        ...{ workspace, before: latest < before ? latest : before },
        after: createdAfter ? earliestIdOf(createdAfter) : LOWEST_UUID,
        ...{ state: query.state ?? null, hasBudgets: query.hasOwnBudgets ?? null },
        ...{ scanAtMost: SCANNED_ROWS, takeAtMost: limit + 1 },
      });
      const matching = rows.filter(({ id }) => id !== null);
      const customers = matching.slice(0, limit);
      const { scanned, last } = rows[0]!;
      if (matching.length > limit) return { customers, next: customers.at(-1)!.id };
      return { customers, next: scanned === SCANNED_ROWS ? last : null };
    },

    async update(caller, endUser, patch) {
      await store.change(caller, async (rows) => {
        const before = found(await rows.read(endUser));
        // First, because settlements lock the sums of a customer before the customer.
        if (patch.hasBalance === false && before.hasBalance) await endBalance(rows, before.id);
        const isNewBudget = patch.budgets !== undefined;
        const hasBudgets = isNewBudget ? hasOwn(patch.budgets) : before.hasBudgets;
        const budgets = isNewBudget ? budgetsOf(patch.budgets) : before.budgets;
        await rows.set(endUser, {
          name: patch.name === undefined ? before.name : patch.name,
          metadata: patch.metadata === undefined ? before.metadata : labelsOf(patch.metadata),
          // Whoever is being erased stays so.
          state: before.state === 'erasing' ? before.state : (patch.state ?? before.state),
          hasBudgets,
          ...(hasBudgets ? budgets : NO_BUDGETS),
        });
        if (patch.state === 'blocked' && before.state === 'active') {
          await rows.noteBudgets();
          await rows.tellOfBlock(blockOf(endUser, caller));
        }
        const after = (await rows.read(endUser))!;
        const isNewBalance = patch.hasBalance === true && !before.hasBalance;
        // A new balance counts all that the customer has used, too.
        if (!before.hasBalance && ((isNewBudget && hasAny(after.budgets)) || isNewBalance)) {
          await beginCounting(rows, endUser, before.id);
        }
        if (isNewBalance) await beginBalance(rows, before.id);
        if (Object.keys(patch).length > 0) {
          const changed = Object.keys(patch);
          await rows.record('customer_changed', { ...onRecord(before.id, patch), changed });
        }
      });
      return get(caller.workspace, endUser);
    },

    async grant(caller, requestKey, endUser, input) {
      const { workspace } = caller;
      const { amount, note, expiresAt } = input;
      const body = given({ endUser, amount, note, expiresAt: expiresAt?.toISOString() });
      const hash = canonicalHash(body);
      const { grant, customer, replayed } = await store.change(caller, async (rows) => {
        const made = await rows.grantOfRequest(requestKey);
        if (made && !made.requestHash.equals(hash)) {
          throw keyReused('belongs to a grant that was given with another body');
        }
        const { id: customer, hasBalance, state } = found(await rows.read(endUser));
        if (!made && state === 'erasing') {
          throw new Problem('conflict', 'The customer is being erased.');
        }
        if (!made && !hasBalance) await beginCounting(rows, endUser, customer);
        const id = made?.id ?? (await giveGrant(rows, customer, input, { key: requestKey, hash }));
        return { grant: found(await rows.grant(customer, id)), customer, replayed: !!made };
      });
      return { grant: await grantOf({ workspace, customer }, grant), replayed };
    },

    async grants(workspace, endUser, { limit, before }) {
      const { id: customer } = found(await store.read(workspace, endUser));
      const of = { workspace, customer };
      const [page, balance] = await Promise.all([
        store.grants(of, { limit: limit + 1, before }),
        store.balance(of),
      ]);
      const grants = presentGrants(page.slice(0, limit), balance);
      return { grants, next: page.length > limit ? grants.at(-1)!.id : null };
    },

    async getGrant(workspace, endUser, id) {
      const { id: customer } = found(await store.read(workspace, endUser));
      const of = { workspace, customer };
      return grantOf(of, found(id === undefined ? undefined : await store.grant(of, id)));
    },

    async revoke(caller, endUser, id) {
      const { workspace } = caller;
      const { grant, customer } = await store.change(caller, async (rows) => {
        const { id: customer } = found(await rows.read(endUser));
        const known = found(id === undefined ? undefined : await rows.grant(customer, id));
        await revokeGrant(rows, customer, known);
        return { grant: found(await rows.grant(customer, known.id)), customer };
      });
      return grantOf({ workspace, customer }, grant);
    },

    defaults: (workspace) => store.defaults(workspace),

    async setDefaults(caller, input) {
      const budgets = budgetsOf(input);
      await store.change(caller, async (rows) => {
        await rows.setDefaults(budgets);
        if (hasAny(budgets)) await rows.noteBudgets();
        await rows.record('customer_defaults_changed', { budgets: input });
      });
      return budgets;
    },

    async erase(caller, endUser) {
      await get(caller.workspace, endUser);
      return eraseEndUser({ ...caller, endUser });
    },
  };
}

/** From now on, the runs of the customer count, and creates look for what they may cost. */
async function beginCounting(rows: CustomerRows, endUser: string, customer: string): Promise<void> {
  await rows.noteBudgets();
  await rows.beginBudgets(endUser, customer);
}

/** From its end on, the end user creates no runs: those that there are now are all. */
export async function beginErasure(db: Db, { workspace, endUser }: EndUser): Promise<void> {
  await change(db, workspace, async (tx) => {
    await setErasing(tx, { workspace, endUser, id: newUuid() });
    await noteBudgets(tx, workspace);
  });
}

/** Once nothing is left of the end user. */
export async function endErasure(db: Db, { workspace, endUser }: EndUser): Promise<void> {
  await change(db, workspace, async (tx) => {
    const gone = await removeCustomer(tx, { workspace, endUser });
    if (gone?.wasMadeAhead) await countMadeAhead(tx, workspace, -1);
  });
}

/** Each takes the lock of a wallet, and other chores wait. */
const DUE_AT_ONCE = 500;

/**
 * Takes what is left of grants to customers whose time is over. Any process may call it, at any time. Resolves to `more` if
 * more may be due.
 */
export async function expireCustomerGrants(
  db: Db,
  onFault: (error: unknown, of: OfCustomer) => void,
): Promise<'more' | undefined> {
  const settle = ({ workspace, customer }: OfCustomer) =>
    change(db, workspace, (tx) => settleBalance(rowsOf(tx, { workspace }), customer));
  return eachDue(await selectDue(db, DUE_AT_ONCE), DUE_AT_ONCE, settle, onFault);
}

/** Under the lock of the wallet: no run of the workspace is created meanwhile. */
function change<T>(db: Db, workspace: string, act: (tx: Queryable) => Promise<T>): Promise<T> {
  return untilSettled(() =>
    db.transaction(async (tx) => {
      await lockAccounts(tx, workspace, null);
      return act(tx);
    }),
  );
}

const ATTEMPTS = 100;
const PAUSE_MS = 40;

/** A settlement of the customer may be under way, which waits for the wallet: then the change begins again. */
async function untilSettled<T>(act: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await act();
    } catch (error) {
      if (!isLockTimeout(error) && !isDeadlock(error)) throw error;
      if (attempt === ATTEMPTS) {
        throw new Problem('overloaded', DATABASE_AWAY, { retryAfterSeconds: 1, cause: error });
      }
      await sleep(PAUSE_MS * Math.random());
    }
  }
}

const NO_BUDGETS: Budgets = { dayLimit: null, monthLimit: null, totalLimit: null };

function hasOwn(budgets: BudgetsInput | null | undefined): boolean {
  return budgets !== null && budgets !== undefined;
}

function budgetsOf(budgets: BudgetsInput | null | undefined): Budgets {
  return {
    dayLimit: budgets?.dayAmount ?? null,
    monthLimit: budgets?.monthAmount ?? null,
    totalLimit: budgets?.totalAmount ?? null,
  };
}

function hasAny({ dayLimit, monthLimit, totalLimit }: Budgets): boolean {
  return (dayLimit ?? monthLimit ?? totalLimit) !== null;
}

function labelsOf(metadata: Record<string, string> | null): Record<string, string> | null {
  return metadata && Object.keys(metadata).length > 0 ? metadata : null;
}

function blockOf(endUserId: string, { actor }: Caller): Block {
  return { endUserId, keyId: keyOf(actor) };
}

/** The audit trail outlives the customer: it has nothing that says who that was. */
function onRecord(customer: string, { state, budgets, hasBalance }: CustomerPatch | CustomerInput) {
  return { customer, ...given({ state, budgets, hasBalance }) };
}

/** Without members that have no value. */
function given(input: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== null && value !== undefined),
  );
}

function found<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Problem('not_found', NOT_FOUND);
  return row;
}

function exists(): Problem {
  const detail = 'is a customer of the workspace already';
  return new Problem(
    'customer_exists',
    'The workspace has this customer already. Change it instead.',
    { errors: [{ pointer: '#/endUserId', detail, code: 'conflict' }] },
  );
}

/** A budget, and what is left of it. */
interface BudgetLeft {
  period: BudgetPeriod;
  limit: number;
  spent: number;
  held: number;
  available: number;
  /** Undefined if it never starts over. */
  resetsAt: Date | undefined;
}

/** The budgets of a customer with what counts against them at a time. */
export type Budgeted = Pick<ReadCustomer, 'budgets' | 'used' | 'readAt'>;

export function budgetsLeft({ budgets, used, readAt }: Budgeted): BudgetLeft[] {
  const limits = {
    day: budgets.dayLimit,
    month: budgets.monthLimit,
    total: budgets.totalLimit,
  };
  return BUDGET_PERIODS.flatMap((period) => {
    const limit = limits[period];
    if (limit === null) return [];
    const { spent, held } = used[period];
    const available = Math.max(0, limit - spent - held);
    const resetsAt = period === 'total' ? undefined : endOfPeriod(period, readAt);
    return [{ period, limit, spent, held, available, resetsAt }];
  });
}
