/** What a key may spend in a day and in a month, what is left of it, and the checks of what a key is created with. */

import type { Db, Queryable } from '../platform/db/pool.ts';
import { newUuid } from '../platform/lib/ids.ts';
import { endOfPeriod, PERIODS, type Period } from '../platform/lib/moment.ts';
import { MAX_AMOUNT } from '../platform/lib/money.ts';
import { type Fault, type FaultCode, Problem } from '../platform/lib/problem.ts';
import type { Principal } from './principal.ts';
import { type AccountRow, type Limits, type Spending, selectAccounts, selectKey } from './store.ts';

/** A spending limit, and how much of it the present period has used. */
export interface SpendingLimit {
  period: Period;
  limit: number;
  spent: number;
  held: number;
  /** What the limit leaves. */
  available: number;
  resetsAt: Date;
  /** The key that it is a limit of, if that is the creator of the key. */
  of?: string;
}

/** The same for a new key, as an object that takes it from elsewhere. */
interface LimitsInput {
  dayLimit?: number | null | undefined;
  monthLimit?: number | null | undefined;
  isCounted?: boolean;
}

type Limited = Pick<Limits, 'dayLimit' | 'monthLimit'> & { spending: Spending | null };

export function limitsOf({ dayLimit, monthLimit, spending }: Limited): SpendingLimit[] {
  if (spending === null) return [];
  const now = new Date(spending.readAt);
  const limits = { day: dayLimit, month: monthLimit };
  return PERIODS.flatMap((period) => {
    const limit = limits[period];
    if (limit === null) return [];
    const { spent, held } = spending[period];
    const available = Math.max(0, limit - spent - held);
    return [{ period, limit, spent, held, available, resetsAt: endOfPeriod(period, now) }];
  });
}

export async function readLimits(db: Queryable, apiKey: string): Promise<SpendingLimit[]> {
  const key = await selectKey(db, apiKey);
  return key ? limitsOf(key) : [];
}

/** The limits of a key that has used none of them. `isCounted`: what it spends is counted also without any. */
export function newLimits({
  dayLimit = null,
  monthLimit = null,
  isCounted = false,
}: LimitsInput): Limits {
  checkLimit('dayLimitAmount', dayLimit);
  checkLimit('monthLimitAmount', monthLimit);
  const hasLimit = dayLimit !== null || monthLimit !== null;
  return { spender: hasLimit || isCounted ? newUuid() : null, dayLimit, monthLimit };
}

function checkLimit(member: string, limit: number | null): void {
  if (limit === null || (Number.isSafeInteger(limit) && limit >= 0)) return;
  const detail = `A spending limit is from 0 units to ${MAX_AMOUNT} units.`;
  throw new Problem('invalid_request', detail, { at: { pointer: `#/${member}`, code: 'range' } });
}

/* What a key can spend now, and what limits it. None of it is guaranteed: the next create may take it. */

export interface Allowance {
  /** The accounts that pay, in that order. */
  accounts: AccountRow[];
  limits: SpendingLimit[];
  /** What the accounts have available together, unless a limit leaves less. */
  spendable: number;
  /** Runs of the workspace that are not terminal. */
  pendingRuns: number;
  expiresAt: Date | null;
  models: string[] | null;
}

export async function readAllowance(db: Db, principal: Principal): Promise<Allowance> {
  const { workspace, apiKey, payer, fallbackAccount } = principal;
  const ids = [payer.account, ...(fallbackAccount === undefined ? [] : [fallbackAccount])];
  const [key, found] = await Promise.all([
    selectKey(db, apiKey),
    selectAccounts(db, workspace, ids),
  ]);
  if (!key) throw new Problem('unauthorized', 'A valid API key is required.');
  const maker = key.madeBy === null ? undefined : await selectKey(db, key.madeBy);
  const ofMaker = maker ? limitsOf(maker).map((limit) => ({ ...limit, of: maker.id })) : [];
  const limits = [...limitsOf(key), ...ofMaker];
  const available = found.accounts.reduce((sum, account) => sum + account.available, 0);
  return {
    ...found,
    limits,
    spendable: Math.min(available, ...limits.map((limit) => limit.available)),
    expiresAt: key.expiresAt,
    models: principal.models ? [...principal.models] : null,
  };
}

/* The members of a request that creates or changes a key. */

export function checkExpiry(expiresAt: Date | null): void {
  if (expiresAt === null || expiresAt.getTime() > Date.now()) return;
  throw wrongMember('expiresAt', 'range', 'The expiry must be in the future.');
}

/** `member` is the one of the request body, if there is a body. */
export function wrongMember(member: string, code: FaultCode, detail: string): Problem {
  return new Problem('invalid_request', detail, { at: { pointer: `#/${member}`, code } });
}

/** The name as it is stored. Throws for an invisible name, or one that reverses the text around it. */
export function checkName(given: string): string {
  const name = given.trim();
  if (PRINTABLE.test(name) && VISIBLE.test(name)) return name;
  const errors: Fault[] = [{ pointer: '#/name', detail: 'is not a name', code: 'format' }];
  throw new Problem('invalid_request', NAME_RULE, { errors });
}

const NAME_RULE =
  'A name has 1 to 100 printable characters, not all of them blank, and without characters that change the direction of text.';
const PRINTABLE = /^[^\p{Cc}\p{Cs}\p{Bidi_Control}]{1,100}$/u;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;
