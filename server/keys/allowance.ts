/** What a key can spend now, and what limits it. None of it is guaranteed: the next create may take it. */
import type { Db } from '../platform/db/pool.ts';
import { Problem } from '../platform/lib/problem.ts';
import { limitsOf, type SpendingLimit } from './limits.ts';
import { type AccountRow, selectAccounts } from './limits-store.ts';
import type { Principal } from './principal.ts';
import { selectKey } from './store.ts';

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
  const limits = limitsOf(key);
  const available = found.accounts.reduce((sum, account) => sum + account.available, 0);
  return {
    ...found,
    limits,
    spendable: Math.min(available, ...limits.map((limit) => limit.available)),
    expiresAt: key.expiresAt,
    models: key.models,
  };
}
