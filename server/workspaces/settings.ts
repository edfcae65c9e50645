/** A workspace's settings: read, and changed with a note of who did it. */

import { recordAct } from '../audit-trail/index.ts';
import type { Db, Queryable } from '../db/pool.ts';
import { invariant } from '../kernel/invariant.ts';
import { checkScopes } from '../keys/index.ts';
import { type Settings, selectSettings, updateSettings } from './settings-store.ts';

export type { Settings };

export async function readSettings(db: Queryable, workspace: string): Promise<Settings> {
  const settings = await selectSettings(db, workspace);
  invariant(settings, 'whoever is a member of a workspace finds it');
  return settings;
}

export interface SettingsChange {
  memberScopes?: string[];
  lowBalanceAmount?: number | null;
  contentRetentionDays?: number | null;
}

export function changeSettings(
  db: Db,
  { workspace, actor, change }: { workspace: string; actor?: string; change: SettingsChange },
): Promise<Settings> {
  const { memberScopes, ...rest } = change;
  const scopes = memberScopes?.length ? checkScopes(memberScopes, '#/memberScopes') : memberScopes;
  const checked = { ...rest, ...(scopes && { memberScopes: scopes }) };
  return db.transaction(async (tx) => {
    const settings = await updateSettings(tx, workspace, checked);
    invariant(settings, 'whoever is a member of a workspace finds it');
    if (Object.keys(checked).length > 0) {
      await recordAct(tx, workspace, 'settings_changed', checked, actor);
    }
    return settings;
  });
}
