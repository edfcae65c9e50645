/** Alerts over HTTP: how both APIs change the thresholds of a workspace and list what was raised, and the API of programs. */
import type {
  AlertList,
  AlertSettings as AlertSettingsView,
  Alert as AlertView,
} from '../../openapi/generated/developer.ts';
import { type Actor, callerOf } from '../audit-trail/index.ts';
import type { Scope } from '../keys/index.ts';
import type { Db } from '../platform/db/pool.ts';
import type { Handlers, Input } from '../platform/http/index.ts';
import type { Paging } from '../platform/lib/cursor.ts';
import { toDates } from '../platform/lib/moment.ts';
import type { Unit } from '../platform/lib/money.ts';
import { Problem } from '../platform/lib/problem.ts';
import {
  type Alert,
  type AlertSettings,
  type AlertSettingsChange,
  changeAlertSettings,
  detailOf,
  selectAlertSettings,
  selectAlerts,
} from './index.ts';

export interface AlertEdgeOptions {
  db: Db;
  paging: Paging;
  unit: Unit;
  /** Whether the deployment sends mail. */
  sendsMail: boolean;
}

/** Alerts have amounts of the wallet and of keys: a key reads them with what it needs for their webhooks. */
const READS_AMOUNTS: Scope = 'models:read';

export type AlertEdge = ReturnType<typeof createAlertEdge>;

export function createAlertEdge({ db, paging, unit, sendsMail }: AlertEdgeOptions) {
  function toSettings(settings: AlertSettings): AlertSettingsView {
    const { lowBalanceAmount, keyLimitPercent, failureRatePercent, ...rest } = settings;
    return {
      ...{ currency: unit.currency, scale: unit.scale },
      ...(lowBalanceAmount !== null && { lowBalanceAmount }),
      ...(keyLimitPercent !== null && { keyLimitPercent }),
      ...(failureRatePercent !== null && { failureRatePercent }),
      ...{ ...rest, sendsMail },
    };
  }

  return {
    async settings(workspace: string): Promise<AlertSettingsView> {
      return toSettings(await selectAlertSettings(db, workspace));
    },

    async change(
      acting: { workspace: string; actor: Actor },
      change: AlertSettingsChange,
    ): Promise<AlertSettingsView> {
      return toSettings(await changeAlertSettings(db, { ...acting, change }));
    },

    async list(
      workspace: string,
      { limit: asked, cursor, ...filters }: Input<'listAlerts'>['query'],
    ): Promise<AlertList> {
      const list = { operation: 'listAlerts', workspace, filters };
      const { limit, before } = paging.toNumberedPage(list, { limit: asked, cursor });
      const { kind, state } = filters;
      const filter = { kind, state, ...toDates(filters) };
      const rows = await selectAlerts(db, { ...filter, workspace, before, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const next = rows.length > limit ? shown.at(-1)!.id : null;
      return paging.pageOf(list, shown.map(toAlert), next);
    },
  };
}

export function createAlertHandlers(
  edge: AlertEdge,
): Pick<Handlers, 'listAlerts' | 'getAlertSettings' | 'updateAlertSettings'> {
  return {
    async listAlerts({ principal: { workspace, scopes }, query }) {
      if (!scopes.has(READS_AMOUNTS)) {
        const detail = `The calling key can't read what alerts say: it lacks ${READS_AMOUNTS}.`;
        throw new Problem('exceeds_own_rights', detail);
      }
      return { status: 200, body: await edge.list(workspace, query) };
    },

    async getAlertSettings({ principal: { workspace } }) {
      return { status: 200, body: await edge.settings(workspace) };
    },

    async updateAlertSettings({ principal, body }) {
      return { status: 200, body: await edge.change(callerOf(principal), body) };
    },
  };
}

function toAlert(alert: Alert): AlertView {
  const { id, kind, raisedAt, recoveredAt } = alert;
  return {
    id: String(id),
    kind: kind as AlertView['kind'],
    raisedAt: raisedAt.toISOString(),
    ...(recoveredAt && { recoveredAt: recoveredAt.toISOString() }),
    detail: detailOf(alert),
  };
}
