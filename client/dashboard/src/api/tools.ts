/** The tools that programs can call. */
import { api } from './client.ts';

export function useToolCatalog(workspaceId: string, enabled = true) {
  return api.useQuery(
    'get',
    '/v1/dashboard/workspaces/{workspaceId}/tools',
    { params: { path: { workspaceId } } },
    { staleTime: 60_000, enabled },
  );
}
