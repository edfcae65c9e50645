/** The operator's API over HTTP: who is here, and the workspaces of the deployment. */
import type * as contract from '../../openapi/generated/operator.ts';
import { runIdOf } from '../kinds.ts';
import { toQuota } from '../money/http.ts';
import { PAYMENT_PREFIX, type Payment } from '../payments/index.ts';
import { operatorOf, type Users } from '../people/index.ts';
import type { Db } from '../platform/db/pool.ts';
import { type Operator, type OperatorHandlers, PROOF_MS } from '../platform/http/index.ts';
import type { Paging } from '../platform/lib/cursor.ts';
import { invariant } from '../platform/lib/errors.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { toDate } from '../platform/lib/moment.ts';
import { inMoney, sumOf, type Unit } from '../platform/lib/money.ts';
import {
  type ActRow,
  type Acts,
  alarmsOf,
  isOverdue,
  type Market,
  type ModelForSale,
  type Overview,
  type ProviderState,
  type Sold,
  stateOf,
  type UnknownRunRow,
  type UsageGroup,
  type WorkspaceDetail,
  type WorkspaceRow,
  type WorkspaceSums,
  type Workspaces,
} from './index.ts';

interface OperatorOptions {
  db: Db;
  users: Pick<Users, 'secondFactor'>;
  workspaces: Workspaces;
  acts: Acts;
  market: Market;
  /** What keys may do has changed: cached keys are stale. */
  onKeyChanged: () => void;
  /** Of runs of models that have none of their own. */
  feeBasisPoints: number;
  unit: Unit;
  paging: Paging;
}

/** What every act is asked with. */
interface ActInput {
  principal: Operator;
  params: { workspaceId: string };
  requestKey: string;
  body: { reason: string };
}

export function createOperatorHandlers({
  db,
  users,
  workspaces,
  acts,
  market,
  onKeyChanged,
  feeBasisPoints,
  unit,
  paging,
}: OperatorOptions): Omit<OperatorHandlers, 'getBooks' | 'getPaymentComparison'> {
  async function askedOf({ principal, params, requestKey, body }: ActInput) {
    const workspace = await workspaces.find(params.workspaceId);
    return { workspace, actor: principal.session.user, reason: body.reason, requestKey };
  }

  async function shown({ params }: ActInput) {
    return { status: 200, body: toDetail(await workspaces.get(params.workspaceId)) } as const;
  }

  function inWords(error: unknown): never {
    throw inMoney(error, unit);
  }

  return {
    getOperator: ({ principal }) => ({ status: 200, body: toOperator(principal.standing, unit) }),

    async createProof({ principal: { session }, body }) {
      await users.secondFactor.proveAgain(session, body.code);
      const standing = await operatorOf(db, { user: session.user, session: session.id });
      invariant(standing, 'the gate has let an operator in');
      return { status: 201, body: toOperator(standing, unit) };
    },

    async listWorkspaces({ query: { limit, cursor, search } }) {
      const list = { operation: 'listWorkspaces', filters: { search } };
      const page = paging.toPage(list, { limit, cursor });
      const { rows, next } = await workspaces.list({ search, ...page });
      return { status: 200, body: paging.pageOf(list, rows.map(toWorkspace), next) };
    },

    async getWorkspace({ params: { workspaceId } }) {
      return { status: 200, body: toDetail(await workspaces.get(workspaceId)) };
    },

    async createWorkspaceCredit(input) {
      const asked = await askedOf(input);
      await acts.credit(asked, input.body.amount).catch(inWords);
      return shown(input);
    },

    async createWorkspaceGrant(input) {
      const { amount, category, expiresAt } = input.body;
      const asked = await askedOf(input);
      const grant = {
        amount,
        category,
        expiresAt: toDate('expiresAt', expiresAt, { inBody: true }),
      };
      await acts.grant(asked, grant).catch(inWords);
      return shown(input);
    },

    async updateWorkspaceQuota(input) {
      const { quota, limit } = input.body;
      await acts.setQuota(await askedOf(input), { quota, limit });
      return shown(input);
    },

    async createSuspension(input) {
      await acts.suspend(await askedOf(input));
      onKeyChanged();
      return shown(input);
    },

    async createResumption(input) {
      await acts.resume(await askedOf(input));
      onKeyChanged();
      return shown(input);
    },

    async listOperatorActs({ query: { limit, cursor, workspaceId } }) {
      const list = { operation: 'listOperatorActs', filters: { workspaceId } };
      const page = paging.toNumberedPage(list, { limit, cursor });
      const { rows, next } = await workspaces.acts({ workspaceId, ...page });
      return { status: 200, body: paging.pageOf(list, rows.map(toAct), next) };
    },

    getOverview: async () => ({ status: 200, body: toOverview(await market.overview()) }),

    getProviders: async () => ({
      status: 200,
      body: { data: (await market.providers()).map(toProvider) },
    }),

    getModelsForSale: async () => ({
      status: 200,
      body: { data: (await market.models()).map((each) => toModel(each, feeBasisPoints)) },
    }),

    async listUnknownRuns({ query }) {
      const list = { operation: 'listUnknownRuns' };
      const { rows, next } = await market.unknownRuns(paging.toPage(list, query));
      return { status: 200, body: paging.pageOf(list, rows.map(toUnknownRun), next) };
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

function toWorkspace(row: WorkspaceRow): contract.Workspace {
  const { id, name, createdAt, suspendedAt, suspendedFor, available, held, debt } = row;
  return {
    ...{ id: uuidToId('wsp', id), name, createdAt: createdAt.toISOString() },
    ...(suspendedAt && {
      suspension: { since: suspendedAt.toISOString(), reason: suspendedFor ?? '' },
    }),
    ...{ availableAmount: available, heldAmount: held, debtAmount: debt },
    last30Days: toSums(row),
  };
}

function toSums(sums: WorkspaceSums): contract.WorkspaceSums {
  const { since, runs, failedRuns, charged, fee, storage, lost, toppedUp, paid } = sums;
  return {
    ...{ since: since.toISOString(), runs, failedRuns },
    ...{ chargedAmount: charged, providerAmount: charged - fee, feeAmount: fee },
    ...{ storageAmount: storage, lostAmount: lost, marginAmount: fee + storage - lost },
    ...{ toppedUpAmount: toppedUp, paidAmount: paid },
  };
}

function toDetail(detail: WorkspaceDetail): contract.WorkspaceDetail {
  const { workspace, lastDay, groups, quotas, payments, acts } = detail;
  const { activeKeys, endedKeys, members, owners, withSecondFactor } = detail;
  return {
    workspace: toWorkspace(workspace),
    walletAmount: workspace.walletAvailable,
    keyCreditAmount: workspace.available - workspace.walletAvailable,
    spentAmount: workspace.spent,
    ...(detail.debtStopsRuns && { debtStopsRuns: true as const }),
    pendingRuns: workspace.pendingRuns,
    last24Hours: toSums(lastDay),
    kinds: kindsOf(groups),
    failures: failuresOf(groups),
    keys: { active: activeKeys, ended: endedKeys },
    people: { members, owners, withSecondFactor },
    quotas: quotas.map(toQuota),
    payments: payments.map(toPayment),
    acts: acts.map(toAct),
  };
}

function toAct(row: ActRow): contract.OperatorAct {
  const { id, kind, via, at, reason, by, person, workspace, workspaceName } = row;
  const { user: _, ...detail } = row.detail;
  return {
    ...{ id: String(id), kind, via, at: at.toISOString() },
    ...(reason !== null && { reason }),
    ...(by && { by: toUser(by) }),
    ...(workspace !== null && {
      workspace: { id: uuidToId('wsp', workspace), name: workspaceName ?? '' },
    }),
    ...(person && { person: toUser(person) }),
    detail,
  };
}

function toUser({ id, name, email }: { id: string; name: string; email: string }) {
  return { id: uuidToId('user', id), name, email };
}

function kindsOf(groups: readonly UsageGroup[]): contract.WorkspaceKind[] {
  return [...Map.groupBy(groups, ({ kind }) => kind)].map(([kind, its]) => ({
    kind,
    runs: sumOf(its, ({ runs }) => runs),
    failedRuns: sumOf(its, ({ isFailed, runs }) => (isFailed ? runs : 0)),
    chargedAmount: sumOf(its, ({ charged }) => charged),
  }));
}

function failuresOf(groups: readonly UsageGroup[]): contract.WorkspaceFailure[] {
  const failed = groups.filter(({ isFailed }) => isFailed);
  return [...Map.groupBy(failed, ({ error }) => error)]
    .map(([code, its]) => ({ code, runs: sumOf(its, ({ runs }) => runs) }))
    .sort((one, other) => other.runs - one.runs)
    .slice(0, FAILURES_SHOWN);
}

const FAILURES_SHOWN = 10;

function toPayment(payment: Payment): contract.WorkspacePayment {
  const { id, state, amount, returned, takenBack, isDisputed, createdAt } = payment;
  return {
    id: uuidToId(PAYMENT_PREFIX, id),
    ...{ state, amount, debtAmount: Math.max(0, returned - takenBack), isDisputed },
    createdAt: createdAt.toISOString(),
  };
}

function toOverview(overview: Overview): contract.Overview {
  const { workers, isKnown, open, webhooks, spans, chores, lost, losses, spenders } = overview;
  const named = ({ workspace, name }: { workspace: string; name: string }) => ({
    ...{ id: uuidToId('wsp', workspace), name },
  });
  return {
    alarms: alarmsOf(overview),
    ...{ workers, claimsRefused: !isKnown },
    queues: open.map(({ kind, provider, state, runs, held, oldest_seconds }) => ({
      ...{ kind, provider, state, runs, heldAmount: held },
      oldestSeconds: Math.max(0, Math.round(oldest_seconds)),
    })),
    ...{ webhooks, spans },
    chores: chores.map((chore) => ({
      name: chore.name,
      everySeconds: Math.round(chore.every_ms / 1_000),
      succeededSecondsAgo: Math.round(chore.success_age_seconds),
      failures: chore.failures,
      isOverdue: isOverdue(chore),
    })),
    lostAmount: lost,
    losses: losses.map((row) => ({ ...named(row), lostAmount: row.lost, runs: row.runs })),
    spenders: spenders.map((row) => ({
      ...named(row),
      ...{ chargedAmount: row.charged, runs: row.runs },
    })),
  };
}

function toProvider(state: ProviderState): contract.ProviderState {
  const { kind, provider, isAway, openings, probes, retriesLeft, sold } = state;
  const { waitingRuns, unknownRuns, held, models } = state;
  return {
    ...{ kind, provider, state: stateOf(isAway), openings, probes },
    ...(retriesLeft !== undefined && { retriesLeft }),
    ...{ waitingRuns, unknownRuns, heldAmount: held, models },
    ...(sold && { last24Hours: toSoldSums(sold) }),
  };
}

function toModel(
  { model, fallbacks, sold }: ModelForSale,
  feeBasisPoints: number,
): contract.ModelForSale {
  const { id, provider, pricing } = model;
  return {
    ...{ id, provider, fallbacks },
    ...{ promptPrice: pricing.prompt, completionPrice: pricing.completion },
    feeBasisPoints: model.feeBasisPoints ?? feeBasisPoints,
    ...(sold && { last24Hours: toSoldSums(sold) }),
  };
}

function toSoldSums(sold: Sold): contract.SoldSums {
  const { runs, failedRuns, charged, fee, durations, failures } = sold;
  return {
    ...{ runs, failedRuns, chargedAmount: charged, providerAmount: charged - fee, feeAmount: fee },
    ...(durations && { p50Ms: durations.p50, p95Ms: durations.p95 }),
    failures,
  };
}

function toUnknownRun(row: UnknownRunRow): contract.UnknownRun {
  const { id, kind, workspace, workspaceName, state, subject, provider, reference, reason } = row;
  const { held, lookUps, lastLookUpAt, nextLookUpAt, isCanceled, createdAt, deadline } = row;
  return {
    ...{ id: runIdOf(kind, id), kind },
    workspace: { id: uuidToId('wsp', workspace), name: workspaceName },
    ...{ state, of: subject, provider },
    ...(reference !== null && { providerReference: reference }),
    ...(reason !== null && { reason }),
    ...{ heldAmount: held, lookUps, isCanceled },
    ...(lastLookUpAt && { lastLookUpAt: lastLookUpAt.toISOString() }),
    ...(nextLookUpAt && { nextLookUpAt: nextLookUpAt.toISOString() }),
    ...{ createdAt: createdAt.toISOString(), deadline: deadline.toISOString() },
  };
}
