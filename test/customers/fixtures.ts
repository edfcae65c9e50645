/** A workspace whose end users have budgets: what is admitted and settled for them, and what they have used. */

import {
  budgetsLeft,
  type CustomerPatch,
  createCustomerStore,
  createCustomers,
} from '../../server/customers/index.ts';
import type { Db, Queryable } from '../../server/platform/db/pool.ts';
import { admitRun, admitRuns, endRun, makeFixtures } from '../ledger/fixtures.ts';
import { unique } from '../support/service.ts';

export type BudgetFixtures = Awaited<ReturnType<typeof makeBudgetFixtures>>;

export async function makeBudgetFixtures(db: Db, money = 100_000) {
  const fixtures = await makeFixtures(db, money);
  const { workspace, wallet: account, key } = fixtures;
  const customers = createCustomers({
    ...{ store: createCustomerStore(db), limitOf: () => 1_000 },
    eraseEndUser: () => Promise.reject(new Error('nothing is erased here')),
  });
  const caller = { workspace, actor: { by_key: key.id } };

  const admit = (
    endUser: string,
    reserved: number,
    { by = db, kind = 'model_run' }: { by?: Queryable; kind?: string } = {},
  ) => admitRun(by, { workspace, account, apiKey: key.id, reserved, endUser, kind });

  return {
    ...fixtures,
    ...{ customers, caller, admit },

    /** A new customer with these budgets; returns its end user. */
    async make(budgets?: CustomerPatch['budgets']): Promise<string> {
      const endUserId = unique('customer');
      await customers.create(caller, endUserId, {
        endUserId,
        ...(budgets !== undefined && { budgets }),
      });
      return endUserId;
    },

    async outcome(endUser: string, reserved: number): Promise<string> {
      return (await admit(endUser, reserved)).outcome;
    },

    /** Creates this many in one batch; returns the result of each. */
    async outcomes(endUser: string, reserved: number, count: number): Promise<string[]> {
      const run = { workspace, account, apiKey: key.id, reserved, endUser };
      return (await admitRuns(db, run, count)).map(({ outcome }) => outcome);
    },

    end: (id: string, charged?: number) =>
      endRun(db, { workspace, id, ...(charged !== undefined && { charged }) }),

    change: (endUser: string, patch: CustomerPatch) => customers.update(caller, endUser, patch),

    /** By period, without the reset times. */
    async used(endUser: string) {
      const customer = await customers.get(workspace, endUser);
      return Object.fromEntries(
        budgetsLeft(customer).map(({ period, limit, spent, held, available }) => [
          period,
          [limit, spent, held, available],
        ]),
      );
    },
  };
}
