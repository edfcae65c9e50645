/** Alerts of a workspace: its thresholds, and what was raised. */
import { useQueryClient } from '@tanstack/react-query';
import { api } from './client.ts';
import { PAGED } from './paging.ts';

const SETTINGS = '/v1/dashboard/workspaces/{workspaceId}/alert-settings';
const ALERTS = '/v1/dashboard/workspaces/{workspaceId}/alerts';

export function useAlertSettings(workspaceId: string) {
  return api.useQuery(
    'get',
    SETTINGS,
    { params: { path: { workspaceId } } },
    { staleTime: 30_000 },
  );
}

export function useUpdateAlertSettings(workspaceId: string) {
  const client = useQueryClient();
  return api.useMutation('patch', SETTINGS, {
    onSuccess: (settings) => {
      client.setQueryData(['get', SETTINGS, { params: { path: { workspaceId } } }], settings);
      // The wallet says whether it is low.
      void client.invalidateQueries({
        queryKey: ['get', '/v1/dashboard/workspaces/{workspaceId}/wallet'],
      });
    },
  });
}

export function useAlerts(workspaceId: string) {
  return api.useInfiniteQuery(
    'get',
    ALERTS,
    { params: { path: { workspaceId }, query: { limit: 20 } } },
    { ...PAGED, refetchInterval: 30_000 },
  );
}
