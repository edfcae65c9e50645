/**
 * The account of the mock: its wallet begins with the credit of the example, less what runs hold and were charged. It
 * never lacks money for a run: 402 comes only on request.
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

/** `all` returns the runs of every kind, in their current state. */
export function createAccount(all: () => Run[]): Resource {
  const used = () => {
    const runs = all();
    const pending = runs.filter(({ finishedAt }) => finishedAt === undefined);
    const held = pending.reduce((sum, { reservedAmount }) => sum + reservedAmount, 0);
    const charged = runs.reduce((sum, { chargedAmount = 0 }) => sum + chargedAmount, 0);
    return { pending: pending.length, held, missing: held + charged };
  };
  // The runs of the examples are already paid.
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
