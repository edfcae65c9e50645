/** Members, invitations and the audit trail of a workspace. */
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { api } from './client.ts';
import type { operations } from './contract.ts';
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

const AUDIT_EVENTS = '/v1/dashboard/workspaces/{workspaceId}/audit-events';

export type AuditFilters = NonNullable<operations['getAuditFile']['parameters']['query']>;

export function useAuditEvents(workspaceId: string, filters: AuditFilters, limit: number) {
  return api.useInfiniteQuery(
    'get',
    AUDIT_EVENTS,
    { params: { path: { workspaceId }, query: { ...filters, limit } } },
    { ...PAGED, placeholderData: keepPreviousData },
  );
}

/** The address of a file with all events that match the filters. */
export function auditFile(workspaceId: string, filters: AuditFilters): string {
  const query = new URLSearchParams({ ...filters }).toString();
  const path = `${AUDIT_EVENTS.replace('{workspaceId}', workspaceId)}.csv`;
  return query === '' ? path : `${path}?${query}`;
}
