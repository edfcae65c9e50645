/**
 * What the keys of a workspace have spent. The process computes the sum at most once per interval, however often
 * callers ask for it, and only on the connections for such reads. An older answer is better than none.
 */
import { LRUCache } from 'lru-cache';
import type { Db } from '../platform/db/pool.ts';
import { type KeySpend, spendOfKeys } from '../runs/index.ts';
import { selectRotations } from './index.ts';

export interface KeySpending extends KeySpend {
  /** With the chain of keys that it replaced. */
  spentWithPredecessors: number;
}

type SpendOf = (key: string) => KeySpend;

/** Finds what a key has spent. */
export type SpendingOf = (key: string) => KeySpending;

export interface Spends {
  /** At most ten seconds old, unless the database has no time to compute it. */
  of(workspace: string): Promise<SpendingOf>;
}

const REMEMBERED_MS = 10_000;
const REMEMBERED_WORKSPACES = 1_000;

export function createSpends({ db, reads }: { db: Db; reads: Db }): Spends {
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

export const NO_SPENDING: KeySpending = { spent: 0, held: 0, spentWithPredecessors: 0 };

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
