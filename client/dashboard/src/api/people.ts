/** Members, invitations and the audit trail of a workspace. */
import { useQueryClient } from '@tanstack/react-query';
import { api } from './client.ts';
import { PAGED } from './paging.ts';

const MEMBERS = '/v1/dashboard/workspaces/{workspaceId}/members';
const KEYS = '/v1/dashboard/workspaces/{workspaceId}/keys';
const INVITATIONS = '/v1/dashboard/workspaces/{workspaceId}/invitations';

export function useMembers(workspaceId: string) {
  return api.useInfiniteQuery(
    'get',
    MEMBERS,
    { params: { path: { workspaceId }, query: { limit: 100 } } },
    PAGED,
  );
}

export function useUpdateMember() {
  const client = useQueryClient();
  return api.useMutation('patch', `${MEMBERS}/{userId}`, {
    onSettled: () => client.invalidateQueries({ queryKey: ['get', MEMBERS] }),
  });
}

export function useDeleteMember() {
  const client = useQueryClient();
  return api.useMutation('delete', `${MEMBERS}/{userId}`, {
    onSettled: () =>
      Promise.all(
        [MEMBERS, KEYS].map((path) => client.invalidateQueries({ queryKey: ['get', path] })),
      ),
  });
}

export function useInvitations(workspaceId: string, enabled: boolean) {
  return api.useInfiniteQuery(
    'get',
    INVITATIONS,
    { params: { path: { workspaceId }, query: { limit: 100 } } },
    { ...PAGED, enabled },
  );
}

export function useCreateInvitation() {
  const client = useQueryClient();
  return api.useMutation('post', INVITATIONS, {
    onSuccess: () => client.invalidateQueries({ queryKey: ['get', INVITATIONS] }),
  });
}

export function useDeleteInvitation() {
  const client = useQueryClient();
  return api.useMutation('delete', `${INVITATIONS}/{invitationId}`, {
    onSettled: () => client.invalidateQueries({ queryKey: ['get', INVITATIONS] }),
  });
}

export function useAuditEvents(workspaceId: string) {
  return api.useInfiniteQuery(
    'get',
    '/v1/dashboard/workspaces/{workspaceId}/audit-events',
    { params: { path: { workspaceId }, query: { limit: 50 } } },
    PAGED,
  );
}
