/**
 * Closes the hours of usage that are over. Called again and again by the worker; a call that is cut short, or runs at
 * the same time as another, counts nothing twice.
 */
import type { Db } from '../db/pool.ts';
import { closeUsage } from './usage-store.ts';

const WORKSPACES_PER_CALL = 200;

/** Resolves when nothing is left that can be closed now. */
export async function closeEndedHours(db: Db): Promise<void> {
  // A call closes one day of each workspace at most.
  while ((await closeUsage(db, WORKSPACES_PER_CALL)) > 0);
}
