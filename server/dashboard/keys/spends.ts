/**
 * What the keys of a workspace have spent, added up at most once in a while however often it is asked for, and
 * on the connections for such reads only. An older answer is better than none.
 */
import { LRUCache } from 'lru-cache';
import type { Db } from '../../db/pool.ts';
import { type KeySpend, spendOfKeys } from '../../resources/model-runs/index.ts';

/** Finds what a key has spent. */
export type SpendOf = (key: string) => KeySpend;

export interface Spends {
  /** At most ten seconds old, unless the database has no time for it. */
  of(workspace: string): Promise<SpendOf>;
}

const REMEMBERED_MS = 10_000;
const REMEMBERED_WORKSPACES = 1_000;

export function createSpends({ reads }: { reads: Db }): Spends {
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
  return { of: (workspace) => cache.forceFetch(workspace) };
}

export const NO_SPEND: KeySpend = { spent: 0, held: 0 };
