/** The account of a key over HTTP: what it can spend, and the limits that apply to it. */
import type { Db } from '../../db/pool.ts';
import type { Handlers } from '../../http/index.ts';
import type { Unit } from '../../kernel/money.ts';
import { readAllowance } from '../../keys/index.ts';
import type { UsedQuota } from '../../quotas/index.ts';
import { type Bounds, toAccount } from './present.ts';

export interface AccountHandlersOptions extends Bounds {
  db: Db;
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
        readAllowance(options.db, principal),
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
