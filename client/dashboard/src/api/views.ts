/** Saved views of the lists of runs. A change reads them again. */
import { useQueryClient } from '@tanstack/react-query';
import { api } from './client.ts';
import type { SavedView } from './contract.ts';

const VIEWS = '/v1/dashboard/workspaces/{workspaceId}/views';
const VIEW = `${VIEWS}/{viewId}` as const;

export type { SavedView };

export function useSavedViews(workspaceId: string) {
  return api.useQuery('get', VIEWS, { params: { path: { workspaceId } } });
}

export function useSaveView() {
  return api.useMutation('post', VIEWS, useReadingAgain());
}

export function useUpdateView() {
  return api.useMutation('patch', VIEW, useReadingAgain());
}

export function useDeleteView() {
  return api.useMutation('delete', VIEW, useReadingAgain());
}

function useReadingAgain() {
  const client = useQueryClient();
  return { onSettled: () => void client.invalidateQueries({ queryKey: ['get', VIEWS] }) };
}
