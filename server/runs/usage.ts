/**
 * Closes the hours of usage that are over. The worker calls it again and again; a call that is interrupted, or runs at
 * the same time as another, counts nothing twice.
 */
import type { Db } from '../platform/db/pool.ts';
import { closeUsage } from './usage-store.ts';

const WORKSPACES_PER_CALL = 200;

/** Resolves when it has closed all that can be closed now. */
export async function closeEndedHours(db: Db): Promise<void> {
  // A call closes at most one day of each workspace.
  while ((await closeUsage(db, WORKSPACES_PER_CALL)) > 0);
}
