/** The keys of a workspace. A change reads the lists that contain the key again. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { api } from './client.ts';
import type { ApiKey } from './contract.ts';
import { allRows, PAGED } from './paging.ts';

const KEYS = '/v1/dashboard/workspaces/{workspaceId}/keys';

export function useKeys(workspaceId: string, status?: ApiKey['status']) {
  const query = { limit: 100, ...(status !== undefined && { status }) };
  return api.useInfiniteQuery('get', KEYS, { params: { path: { workspaceId }, query } }, PAGED);
}

export function useKey(workspaceId: string, keyId: string) {
  return api.useQuery(
    'get',
    `${KEYS}/{keyId}`,
    { params: { path: { workspaceId, keyId } } },
    { refetchInterval: 15_000 },
  );
}

/** Names for the keys that runs and entries mention. One that is not among them keeps its id. */
export function useKeyNames(workspaceId: string): (keyId: string) => string {
  const { data } = useKeys(workspaceId);
  const names = new Map(allRows(data)?.map(({ id, name }) => [id, name]));
  return (keyId) => names.get(keyId) ?? keyId;
}

export function useCreateKey() {
  const client = useQueryClient();
  return api.useMutation('post', KEYS, { onSuccess: () => readAgain(client) });
}

export function useUpdateKey() {
  const client = useQueryClient();
  return api.useMutation('patch', `${KEYS}/{keyId}`, { onSuccess: () => readAgain(client) });
}

export function useRotateKey() {
  const client = useQueryClient();
  return api.useMutation('post', `${KEYS}/{keyId}/rotation`, {
    onSuccess: () => readAgain(client),
  });
}

export function useRevokeKey() {
  const client = useQueryClient();
  return api.useMutation('post', `${KEYS}/{keyId}/revocation`, {
    onSuccess: () => readAgain(client),
  });
}

function readAgain(client: QueryClient): void {
  for (const part of ['keys', 'keys/{keyId}', 'wallet', 'wallet/entries', 'audit-events']) {
    void client.invalidateQueries({
      queryKey: ['get', `/v1/dashboard/workspaces/{workspaceId}/${part}`],
    });
  }
}
