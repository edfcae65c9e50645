/** Alerts over HTTP, for the people of a workspace. */
import { callerOf } from '../audit-trail/index.ts';
import type { DashboardHandlers } from '../platform/http/index.ts';
import { type AlertEdgeOptions, createAlertEdge } from './http.ts';

export function createAlertPages(
  options: AlertEdgeOptions,
): Pick<
  DashboardHandlers,
  'getWorkspaceAlertSettings' | 'updateWorkspaceAlertSettings' | 'listWorkspaceAlerts'
> {
  const edge = createAlertEdge(options);

  return {
    async getWorkspaceAlertSettings({ principal: { workspace } }) {
      return { status: 200, body: await edge.settings(workspace) };
    },

    async updateWorkspaceAlertSettings({ principal, body }) {
      return { status: 200, body: await edge.change(callerOf(principal), body) };
    },

    async listWorkspaceAlerts({ principal: { workspace }, query }) {
      return { status: 200, body: await edge.list(workspace, query) };
    },
  };
}
