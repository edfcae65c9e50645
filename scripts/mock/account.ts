/**
 * The account of the mock: its wallet has the credit of the example at the beginning, and what runs hold and were charged
 * is missing from it. It is never too small for a run: 402 comes only where it is asked for.
 */

import type { Run } from './kinds.ts';
import { first } from './operations.ts';
import { play, type Resource } from './requests.ts';

interface Account {
  spendableAmount: number;
  accounts: { availableAmount: number; heldAmount: number }[];
  requestRate: { windowSeconds: number; resetsAt: string };
  pendingRuns: { limit: number; count: number };
}

/** `all` gives the runs of every kind, as they are now. */
export function createAccount(all: () => Run[]): Resource {
  const used = () => {
    const runs = all();
    const pending = runs.filter(({ finishedAt }) => finishedAt === undefined);
    const held = pending.reduce((sum, { reservedAmount }) => sum + reservedAmount, 0);
    const charged = runs.reduce((sum, { chargedAmount = 0 }) => sum + chargedAmount, 0);
    return { pending: pending.length, held, missing: held + charged };
  };
  // The runs of the examples are paid for already.
  const before = used().missing;

  function body(example: unknown): Account {
    const { accounts, pendingRuns, requestRate, ...account } = example as Account;
    const resetsAt = new Date(Date.now() + requestRate.windowSeconds * 1_000).toISOString();
    const { pending, held, missing } = used();
    const [wallet, ...others] = accounts;
    const availableAmount = Math.max(0, wallet!.availableAmount + before - missing);
    return {
      ...account,
      accounts: [{ ...wallet!, availableAmount, heldAmount: held }, ...others],
      spendableAmount: availableAmount,
      requestRate: { ...requestRate, resetsAt },
      pendingRuns: { ...pendingRuns, count: pending },
    };
  }

  return {
    decide: ({ operation }) =>
      operation.id === 'getAccount' ? play(first(operation.answers[0]), { body }) : undefined,
  };
}
