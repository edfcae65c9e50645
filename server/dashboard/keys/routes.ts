/**
 * Keys over HTTP. What a role may do with a key beyond the operation itself is decided here: members give
 * scopes that their workspace allows them, and no credit.
 */
import type { ApiKey } from '../../../openapi/generated/dashboard.ts';
import type { Db } from '../../db/pool.ts';
import type { DashboardHandlers, DashboardInput, Member } from '../../http/index.ts';
import { uuidToId } from '../../kernel/ids.ts';
import { toDate } from '../../kernel/moment.ts';
import type { Unit } from '../../kernel/money.ts';
import { inMoney } from '../../kernel/money-text.ts';
import { Problem } from '../../kernel/problem.ts';
import {
  createKey,
  findKeyOf,
  type KeyRow,
  listKeysPage,
  revokeKey,
  rotateKey,
} from '../../keys/index.ts';
import type { RunAdministration } from '../../runs/index.ts';
import { findPeople, isAtLeast } from '../../users/index.ts';
import { readSettings } from '../../workspaces/index.ts';
import type { Paging } from '../paging.ts';
import { createSpends, type KeySpending, NO_SPENDING, type SpendingOf } from './spends.ts';

type KeyHandlers = Pick<
  DashboardHandlers,
  'listKeys' | 'createKey' | 'getKey' | 'rotateKey' | 'revokeKey'
>;

export interface KeyOptions {
  db: Db;
  reads: Db;
  runs: Pick<RunAdministration, 'failUnsentRunsOfKey'>;
  unit: Unit;
  paging: Paging;
  onKeyEnded: () => void;
}

export function createKeyHandlers(options: KeyOptions): KeyHandlers {
  const { db, runs, unit, paging, onKeyEnded } = options;
  const spends = createSpends(options);
  const { found, view, toKeys } = createKeyReader(db);

  /** For an act that fails for no sum: what cannot be added up in time counts as nothing. */
  function spendingBefore({ workspace }: Member): Promise<SpendingOf> {
    return spends.of(workspace).catch(() => () => NO_SPENDING);
  }

  return {
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
      const created = await createKey(db, wishOf(input)).catch((error: unknown) => {
        throw inMoney(inThisContract(error, unit), unit);
      });
      const key = await view(principal, uuidToId('key', created.id), () => NO_SPENDING);
      return { status: 201, body: { key, secret: created.key } };
    },

    async getKey({ principal, params: { keyId } }) {
      const spendingOf = await spends.of(principal.workspace);
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
      onKeyEnded();
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
      onKeyEnded();
      const key = await view(principal, keyId, spendingOf);
      return { status: 200, body: { key, returnedAmount: returned, failedRuns } };
    },
  };
}

/** Keys as answers tell them. */
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
    throw forbidden('#/creditAmount', 'Only admins give a key credit of its own.');
  }
  const { memberScopes } = await readSettings(db, principal.workspace);
  const denied = body.scopes.filter((scope) => !memberScopes.includes(scope));
  if (denied.length === 0) return;
  throw forbidden('#/scopes', `Members of this workspace cannot give ${denied.join(', ')}.`);
}

function wishOf({ principal, requestKey, body }: DashboardInput<'createKey'>) {
  const { name, scopes, expiresAt, creditAmount, walletFallback } = body;
  return {
    ...{ workspace: principal.workspace, actor: principal.session.user, requestKey },
    ...{ name, scopes },
    ...(expiresAt !== undefined && {
      expiresAt: toDate('expiresAt', expiresAt, { inBody: true }),
    }),
    ...(creditAmount !== undefined && { credit: creditAmount }),
    ...(walletFallback !== undefined && { walletFallback }),
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
    // The account of a key that was rotated is its successor's to tell.
    ...(credit !== null && rotatedTo === null && { creditAmount: credit }),
    walletFallback: row.walletFallback,
    spentAmount: spending.spent,
    spentWithPredecessorsAmount: spending.spentWithPredecessors,
    heldAmount: spending.held,
  };
}

function forbidden(pointer: string, detail: string): Problem {
  return new Problem('forbidden', detail, {
    errors: [{ pointer, detail, code: 'forbidden' }],
  });
}

/** Amounts have names of their own here, and come with their unit. */
function inThisContract(error: unknown, { currency, scale }: Unit): unknown {
  if (!(error instanceof Problem) || error.code !== 'insufficient_credit') return error;
  const { required = 0, available = 0 } = error.options.members ?? {};
  const members = { requiredAmount: required, availableAmount: available, currency, scale };
  return new Problem('insufficient_credit', error.detail, { members });
}
