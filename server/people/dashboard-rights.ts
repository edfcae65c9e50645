/** What members may do beyond reading: they may do what they may give a key the scope for. Admins may always do it. */

import type { Scope } from '../keys/index.ts';
import type { Db } from '../platform/db/pool.ts';
import type { Member } from '../platform/http/index.ts';
import { Problem } from '../platform/lib/problem.ts';
import { readSettings } from '../workspaces/index.ts';
import { isAtLeast } from './index.ts';

/** `what` says what they cannot do: `move labels`. */
export async function checkRights(
  db: Db,
  { workspace, role }: Member,
  scope: Scope,
  what: string,
): Promise<void> {
  if (isAtLeast(role, 'admin')) return;
  const { memberScopes } = await readSettings(db, workspace);
  if (memberScopes.includes(scope)) return;
  throw new Problem('forbidden', `Members can't ${what} in this workspace.`);
}
