/** The alert thresholds of a workspace. The audit trail records who changes them. */
import { recordEvent } from '../audit-trail/index.ts';
import type { Db } from '../platform/db/pool.ts';
import {
  type AlertSettings,
  type AlertSettingsChange,
  selectAlertSettings,
  upsertAlertSettings,
} from './store.ts';

export type { AlertSettings, AlertSettingsChange };

export function changeAlertSettings(
  db: Db,
  { workspace, actor, change }: { workspace: string; actor?: string; change: AlertSettingsChange },
): Promise<AlertSettings> {
  if (Object.keys(change).length === 0) return selectAlertSettings(db, workspace);
  return db.transaction(async (tx) => {
    const settings = await upsertAlertSettings(tx, workspace, change);
    await recordEvent(tx, workspace, 'alert_settings_changed', { ...change }, actor);
    return settings;
  });
}
