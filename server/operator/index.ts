/**
 * Operators see the workspaces, sums and runs of a deployment, and what it sells, and never read the content of a run. They
 * give credit to a workspace, set its quotas, and suspend and resume it, and each act is recorded with its effect.
 */

import { recordAct } from '../audit-trail/index.ts';
import { type Catalog, type CatalogModel, providersOf } from '../model-runs/providers/catalog.ts';
import { type Grant, giveGrant, topUpWallet } from '../money/index.ts';
import type { Payment, Payments } from '../payments/index.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import type { Deployment } from '../platform/deployment/index.ts';
import { idToUuid } from '../platform/lib/ids.ts';
import { type Percentiles, percentilesOf } from '../platform/lib/latencies.ts';
import { MAX_AMOUNT, sumOf } from '../platform/lib/money.ts';
import { NOT_FOUND, Problem } from '../platform/lib/problem.ts';
import { type QuotaName, type Quotas, setQuota, type UsedQuota } from '../quotas/index.ts';
import { countCircuits, countOpenRuns } from '../runs/index.ts';
import { findWorkspace, resumeWorkspace, suspendWorkspace } from '../workspaces/index.ts';
import { type Overview, readOverview } from './health.ts';
import {
  type ActRow,
  type SoldRow,
  selectActs,
  selectCounts,
  selectSold,
  selectSums,
  selectUnknownRuns,
  selectUsageGroups,
  selectWorkspaces,
  type UnknownRunRow,
  type UsageGroup,
  type WorkspaceCounts,
  type WorkspaceRow,
  type WorkspaceSums,
} from './store.ts';

export { alarmsOf, isOverdue, type Overview, stateOf } from './health.ts';
export type { ActRow, UnknownRunRow, UsageGroup, WorkspaceRow, WorkspaceSums };

export interface WorkspacePage {
  search?: string | undefined;
  limit: number;
  before?: string | undefined;
}

export interface WorkspaceDetail extends WorkspaceCounts {
  workspace: WorkspaceRow;
  lastDay: WorkspaceSums;
  /** Of the last day. */
  groups: UsageGroup[];
  quotas: UsedQuota[];
  payments: Payment[];
  /** Whether a debt keeps it from creating runs. */
  debtStopsRuns: boolean;
  acts: ActRow[];
}

interface ActPage {
  /** The id of the only workspace. */
  workspaceId?: string | undefined;
  limit: number;
  before?: number | undefined;
}

export interface Workspaces {
  list(page: WorkspacePage): Promise<{ rows: WorkspaceRow[]; next: string | null }>;
  /** By its id, `wsp_...`. */
  get(id: string): Promise<WorkspaceDetail>;
  /** The UUID of the workspace with this id; throws if there is none. */
  find(id: string): Promise<string>;
  /** What operators did, newest first. */
  acts(page: ActPage): Promise<{ rows: ActRow[]; next: number | null }>;
}

const DAY_HOURS = 24;
const MONTH_HOURS = 30 * DAY_HOURS;
const PAYMENTS_SHOWN = 10;
const ACTS_SHOWN = 10;

export function createWorkspaces({
  reads,
  quotas,
  payments,
}: {
  /** Connections for sums over many rows: callers of the API never wait for these. */
  reads: Db;
  quotas: Pick<Quotas, 'usesOf'>;
  payments: Pick<Payments, 'list' | 'debtStopsRuns'>;
}): Workspaces {
  return {
    async list({ search, limit, before }) {
      const id = search === undefined ? undefined : idToUuid('wsp', search);
      const page = { hours: MONTH_HOURS, search, id, before, limit: limit + 1 };
      const found = await selectWorkspaces(reads, page);
      const rows = found.slice(0, limit);
      return { rows, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
    },

    async find(id) {
      if (idToUuid('wsp', id) === undefined) throw new Problem('not_found', NOT_FOUND);
      return (await findWorkspace(reads, id)).id;
    },

    async acts({ workspaceId, limit, before = MAX_AMOUNT }) {
      const workspace = workspaceId === undefined ? undefined : idToUuid('wsp', workspaceId);
      if (workspaceId !== undefined && workspace === undefined) return { rows: [], next: null };
      const found = await selectActs(reads, { workspace, before, limit: limit + 1 });
      const rows = found.slice(0, limit);
      return { rows, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
    },

    async get(id) {
      const uuid = idToUuid('wsp', id);
      if (uuid === undefined) throw new Problem('not_found', NOT_FOUND);
      const one = { hours: MONTH_HOURS, search: undefined, before: undefined, limit: 1 };
      const [workspace] = await selectWorkspaces(reads, { ...one, id: uuid });
      if (!workspace) throw new Problem('not_found', NOT_FOUND);
      const day = { workspace: uuid, hours: DAY_HOURS };
      const [lastDay, groups, counts, uses, { payments: paid }, acts] = await Promise.all([
        selectSums(reads, day),
        selectUsageGroups(reads, day),
        selectCounts(reads, uuid),
        quotas.usesOf(uuid),
        payments.list(uuid, { limit: PAYMENTS_SHOWN }),
        selectActs(reads, { workspace: uuid, before: MAX_AMOUNT, limit: ACTS_SHOWN }),
      ]);
      const debtStopsRuns = payments.debtStopsRuns && workspace.debt > 0;
      const shown = { lastDay, groups, quotas: uses, payments: paid, debtStopsRuns, acts };
      return { ...counts, workspace, ...shown };
    },
  };
}

/** What runs of the last day brought. */
export interface Sold {
  runs: number;
  failedRuns: number;
  charged: number;
  fee: number;
  durations: Percentiles | undefined;
  /** The most frequent first. */
  failures: { code: string; runs: number }[];
}

export interface ProviderState {
  kind: string;
  provider: string;
  isAway: boolean;
  openings: number;
  probes: number;
  retriesLeft: number | undefined;
  waitingRuns: number;
  unknownRuns: number;
  held: number;
  models: number;
  sold: Sold | undefined;
}

export interface ModelForSale {
  model: CatalogModel;
  fallbacks: string[];
  sold: Sold | undefined;
}

export interface Market {
  overview(): Promise<Overview>;
  /** Those that are away first, then by name. */
  providers(): Promise<ProviderState[]>;
  /** By their identifiers. */
  models(): Promise<ModelForSale[]>;
  unknownRuns(page: {
    limit: number;
    before?: string | undefined;
  }): Promise<{ rows: UnknownRunRow[]; next: string | null }>;
}

const NAMED = 10;
const MOST_SUBJECTS = 10_000;
/** Adding up a day of all workspaces takes a while, and its result changes slowly. */
const ADD_UP_EVERY_MS = 30_000;

export function createMarket({
  reads,
  catalog,
  deployment,
  kind,
}: {
  reads: Db;
  catalog: Pick<Catalog, 'list'>;
  deployment: Pick<Deployment, 'history'>;
  /** Of the runs of models. */
  kind: string;
}): Market {
  const rowsOfDay = createAddingUp(() =>
    selectSold(reads, { hours: DAY_HOURS, atMost: MOST_SUBJECTS }),
  );
  const soldOf = (rows: readonly SoldRow[] = []) => (rows.length === 0 ? undefined : toSold(rows));
  const rowsBySubject = async () =>
    Map.groupBy(
      (await rowsOfDay()).filter((row) => row.kind === kind),
      ({ subject }) => subject,
    );

  return {
    overview: () => readOverview(reads, deployment, { hours: DAY_HOURS, atMost: NAMED }),

    async providers() {
      const [circuits, open, bySubject] = await Promise.all([
        countCircuits(reads),
        countOpenRuns(reads),
        rowsBySubject(),
      ]);
      const models = Map.groupBy(catalog.list(), ({ provider }) => provider);
      const named = [
        ...[...models.keys()].map((provider) => ({ kind, provider })),
        ...circuits,
        // After an @, a queue names the machine.
        ...open,
      ].map((each) => `${each.kind} ${each.provider}`);
      return [...new Set(named)]
        .map((name) => {
          const [ofKind = '', provider = ''] = name.split(' ');
          const is = (row: { kind: string; provider: string }) =>
            row.kind === ofKind && row.provider === provider;
          const circuit = circuits.find(is);
          const its = open.filter(is);
          const own = ofKind === kind ? (models.get(provider) ?? []) : [];
          return {
            ...{ kind: ofKind, provider, isAway: circuit?.is_open ?? false },
            openings: circuit?.openings ?? 0,
            probes: circuit?.probes ?? 0,
            retriesLeft: circuit?.retries_left,
            waitingRuns: sumOf(its, ({ runs }) => runs),
            unknownRuns: sumOf(its, ({ state, runs }) =>
              state === 'needs_reconciliation' ? runs : 0,
            ),
            held: sumOf(its, ({ held }) => held),
            models: own.length,
            sold: soldOf(own.flatMap(({ id }) => bySubject.get(id) ?? [])),
          };
        })
        .sort(
          (one, other) =>
            Number(other.isAway) - Number(one.isAway) ||
            (`${one.kind} ${one.provider}` < `${other.kind} ${other.provider}` ? -1 : 1),
        );
    },

    async models() {
      const bySubject = await rowsBySubject();
      return catalog.list().map((model) => ({
        model,
        fallbacks: providersOf(model).slice(1),
        sold: soldOf(bySubject.get(model.id)),
      }));
    },

    async unknownRuns({ limit, before }) {
      const found = await selectUnknownRuns(reads, { before, limit: limit + 1 });
      const rows = found.slice(0, limit);
      return { rows, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
    },
  };
}

const FAILURES_OF_SOLD = 5;

function toSold(rows: readonly SoldRow[]): Sold {
  const failed = rows.filter(({ isFailed }) => isFailed);
  const byCode = [...Map.groupBy(failed, ({ error }) => error)];
  return {
    runs: sumOf(rows, ({ runs }) => runs),
    failedRuns: sumOf(failed, ({ runs }) => runs),
    charged: sumOf(rows, ({ charged }) => charged),
    fee: sumOf(rows, ({ fee }) => fee),
    durations: percentilesOf(Buffer.from(rows.map((row) => row.latencies ?? '').join(''), 'hex')),
    failures: byCode
      .map(([code, its]) => ({ code, runs: sumOf(its, ({ runs }) => runs) }))
      .sort((one, other) => other.runs - one.runs)
      .slice(0, FAILURES_OF_SOLD),
  };
}

/** Returns the last answer while it is recent enough; one call asks at a time. */
function createAddingUp<T>(ask: () => Promise<T>): () => Promise<T> {
  let known: { at: number; value: Promise<T> } | undefined;
  return () => {
    if (known && performance.now() - known.at < ADD_UP_EVERY_MS) return known.value;
    const value = ask();
    known = { at: performance.now(), value };
    value.catch(() => {
      known = undefined;
    });
    return value;
  };
}

/*
 * What an admin does with a workspace in the console. Each act and its record are one transaction, and the request key
 * does it once, whoever sends it again.
 */

export interface Asked {
  workspace: string;
  /** The person. */
  actor: string;
  /** The workspace reads it. */
  reason: string;
  requestKey: string;
}

export interface Acts {
  credit(asked: Asked, amount: number): Promise<void>;
  grant(
    asked: Asked,
    grant: { amount: number; category: Grant['reason']; expiresAt: Date },
  ): Promise<void>;
  /** A limit of null is the default of the deployment. */
  setQuota(asked: Asked, change: { quota: QuotaName; limit: number | null }): Promise<void>;
  suspend(asked: Asked): Promise<void>;
  resume(asked: Asked): Promise<void>;
}

export function createActs({ db }: { db: Db }): Acts {
  async function once(
    { reason, ...asked }: Asked,
    { kind, ...detail }: { kind: string } & Record<string, unknown>,
    work: (tx: Queryable, why: string) => Promise<unknown>,
  ): Promise<void> {
    const why = reason.trim();
    const act = { ...asked, via: 'console', kind, reason: why, detail } as const;
    await db.transaction(async (tx) => {
      if (await recordAct(tx, act)) await work(tx, why);
    });
  }

  return {
    credit: (asked, amount) =>
      once(asked, { kind: 'wallet_credited', amount }, (tx, why) => {
        const { workspace } = asked;
        return topUpWallet(tx, { workspace, amount, reference: nameOf(asked), actor: { why } });
      }),

    grant: (asked, { category, ...grant }) =>
      once(asked, { kind: 'credit_granted', category, ...grant }, (tx, why) =>
        giveGrant(tx, {
          ...{ ...grant, workspace: asked.workspace, reason: category },
          ...{ reference: nameOf(asked), note: why, actor: { why } },
        }),
      ),

    setQuota: (asked, change) =>
      once(asked, { kind: 'quota_changed', ...change }, (tx, why) =>
        setQuota(tx, { workspace: asked.workspace, ...change }, { why }),
      ),

    suspend: (asked) =>
      once(asked, { kind: 'workspace_suspended' }, async (tx, why) => {
        if (await suspendWorkspace(tx, { workspace: asked.workspace, why })) return;
        throw new Problem('conflict', 'The workspace is suspended already.');
      }),

    resume: (asked) =>
      once(asked, { kind: 'workspace_resumed' }, async (tx, why) => {
        if (await resumeWorkspace(tx, { workspace: asked.workspace, why })) return;
        throw new Problem('conflict', 'The workspace is not suspended.');
      }),
  };
}

/** In the ledger. */
function nameOf({ requestKey }: Asked): string {
  return `console ${requestKey}`;
}
