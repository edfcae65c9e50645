/** Alerts over HTTP, for the people of a workspace. */
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

    async updateWorkspaceAlertSettings({ principal: { workspace, session }, body }) {
      return { status: 200, body: await edge.change({ workspace, actor: session.user }, body) };
    },

    async listWorkspaceAlerts({ principal: { workspace }, query }) {
      return { status: 200, body: await edge.list(workspace, query) };
    },
  };
}
