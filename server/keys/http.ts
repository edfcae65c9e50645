/**
 * Keys over HTTP: what both APIs read of a request, do, and show; and the developer API, where a key acts within its own
 * rights.
 */

import { LRUCache } from 'lru-cache';
import type {
  ApiKey,
  ApiKeyList,
  CreatedApiKey,
  KeySpendingLimit,
  RevokedApiKey,
  RotatedApiKey,
} from '../../openapi/generated/developer.ts';
import { type Actor, callerOf } from '../audit-trail/index.ts';
import { findPeople } from '../people/index.ts';
import type { Db } from '../platform/db/pool.ts';
import type { Handlers, Input } from '../platform/http/index.ts';
import type { Paging } from '../platform/lib/cursor.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { toDate, toDates } from '../platform/lib/moment.ts';
import { inMoney, type Unit } from '../platform/lib/money.ts';
import { NOT_FOUND, Problem } from '../platform/lib/problem.ts';
import { type KeySpend, type RunAdministration, spendOfKeys } from '../runs/index.ts';
import {
  changeKey,
  createKey,
  findKeyOf,
  type KeyChange,
  type KeyRow,
  keyUuid,
  limitsOf,
  listKeysPage,
  revokeKey,
  rotateKey,
  type SpendingLimit,
  selectRotations,
} from './index.ts';

export interface KeyEdgeOptions {
  db: Db;
  reads: Db;
  runs: Pick<RunAdministration, 'failUnsentRunsOfKeys'>;
  unit: Unit;
  paging: Paging;
  /** Takes effect at once in this process; other processes read the key again within a second. */
  onKeyChanged: () => void;
}

/** Who acts, and where. */
interface Acting {
  workspace: string;
  actor: Actor;
}

export type KeyEdge = ReturnType<typeof createKeyEdge>;

export function createKeyEdge(options: KeyEdgeOptions) {
  const { db, runs, unit, paging, onKeyChanged } = options;
  const spends = createSpends(options);

  async function toKeys(rows: KeyRow[], spendingOf: SpendingOf): Promise<ApiKey[]> {
    const personOf = await findPeople(
      db,
      rows.map(({ createdBy }) => createdBy),
    );
    return rows.map((row) => toKey(row, personOf(row.createdBy), spendingOf(row.id)));
  }

  async function found(workspace: string, keyId: string): Promise<KeyRow> {
    const row = await findKeyOf(db, workspace, keyId);
    if (row) return row;
    throw new Problem('not_found', NOT_FOUND);
  }

  async function view(workspace: string, keyId: string, spendingOf: SpendingOf): Promise<ApiKey> {
    const [key] = await toKeys([await found(workspace, keyId)], spendingOf);
    return key!;
  }

  /** For an operation that must not fail because of a sum: a sum that takes too long counts as zero. */
  function spendingBefore(workspace: string): Promise<SpendingOf> {
    return spends.of(workspace).catch(() => () => NO_SPENDING);
  }

  function inWords(error: unknown): never {
    throw inMoney(inThisContract(error, unit), unit);
  }

  return {
    async list(workspace: string, query: Input<'listApiKeys'>['query']): Promise<ApiKeyList> {
      const { limit, cursor, ...filters } = query;
      const { status, createdByKeyId } = filters;
      const list = { operation: 'listKeys', workspace, filters };
      const { keys, next } = await listKeysPage(db, workspace, {
        ...{ status, ...paging.toPage(list, { limit, cursor }) },
        ...(createdByKeyId !== undefined && { madeBy: keyUuid(createdByKeyId) }),
        ...toDates(filters),
      });
      const data = await toKeys(keys, await spends.of(workspace));
      return paging.pageOf(list, data, next);
    },

    async create(
      acting: Acting,
      { requestKey, body }: Pick<Input<'createApiKey'>, 'requestKey' | 'body'>,
    ): Promise<CreatedApiKey> {
      const wanted = { ...acting, requestKey, name: body.name, scopes: body.scopes };
      const created = await createKey(db, { ...wanted, ...rightsOf(body) }).catch(inWords);
      const keyId = uuidToId('key', created.id);
      return { key: await view(acting.workspace, keyId, () => NO_SPENDING), secret: created.key };
    },

    async read(workspace: string, keyId: string): Promise<ApiKey> {
      return view(workspace, keyId, await spends.of(workspace));
    },

    async update(
      { workspace, actor }: Acting,
      keyId: string,
      body: Input<'updateApiKey'>['body'],
    ): Promise<ApiKey> {
      await found(workspace, keyId);
      const spendingOf = await spendingBefore(workspace);
      await changeKey(db, { id: keyId, change: changeOf(body), actor }).catch(inWords);
      onKeyChanged();
      return view(workspace, keyId, spendingOf);
    },

    async rotate(
      { workspace, actor }: Acting,
      keyId: string,
      { overlapSeconds }: Input<'rotateApiKey'>['body'],
    ): Promise<RotatedApiKey> {
      const old = await found(workspace, keyId);
      const { spentWithPredecessors } = (await spendingBefore(workspace))(old.id);
      const overlapMs = overlapSeconds * 1_000;
      const { created, oldWorksUntil } = await rotateKey(db, { id: keyId, overlapMs, actor });
      onKeyChanged();
      const spending = { ...NO_SPENDING, spentWithPredecessors };
      const key = await view(workspace, uuidToId('key', created.id), () => spending);
      return { key, secret: created.key, oldWorksUntil: oldWorksUntil.toISOString() };
    },

    async revoke({ workspace, actor }: Acting, keyId: string): Promise<RevokedApiKey> {
      await found(workspace, keyId);
      const spendingOf = await spendingBefore(workspace);
      const { returned, failedRuns } = await revokeKey(db, keyId, runs.failUnsentRunsOfKeys, actor);
      onKeyChanged();
      const key = await view(workspace, keyId, spendingOf);
      return { key, returnedAmount: returned, failedRuns };
    },
  };
}

/* The developer API. */

const PATH = '/v1/developer/keys';

export function createKeyHandlers(
  keys: KeyEdge,
): Pick<
  Handlers,
  'listApiKeys' | 'createApiKey' | 'getApiKey' | 'updateApiKey' | 'rotateApiKey' | 'revokeApiKey'
> {
  return {
    async listApiKeys({ principal: { workspace }, query }) {
      return { status: 200, body: await keys.list(workspace, query) };
    },

    async createApiKey(input) {
      const body = await keys.create(callerOf(input.principal), input);
      return { status: 201, headers: { Location: `${PATH}/${body.key.id}`, ...NO_STORE }, body };
    },

    async getApiKey({ principal: { workspace }, params: { id } }) {
      return { status: 200, body: await keys.read(workspace, id) };
    },

    async updateApiKey(input) {
      return {
        status: 200,
        body: await keys.update(callerOf(input.principal), input.params.id, input.body),
      };
    },

    async rotateApiKey(input) {
      const body = await keys.rotate(callerOf(input.principal), input.params.id, input.body);
      return { status: 201, headers: { Location: `${PATH}/${body.key.id}`, ...NO_STORE }, body };
    },

    async revokeApiKey(input) {
      return { status: 200, body: await keys.revoke(callerOf(input.principal), input.params.id) };
    },
  };
}

/** Of answers with a secret. */
const NO_STORE = { 'Cache-Control': 'no-store' };

function rightsOf(body: Input<'createApiKey'>['body']) {
  const { expiresAt, creditAmount, walletFallback, models } = body;
  const { dayLimitAmount, monthLimitAmount } = body;
  return {
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

function changeOf(body: Input<'updateApiKey'>['body']): KeyChange {
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
    scopes: row.scopes as ApiKey['scopes'],
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    ...(createdBy && { createdBy }),
    ...(row.madeBy !== null && { createdByKeyId: uuidToId('key', row.madeBy) }),
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
