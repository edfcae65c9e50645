/** The account of a key over HTTP: what it can spend, and the limits that apply to it. */

import type { Account, Quota, SpendingLimit } from '../../openapi/generated/developer.ts';
import type { Allowance, SpendingLimit as Limit, Principal } from '../keys/index.ts';
import type { Handlers } from '../platform/http/index.ts';
import { invariant } from '../platform/lib/errors.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import type { Decimal, Unit } from '../platform/lib/money.ts';
import { WINDOW_SECONDS } from '../platform/rates/index.ts';
import { QUOTAS, type UsedQuota } from '../quotas/index.ts';

export interface AccountHandlersOptions extends Bounds {
  allowanceOf: (principal: Principal) => Promise<Allowance>;
  unit: Unit;
  /** The quotas of a workspace, with what is used. */
  quotasOf: (workspace: string) => Promise<UsedQuota[]>;
}

export function createAccountHandlers(
  options: AccountHandlersOptions,
): Pick<Handlers, 'getAccount'> {
  return {
    async getAccount({ principal, rate }) {
      const [allowance, quotas] = await Promise.all([
        options.allowanceOf(principal),
        options.quotasOf(principal.workspace),
      ]);
      return {
        status: 200,
        headers: { 'Cache-Control': 'no-store' },
        body: toAccount(principal, { ...allowance, quotas }, rate, options),
      };
    },
  };
}

/* The account of a key as the contract has it. */

/** What applies to all keys of the deployment. */
interface Bounds {
  maxPendingRuns: number;
  /** The requests of one key. */
  ratePerMinute: number;
  /** Of a gigabyte that is stored for a day, if it has one. */
  storagePrice: Decimal | undefined;
}

/** How much is left of the request rate. */
interface Rate {
  remaining: number;
  endsAtMs: number;
}

function toAccount(
  { apiKey }: Principal,
  allowance: Allowance & { quotas: UsedQuota[] },
  rate: Rate | undefined,
  { unit, maxPendingRuns, ratePerMinute, storagePrice }: Bounds & { unit: Unit },
): Account {
  invariant(rate, 'the requests of a key are counted');
  const { accounts, limits, spendable, quotas, pendingRuns, expiresAt, models } = allowance;
  return {
    keyId: uuidToId('key', apiKey),
    ...unit,
    spendableAmount: spendable,
    accounts: accounts.map(({ account, available, held }) => ({
      ...{ account, availableAmount: available, heldAmount: held },
    })),
    spendingLimits: limits.map(toSpendingLimit),
    requestRate: {
      limit: ratePerMinute,
      remaining: rate.remaining,
      windowSeconds: WINDOW_SECONDS,
      resetsAt: new Date(rate.endsAtMs).toISOString(),
    },
    pendingRuns: { limit: maxPendingRuns, count: pendingRuns },
    quotas: quotas.map(toQuota),
    ...(storagePrice !== undefined && { storagePricePerGbDay: storagePrice }),
    ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
    ...(models && { models }),
  };
}

function toSpendingLimit({ period, resetsAt, of, ...amounts }: Limit): SpendingLimit {
  return {
    period,
    ...(of !== undefined && { ofKeyId: uuidToId('key', of) }),
    limitAmount: amounts.limit,
    spentAmount: amounts.spent,
    heldAmount: amounts.held,
    availableAmount: amounts.available,
    resetsAt: resetsAt.toISOString(),
  };
}

export function toQuota({ quota, limit, used, freesAt }: UsedQuota): Quota {
  const { unit } = QUOTAS[quota];
  return { quota, unit, limit, used, ...(freesAt && { freesAt: freesAt.toISOString() }) };
}
