/** The operator's API over HTTP: who is here, and the workspaces of the deployment. */
import type * as contract from '../../openapi/generated/operator.ts';
import { toQuota } from '../money/http.ts';
import { PAYMENT_PREFIX, type Payment } from '../payments/index.ts';
import { operatorOf, type Users } from '../people/index.ts';
import type { Db } from '../platform/db/pool.ts';
import { type Operator, type OperatorHandlers, PROOF_MS } from '../platform/http/index.ts';
import type { Paging } from '../platform/http/paging.ts';
import { invariant } from '../platform/lib/errors.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import type { Unit } from '../platform/lib/money.ts';
import type { CustomerDetail, CustomerRow, CustomerSums, Customers, UsageGroup } from './index.ts';

export interface OperatorOptions {
  db: Db;
  users: Pick<Users, 'secondFactor'>;
  customers: Customers;
  unit: Unit;
  paging: Paging;
}

export function createOperatorHandlers({
  db,
  users,
  customers,
  unit,
  paging,
}: OperatorOptions): OperatorHandlers {
  return {
    getOperator: ({ principal }) => ({ status: 200, body: toOperator(principal.standing, unit) }),

    async createProof({ principal: { session }, body }) {
      await users.secondFactor.proveAgain(session, body.code);
      const standing = await operatorOf(db, { user: session.user, session: session.id });
      invariant(standing, 'the gate has let an operator in');
      return { status: 201, body: toOperator(standing, unit) };
    },

    async listCustomers({ query: { limit, cursor, search } }) {
      const list = { operation: 'listCustomers', filters: { search } };
      const page = paging.toPage(list, { limit, cursor });
      const { rows, next } = await customers.list({ search, ...page });
      return { status: 200, body: paging.pageOf(list, rows.map(toCustomer), next) };
    },

    async getCustomer({ params: { workspaceId } }) {
      return { status: 200, body: toDetail(await customers.get(workspaceId)) };
    },
  };
}

function toOperator(standing: Operator['standing'], { currency, scale }: Unit): contract.Operator {
  const { user, name, email, role, provenAt } = standing;
  return {
    user: { id: uuidToId('user', user), name, email },
    ...{ role, currency, scale },
    provenUntil: new Date((provenAt?.getTime() ?? 0) + PROOF_MS).toISOString(),
  };
}

function toCustomer(row: CustomerRow): contract.Customer {
  const { id, name, createdAt, available, held, debt } = row;
  return {
    ...{ id: uuidToId('wsp', id), name, createdAt: createdAt.toISOString() },
    ...{ availableAmount: available, heldAmount: held, debtAmount: debt },
    last30Days: toSums(row),
  };
}

function toSums(sums: CustomerSums): contract.CustomerSums {
  const { since, runs, failedRuns, charged, fee, storage, lost, toppedUp, paid } = sums;
  return {
    ...{ since: since.toISOString(), runs, failedRuns },
    ...{ chargedAmount: charged, providerAmount: charged - fee, feeAmount: fee },
    ...{ storageAmount: storage, lostAmount: lost, marginAmount: fee + storage - lost },
    ...{ toppedUpAmount: toppedUp, paidAmount: paid },
  };
}

function toDetail(detail: CustomerDetail): contract.CustomerDetail {
  const { customer, lastDay, groups, quotas, payments } = detail;
  const { activeKeys, endedKeys, members, owners, withSecondFactor } = detail;
  return {
    customer: toCustomer(customer),
    walletAmount: customer.walletAvailable,
    keyCreditAmount: customer.available - customer.walletAvailable,
    spentAmount: customer.spent,
    pendingRuns: customer.pendingRuns,
    last24Hours: toSums(lastDay),
    kinds: kindsOf(groups),
    failures: failuresOf(groups),
    keys: { active: activeKeys, ended: endedKeys },
    people: { members, owners, withSecondFactor },
    quotas: quotas.map(toQuota),
    payments: payments.map(toPayment),
  };
}

function kindsOf(groups: readonly UsageGroup[]): contract.CustomerKind[] {
  return [...Map.groupBy(groups, ({ kind }) => kind)].map(([kind, its]) => ({
    kind,
    runs: sumOf(its, ({ runs }) => runs),
    failedRuns: sumOf(its, ({ isFailed, runs }) => (isFailed ? runs : 0)),
    chargedAmount: sumOf(its, ({ charged }) => charged),
  }));
}

function failuresOf(groups: readonly UsageGroup[]): contract.CustomerFailure[] {
  const failed = groups.filter(({ isFailed }) => isFailed);
  return [...Map.groupBy(failed, ({ error }) => error)]
    .map(([code, its]) => ({ code, runs: sumOf(its, ({ runs }) => runs) }))
    .sort((one, other) => other.runs - one.runs)
    .slice(0, FAILURES_SHOWN);
}

const FAILURES_SHOWN = 10;

function sumOf<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}

function toPayment(payment: Payment): contract.CustomerPayment {
  const { id, state, amount, returned, takenBack, isDisputed, createdAt } = payment;
  return {
    id: uuidToId(PAYMENT_PREFIX, id),
    ...{ state, amount, debtAmount: Math.max(0, returned - takenBack), isDisputed },
    createdAt: createdAt.toISOString(),
  };
}
