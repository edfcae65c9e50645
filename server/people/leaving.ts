/**
 * Removes a member from a workspace, with the keys that they created if the caller asks for that. It removes the keys
 * first: if it is interrupted, the caller can repeat it, and no key outlives its creator unnoticed.
 */

import { type FailUnsentRuns, listActiveKeysOf, revokeKey } from '../keys/index.ts';
import type { Db } from '../platform/db/pool.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { type Fault, Problem } from '../platform/lib/problem.ts';
import { checkRemoval, isAtLeast, type Role, removeMember } from './index.ts';

export interface Leaving {
  workspace: string;
  user: string;
  /** The user who removes the member, and that user's role; absent for the command line. */
  actor?: string;
  role?: Role;
  revokeKeys: boolean;
}

export interface Left {
  /** Keys that the user created and that keep working. */
  activeKeys: number;
  revokedKeys: number;
  returnedAmount: number;
  failedRuns: number;
}

export async function letGo(
  db: Db,
  { role, revokeKeys, ...leaving }: Leaving,
  failUnsentRuns: FailUnsentRuns,
): Promise<Left> {
  const { actor } = leaving;
  const left: Left = { activeKeys: 0, revokedKeys: 0, returnedAmount: 0, failedRuns: 0 };

  async function revokeAll(): Promise<void> {
    for (const key of await listActiveKeysOf(db, leaving)) {
      const id = uuidToId('key', key);
      const { returned, failedRuns } = await revokeKey(db, id, failUnsentRuns, actor);
      left.revokedKeys += 1;
      left.returnedAmount += returned;
      left.failedRuns += failedRuns;
    }
  }

  if (revokeKeys) {
    if (role !== undefined && !isAtLeast(role, 'admin')) throw forbidden();
    await checkRemoval(db, leaving);
    await revokeAll();
  }
  await removeMember(db, leaving);
  // A member who has left creates no more keys; the last one may have been created just before.
  if (revokeKeys) await revokeAll();
  return { ...left, activeKeys: (await listActiveKeysOf(db, leaving)).length };
}

function forbidden(): Problem {
  const detail = 'Only admins can revoke keys.';
  const errors: Fault[] = [{ parameter: 'revokeKeys', detail, code: 'forbidden' }];
  return new Problem('forbidden', detail, { errors });
}
