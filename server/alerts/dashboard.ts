/** Alerts over HTTP: the thresholds of a workspace, and the alerts that were raised. */
import type * as contract from '../../openapi/generated/dashboard.ts';
import type { Db } from '../platform/db/pool.ts';
import type { DashboardHandlers } from '../platform/http/index.ts';
import type { Paging } from '../platform/http/paging.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import {
  type Alert,
  type AlertSettings,
  changeAlertSettings,
  selectAlertSettings,
  selectAlerts,
} from './index.ts';

type AlertHandlers = Pick<
  DashboardHandlers,
  'getAlertSettings' | 'updateAlertSettings' | 'listAlerts'
>;

export function createAlertHandlers({
  db,
  paging,
  sendsMail,
}: {
  db: Db;
  paging: Paging;
  sendsMail: boolean;
}): AlertHandlers {
  return {
    async getAlertSettings({ principal: { workspace } }) {
      const settings = await selectAlertSettings(db, workspace);
      return { status: 200, body: toSettings(settings, sendsMail) };
    },

    async updateAlertSettings({ principal: { workspace, session }, body }) {
      const input = { workspace, actor: session.user, change: body };
      return { status: 200, body: toSettings(await changeAlertSettings(db, input), sendsMail) };
    },

    async listAlerts({ principal: { workspace }, query }) {
      const list = { operation: 'listAlerts', workspace };
      const { limit, before = Number.MAX_SAFE_INTEGER } = paging.toNumberedPage(list, query);
      const rows = await selectAlerts(db, { workspace, before, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const next = rows.length > limit ? (shown.at(-1)?.id ?? null) : null;
      return { status: 200, body: paging.pageOf(list, shown.map(toAlert), next) };
    },
  };
}

function toSettings(settings: AlertSettings, sendsMail: boolean): contract.AlertSettings {
  const { keyLimitPercent, failureRatePercent, ...rest } = settings;
  return {
    ...rest,
    ...(keyLimitPercent !== null && { keyLimitPercent }),
    ...(failureRatePercent !== null && { failureRatePercent }),
    sendsMail,
  };
}

function toAlert({ id, kind, data, raisedAt, recoveredAt }: Alert): contract.Alert {
  const { keyId, ...rest } = data;
  return {
    id: String(id),
    kind,
    raisedAt: raisedAt.toISOString(),
    ...(recoveredAt && { recoveredAt: recoveredAt.toISOString() }),
    detail: { ...(typeof keyId === 'string' && { keyId: uuidToId('key', keyId) }), ...rest },
  };
}
