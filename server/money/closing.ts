/**
 * Closes balances: saves the sum of the entries of each account up to one entry, so that an audit starts after it. The
 * worker calls this again and again; a call that is interrupted, or runs at the same time as another, adds nothing
 * twice and leaves nothing out.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../platform/db/pool.ts';
import { closeNextEntries } from './closing-store.ts';

const ENTRIES_PER_CALL = 10_000;
/** Long enough for most transactions that have to end first. */
const PAUSE_MS = 20;
/** A worker has other chores: the next call closes what is left. */
const PATIENCE_MS = 3_000;

/** Resolves when all entries that existed at first are closed, patience has ended, or another process is closing. */
export async function closeBalances(db: Db, patienceMs = PATIENCE_MS): Promise<void> {
  const endAt = performance.now() + patienceMs;
  while ((await closeNextEntries(db, ENTRIES_PER_CALL)) && performance.now() < endAt) {
    await sleep(PAUSE_MS);
  }
}
