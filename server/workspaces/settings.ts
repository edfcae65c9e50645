/** A workspace's settings: reads them, and changes them with an event that names the actor. */

import { recordEvent } from '../audit-trail/index.ts';
import { checkScopes } from '../keys/index.ts';
import { isUniqueViolation } from '../platform/db/errors.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { invariant } from '../platform/lib/errors.ts';
import { Problem } from '../platform/lib/problem.ts';
import { checkWorkspaceName } from './names.ts';
import { type Settings, selectSettings, updateSettings } from './settings-store.ts';

export type { Settings };

export async function readSettings(db: Queryable, workspace: string): Promise<Settings> {
  const settings = await selectSettings(db, workspace);
  invariant(settings, 'whoever is a member of a workspace finds it');
  return settings;
}

export interface SettingsChange {
  name?: string;
  memberScopes?: string[];
  lowBalanceAmount?: number | null;
  contentRetentionDays?: number | null;
}

export function changeSettings(
  db: Db,
  { workspace, actor, change }: { workspace: string; actor?: string; change: SettingsChange },
): Promise<Settings> {
  const { memberScopes, ...others } = change;
  const { name } = others;
  const rest = { ...others, ...(name !== undefined && { name: name.trim() }) };
  if (rest.name !== undefined) checkWorkspaceName(rest.name);
  const scopes = memberScopes?.length ? checkScopes(memberScopes, '#/memberScopes') : memberScopes;
  const checked = { ...rest, ...(scopes && { memberScopes: scopes }) };
  return db.transaction(async (tx) => {
    const settings = await updateSettings(tx, workspace, checked).catch((error: unknown) => {
      throw isUniqueViolation(error) ? nameIsTaken() : error;
    });
    invariant(settings, 'whoever is a member of a workspace finds it');
    if (Object.keys(checked).length > 0) {
      await recordEvent(tx, workspace, 'settings_changed', checked, actor);
    }
    return settings;
  });
}

function nameIsTaken(): Problem {
  const detail = 'Another workspace of this deployment has this name.';
  return new Problem('conflict', detail, {
    errors: [{ pointer: '#/name', detail, code: 'conflict' }],
  });
}
