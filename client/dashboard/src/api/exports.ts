/** Files of all rows of a period, and what of it is saved. A change reads the saved exports again. */
import { useQueryClient } from '@tanstack/react-query';
import { api } from './client.ts';
import type { operations } from './contract.ts';

const WORKSPACE = '/v1/dashboard/workspaces/{workspaceId}';
const SAVED = `${WORKSPACE}/saved-exports` as const;

type MonthExport = operations['getMonthExport']['parameters']['query'];

/** The address of a file with all rows of a month. */
export function monthFile(workspaceId: string, query: MonthExport): string {
  const of = new URLSearchParams({ ...query });
  return `${WORKSPACE.replace('{workspaceId}', workspaceId)}/month-export?${of}`;
}

/** All of them: a workspace has no more than a page. */
export function useSavedExports(workspaceId: string) {
  const params = { path: { workspaceId }, query: { limit: 100 } };
  return api.useQuery('get', SAVED, { params });
}

export function savedExportFile(workspaceId: string, savedExportId: string): string {
  return `${SAVED.replace('{workspaceId}', workspaceId)}/${savedExportId}/file`;
}

export function useSaveExport() {
  return api.useMutation('post', SAVED, useReadAgain());
}

export function useDeleteSavedExport() {
  return api.useMutation('delete', `${SAVED}/{savedExportId}`, useReadAgain());
}

function useReadAgain() {
  const client = useQueryClient();
  return { onSuccess: () => client.invalidateQueries({ queryKey: ['get', SAVED] }) };
}
