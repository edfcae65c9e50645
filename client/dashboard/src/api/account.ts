/** The account of the signed-in user, and password recovery. */
import { useQueryClient } from '@tanstack/react-query';
import { api } from './client.ts';
import type { Me } from './contract.ts';

const SESSIONS = '/v1/dashboard/me/sessions';

export function useUpdateMe() {
  const client = useQueryClient();
  return api.useMutation('patch', '/v1/dashboard/me', {
    onSuccess: (me: Me) => {
      client.setQueryData(['get', '/v1/dashboard/me', {}], me);
      void client.invalidateQueries({
        queryKey: ['get', '/v1/dashboard/workspaces/{workspaceId}/members'],
      });
    },
  });
}

export function useUpdatePassword() {
  const client = useQueryClient();
  return api.useMutation('put', '/v1/dashboard/me/password', {
    onSuccess: () => client.invalidateQueries({ queryKey: ['get', SESSIONS] }),
  });
}

export function useOwnSessions() {
  return api.useQuery('get', SESSIONS);
}

export function useDeleteOtherSessions() {
  const client = useQueryClient();
  return api.useMutation('delete', SESSIONS, {
    onSettled: () => client.invalidateQueries({ queryKey: ['get', SESSIONS] }),
  });
}

export function useDeleteOwnSession() {
  const client = useQueryClient();
  return api.useMutation('delete', `${SESSIONS}/{ownSessionId}`, {
    onSettled: () => client.invalidateQueries({ queryKey: ['get', SESSIONS] }),
  });
}

export function useCreatePasswordReset() {
  return api.useMutation('post', '/v1/dashboard/password-resets');
}

export function useAcceptPasswordReset() {
  return api.useMutation('post', '/v1/dashboard/password-resets/accept');
}

export function useCreateSignUp() {
  return api.useMutation('post', '/v1/dashboard/sign-ups');
}

export function usePreviewSignUp() {
  return api.useMutation('post', '/v1/dashboard/sign-ups/preview');
}

export function useAcceptSignUp() {
  return api.useMutation('post', '/v1/dashboard/sign-ups/accept');
}

const FACTOR = '/v1/dashboard/me/second-factor';

export function useSecondFactor() {
  return api.useQuery('get', FACTOR);
}

export function useStartSecondFactor() {
  return api.useMutation('post', FACTOR);
}

export function useAcceptSecondFactor() {
  const client = useQueryClient();
  return api.useMutation('post', `${FACTOR}/confirmation`, {
    onSettled: () => client.invalidateQueries({ queryKey: ['get', FACTOR] }),
  });
}

export function useRotateRecoveryCodes() {
  const client = useQueryClient();
  return api.useMutation('post', `${FACTOR}/recovery-codes`, {
    onSettled: () => client.invalidateQueries({ queryKey: ['get', FACTOR] }),
  });
}

export function useDeleteSecondFactor() {
  const client = useQueryClient();
  return api.useMutation('post', `${FACTOR}/removal`, {
    onSettled: () => client.invalidateQueries({ queryKey: ['get', FACTOR] }),
  });
}
