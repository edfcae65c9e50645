/** Who is signed in, and the facts of the workspace. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, http } from './client.ts';
import type { Me } from './contract.ts';
import { session } from './signals.ts';
import { unsaved } from './unsaved.ts';

const ME = ['get', '/v1/dashboard/me'] as const;

export function useMe() {
  return api.useQuery('get', '/v1/dashboard/me', {}, { staleTime: 60_000 });
}

export function useSignInMethods() {
  return api.useQuery('get', '/v1/dashboard/sign-in-methods', {}, { staleTime: 600_000 });
}

/** Called with the answer of every request that begins a session. */
export function useBegin() {
  const client = useQueryClient();
  return (me: Me) => {
    const before = client.getQueryData<Me>([...ME, {}]);
    // What one user has read must not be visible to another.
    if (before && before.user.id !== me.user.id) {
      client.clear();
      unsaved.clear();
    }
    client.setQueryData([...ME, {}], me);
    session.set('living');
    void client.invalidateQueries();
  };
}

export function useSignIn() {
  return api.useMutation('post', '/v1/dashboard/session');
}

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { error } = await http.DELETE('/v1/dashboard/session', {});
      if (error) throw error;
    },
    onSuccess: () => {
      session.set('unknown');
      client.clear();
      unsaved.clear();
    },
  });
}

export function usePreviewInvitation() {
  return api.useMutation('post', '/v1/dashboard/invitations/preview');
}

export function useAcceptInvitation() {
  return api.useMutation('post', '/v1/dashboard/invitations/accept');
}

export function useWorkspace(workspaceId: string) {
  return api.useQuery(
    'get',
    '/v1/dashboard/workspaces/{workspaceId}',
    { params: { path: { workspaceId } } },
    { staleTime: 30_000 },
  );
}

export function useUpdateWorkspace(workspaceId: string) {
  const client = useQueryClient();
  return api.useMutation('patch', '/v1/dashboard/workspaces/{workspaceId}', {
    onSuccess: (workspace) => {
      client.setQueryData(
        ['get', '/v1/dashboard/workspaces/{workspaceId}', { params: { path: { workspaceId } } }],
        workspace,
      );
      // This list has the name of each workspace.
      void client.invalidateQueries({ queryKey: ME });
    },
  });
}

/** With `isWatched`, the page polls the state of models. */
export function useCatalog(workspaceId: string, isWatched = false) {
  return api.useQuery(
    'get',
    '/v1/dashboard/workspaces/{workspaceId}/catalog',
    { params: { path: { workspaceId } } },
    isWatched ? { staleTime: 5_000, refetchInterval: 10_000 } : { staleTime: 300_000 },
  );
}
