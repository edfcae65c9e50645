/**
 * Keys over HTTP. This module decides what a role may do with a key beyond the operation itself: members give scopes
 * that their workspace allows them, and no credit.
 */

import { LRUCache } from 'lru-cache';
import type { ApiKey, KeySpendingLimit } from '../../openapi/generated/dashboard.ts';
import { findPeople, isAtLeast } from '../people/index.ts';
import type { Db } from '../platform/db/pool.ts';
import type { DashboardHandlers, DashboardInput, Member } from '../platform/http/index.ts';
import type { Paging } from '../platform/http/paging.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { toDate } from '../platform/lib/moment.ts';
import { inMoney, type Unit } from '../platform/lib/money.ts';

import { Problem } from '../platform/lib/problem.ts';
import { type KeySpend, type RunAdministration, spendOfKeys } from '../runs/index.ts';
import { readSettings } from '../workspaces/index.ts';
import {
  changeKey,
  createKey,
  findKeyOf,
  type KeyChange,
  type KeyRow,
  limitsOf,
  listKeysPage,
  revokeKey,
  rotateKey,
  type SpendingLimit,
  selectRotations,
} from './index.ts';

type KeyHandlers = Pick<
  DashboardHandlers,
  'listKeys' | 'createKey' | 'getKey' | 'updateKey' | 'rotateKey' | 'revokeKey'
>;

interface KeyOptions {
  db: Db;
  reads: Db;
  runs: Pick<RunAdministration, 'failUnsentRunsOfKey'>;
  unit: Unit;
  paging: Paging;
  /** Takes effect at once in this process; other processes read the key again within a second. */
  onKeyChanged: () => void;
}

export function createKeyHandlers(options: KeyOptions): KeyHandlers {
  const { db, unit, paging } = options;
  const spends = createSpends(options);
  const reader = createKeyReader(db);
  const { view, toKeys } = reader;

  return {
    ...createKeyActs(options, spends, reader),

    async listKeys({ principal: { workspace }, query: { status, ...input } }) {
      const list = { operation: 'listKeys', workspace, filters: { status } };
      const page = paging.toPage(list, input);
      const { keys, next } = await listKeysPage(db, workspace, { status, ...page });
      const data = await toKeys(keys, await spends.of(workspace));
      return { status: 200, body: paging.pageOf(list, data, next) };
    },

    async createKey(input) {
      await checkRights(db, input);
      const { principal } = input;
      const created = await createKey(db, newKeyOf(input)).catch((error: unknown) => {
        throw inMoney(inThisContract(error, unit), unit);
      });
      const key = await view(principal, uuidToId('key', created.id), () => NO_SPENDING);
      return { status: 201, body: { key, secret: created.key } };
    },

    async getKey({ principal, params: { keyId } }) {
      const spendingOf = await spends.of(principal.workspace);
      return { status: 200, body: await view(principal, keyId, spendingOf) };
    },
  };
}

/** Operations on an existing key. */
function createKeyActs(
  { db, runs, unit, onKeyChanged }: KeyOptions,
  spends: Spends,
  { found, view }: KeyReader,
): Pick<KeyHandlers, 'updateKey' | 'rotateKey' | 'revokeKey'> {
  /** For an operation that must not fail because of a sum: a sum that takes too long counts as zero. */
  function spendingBefore({ workspace }: Member): Promise<SpendingOf> {
    return spends.of(workspace).catch(() => () => NO_SPENDING);
  }

  return {
    async updateKey({ principal, params: { keyId }, body }) {
      await found(principal, keyId);
      const spendingOf = await spendingBefore(principal);
      const actor = principal.session.user;
      await changeKey(db, { id: keyId, change: changeOf(body), actor }).catch((error: unknown) => {
        throw inMoney(inThisContract(error, unit), unit);
      });
      onKeyChanged();
      return { status: 200, body: await view(principal, keyId, spendingOf) };
    },

    async rotateKey({ principal, params: { keyId }, body }) {
      const old = await found(principal, keyId);
      const { spentWithPredecessors } = (await spendingBefore(principal))(old.id);
      const { created, oldWorksUntil } = await rotateKey(db, {
        id: keyId,
        overlapMs: body.overlapSeconds * 1_000,
        actor: principal.session.user,
      });
      onKeyChanged();
      const spending = { ...NO_SPENDING, spentWithPredecessors };
      const key = await view(principal, uuidToId('key', created.id), () => spending);
      return {
        status: 201,
        body: { key, secret: created.key, oldWorksUntil: oldWorksUntil.toISOString() },
      };
    },

    async revokeKey({ principal, params: { keyId } }) {
      await found(principal, keyId);
      const spendingOf = await spendingBefore(principal);
      const { returned, failedRuns } = await revokeKey(
        db,
        keyId,
        ({ workspace, apiKey }) => runs.failUnsentRunsOfKey(workspace, apiKey),
        principal.session.user,
      );
      onKeyChanged();
      const key = await view(principal, keyId, spendingOf);
      return { status: 200, body: { key, returnedAmount: returned, failedRuns } };
    },
  };
}

type KeyReader = ReturnType<typeof createKeyReader>;

/** Keys as answers present them. */
function createKeyReader(db: Db) {
  async function toKeys(rows: KeyRow[], spendingOf: SpendingOf): Promise<ApiKey[]> {
    const makers = rows.map(({ createdBy }) => createdBy);
    const personOf = await findPeople(db, makers);
    return rows.map((row) => toKey(row, personOf(row.createdBy), spendingOf(row.id)));
  }

  async function found({ workspace }: Member, keyId: string): Promise<KeyRow> {
    const row = await findKeyOf(db, workspace, keyId);
    if (row) return row;
    throw new Problem('not_found', 'There is no such key in this workspace.');
  }

  async function view(principal: Member, keyId: string, spendingOf: SpendingOf): Promise<ApiKey> {
    const [key] = await toKeys([await found(principal, keyId)], spendingOf);
    return key!;
  }

  return { toKeys, found, view };
}

async function checkRights(
  db: Db,
  { principal, body }: DashboardInput<'createKey'>,
): Promise<void> {
  if (isAtLeast(principal.role, 'admin')) return;
  if (body.creditAmount !== undefined) {
    throw forbidden('#/creditAmount', 'Only admins can set aside credit for a key.');
  }
  const { memberScopes } = await readSettings(db, principal.workspace);
  const denied = body.scopes.filter((scope) => !memberScopes.includes(scope));
  if (denied.length === 0) return;
  throw forbidden('#/scopes', `Members can't grant ${denied.join(', ')} in this workspace.`);
}

function newKeyOf({ principal, requestKey, body }: DashboardInput<'createKey'>) {
  const { name, scopes, expiresAt, creditAmount, walletFallback, models } = body;
  const { dayLimitAmount, monthLimitAmount } = body;
  return {
    ...{ workspace: principal.workspace, actor: principal.session.user, requestKey },
    ...{ name, scopes },
    ...(expiresAt !== undefined && {
      expiresAt: toDate('expiresAt', expiresAt, { inBody: true }),
    }),
    ...(creditAmount !== undefined && { credit: creditAmount }),
    ...(walletFallback !== undefined && { walletFallback }),
    ...(dayLimitAmount !== undefined && { dayLimit: dayLimitAmount }),
    ...(monthLimitAmount !== undefined && { monthLimit: monthLimitAmount }),
    ...(models !== undefined && { models }),
  };
}

function changeOf(body: DashboardInput<'updateKey'>['body']): KeyChange {
  const { dayLimitAmount: dayLimit, monthLimitAmount: monthLimit, models } = body;
  const { name, expiresAt, creditAmount: credit, walletFallback } = body;
  return {
    ...(name !== undefined && { name }),
    ...(expiresAt !== undefined && {
      expiresAt: expiresAt === null ? null : toDate('expiresAt', expiresAt, { inBody: true }),
    }),
    ...(credit !== undefined && { credit }),
    ...(walletFallback !== undefined && { walletFallback }),
    ...(dayLimit !== undefined && { dayLimit }),
    ...(monthLimit !== undefined && { monthLimit }),
    ...(models !== undefined && { models }),
  };
}

function toKey(row: KeyRow, createdBy: ApiKey['createdBy'], spending: KeySpending): ApiKey {
  const { expiresAt, revokedAt, lastUsedAt, rotatedTo, rotatedFrom, credit } = row;
  return {
    id: uuidToId('key', row.id),
    name: row.name,
    prefix: row.prefix,
    last4: row.last4,
    scopes: row.scopes,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    ...(createdBy && { createdBy }),
    ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
    ...(revokedAt && { revokedAt: revokedAt.toISOString() }),
    ...(lastUsedAt && { lastUsedAt: lastUsedAt.toISOString() }),
    ...(rotatedTo !== null && { rotatedTo: uuidToId('key', rotatedTo) }),
    ...(rotatedFrom !== null && { rotatedFrom: uuidToId('key', rotatedFrom) }),
    paysFrom: row.account === null ? 'wallet' : 'key_credit',
    // The account of a rotated key is shown with its successor.
    ...(credit !== null && rotatedTo === null && { creditAmount: credit }),
    walletFallback: row.walletFallback,
    spentAmount: spending.spent,
    spentWithPredecessorsAmount: spending.spentWithPredecessors,
    heldAmount: spending.held,
    spendingLimits: limitsOf(row).map(toSpendingLimit),
    ...(row.models && { models: row.models }),
    ...(row.isPlayground && { purpose: 'playground' as const }),
  };
}

function toSpendingLimit({ period, resetsAt, ...amounts }: SpendingLimit): KeySpendingLimit {
  return {
    period,
    limitAmount: amounts.limit,
    spentAmount: amounts.spent,
    heldAmount: amounts.held,
    availableAmount: amounts.available,
    resetsAt: resetsAt.toISOString(),
  };
}

function forbidden(pointer: string, detail: string): Problem {
  return new Problem('forbidden', detail, {
    errors: [{ pointer, detail, code: 'forbidden' }],
  });
}

/** Amounts have names of their own here, with their unit. */
function inThisContract(error: unknown, { currency, scale }: Unit): unknown {
  if (!(error instanceof Problem) || error.code !== 'insufficient_credit') return error;
  const { required = 0, available = 0 } = error.options.members ?? {};
  const members = { requiredAmount: required, availableAmount: available, currency, scale };
  return new Problem('insufficient_credit', error.detail, { members });
}

/*
 * What the keys of a workspace have spent. The process computes the sum at most once per interval, however often
 * callers ask for it, and only on the connections for such reads. An older answer is better than none.
 */

interface KeySpending extends KeySpend {
  /** With the chain of keys that it replaced. */
  spentWithPredecessors: number;
}

type SpendOf = (key: string) => KeySpend;

/** Finds what a key has spent. */
type SpendingOf = (key: string) => KeySpending;

interface Spends {
  /** At most ten seconds old, unless the database has no time to compute it. */
  of(workspace: string): Promise<SpendingOf>;
}

const REMEMBERED_MS = 10_000;
const REMEMBERED_WORKSPACES = 1_000;

function createSpends({ db, reads }: { db: Db; reads: Db }): Spends {
  const cache = new LRUCache<string, SpendOf>({
    ...{ max: REMEMBERED_WORKSPACES, ttl: REMEMBERED_MS, ignoreFetchAbort: true },
    async fetchMethod(workspace, before) {
      try {
        return await spendOfKeys(reads, workspace);
      } catch (error) {
        if (before) return before;
        throw error;
      }
    },
  });
  return {
    async of(workspace) {
      // Rotations are rare, and never cached: right after one, the new key has what the old one spent.
      const [spendOf, rotations] = await Promise.all([
        cache.forceFetch(workspace),
        selectRotations(db, workspace),
      ]);
      return withPredecessors(spendOf, rotations);
    },
  };
}

const NO_SPENDING: KeySpending = { spent: 0, held: 0, spentWithPredecessors: 0 };

function withPredecessors(spendOf: SpendOf, rotations: { from: string; to: string }[]): SpendingOf {
  const predecessors = new Map(rotations.map(({ from, to }) => [to, from]));
  return (key) => {
    let spentWithPredecessors = 0;
    // A rotation creates the key, and it never replaces another key later, so the loop ends.
    for (let each: string | undefined = key; each !== undefined; each = predecessors.get(each)) {
      spentWithPredecessors += spendOf(each).spent;
    }
    return { ...spendOf(key), spentWithPredecessors };
  };
}
