/** Exports of a period: the saved ones, and those that are made in the background. A change reads their list again. */
import { useQueryClient } from '@tanstack/react-query';
import { api } from './client.ts';
import type { MadeExport, operations } from './contract.ts';

const WORKSPACE = '/v1/dashboard/workspaces/{workspaceId}';
const SAVED = `${WORKSPACE}/saved-exports` as const;
const MADE = `${WORKSPACE}/made-exports` as const;
const SOON = 2_000;

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
  return api.useMutation('post', SAVED, useReadAgain(SAVED));
}

export function useDeleteSavedExport() {
  return api.useMutation('delete', `${SAVED}/{savedExportId}`, useReadAgain(SAVED));
}

/** All of them: a workspace has no more than a page. Read again soon while one is being made. */
export function useMadeExports(workspaceId: string) {
  const params = { path: { workspaceId }, query: { limit: 100 } };
  return api.useQuery(
    'get',
    MADE,
    { params },
    { refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? SOON : false) },
  );
}

export function isUnderWay({ state }: Pick<MadeExport, 'state'>): boolean {
  return state === 'queued' || state === 'making';
}

export function madeExportFile(workspaceId: string, madeExportId: string): string {
  return `${MADE.replace('{workspaceId}', workspaceId)}/${madeExportId}/file`;
}

export function useMakeExport() {
  return api.useMutation('post', MADE, useReadAgain(MADE));
}

export function useDeleteMadeExport() {
  return api.useMutation('delete', `${MADE}/{madeExportId}`, useReadAgain(MADE));
}

function useReadAgain(list: string) {
  const client = useQueryClient();
  return { onSuccess: () => client.invalidateQueries({ queryKey: ['get', list] }) };
}
