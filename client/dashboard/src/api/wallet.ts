/** The money of a workspace, what it was spent on, and what else is limited. */
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { api } from './client.ts';
import type { operations } from './contract.ts';
import { PAGED } from './paging.ts';

const WALLET = '/v1/dashboard/workspaces/{workspaceId}/wallet';

export function useWallet(workspaceId: string) {
  return api.useQuery(
    'get',
    WALLET,
    { params: { path: { workspaceId } } },
    { refetchInterval: 10_000 },
  );
}

export interface EntryFilters {
  kind?: string;
  keyId?: string;
  runId?: string;
  createdFrom?: string;
  createdBefore?: string;
}

export function useEntries(workspaceId: string, filters: EntryFilters) {
  return api.useInfiniteQuery(
    'get',
    `${WALLET}/entries`,
    { params: { path: { workspaceId }, query: { limit: 50, ...filters } } },
    { ...PAGED, placeholderData: keepPreviousData },
  );
}

/** The address of a file with all entries that match the filters. */
export function entriesFile(workspaceId: string, filters: EntryFilters): string {
  const query = new URLSearchParams({ ...filters }).toString();
  const path = `${WALLET.replace('{workspaceId}', workspaceId)}/entries.csv`;
  return query === '' ? path : `${path}?${query}`;
}

export function useStatement(workspaceId: string, month: string) {
  return api.useQuery(
    'get',
    `${WALLET}/statement`,
    { params: { path: { workspaceId }, query: { month } } },
    { placeholderData: keepPreviousData },
  );
}

export function useCreateCredit() {
  const client = useQueryClient();
  return api.useMutation('post', `${WALLET}/credits`, {
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['get', WALLET] });
      void client.invalidateQueries({ queryKey: ['get', `${WALLET}/entries`] });
    },
  });
}

export type UsageQuery = operations['getUsage']['parameters']['query'];

export function useUsage(workspaceId: string, query: UsageQuery) {
  return api.useQuery(
    'get',
    '/v1/dashboard/workspaces/{workspaceId}/usage',
    { params: { path: { workspaceId }, query } },
    { placeholderData: keepPreviousData, refetchInterval: 30_000 },
  );
}

export function useQuotas(workspaceId: string) {
  return api.useQuery(
    'get',
    '/v1/dashboard/workspaces/{workspaceId}/quotas',
    { params: { path: { workspaceId } } },
    { refetchInterval: 30_000 },
  );
}
