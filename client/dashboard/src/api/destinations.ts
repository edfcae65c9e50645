/** Destinations to which the service broadcasts the spans of runs. A change reads them again. */
import { useQueryClient } from '@tanstack/react-query';
import { api } from './client.ts';

const DESTINATIONS = '/v1/dashboard/workspaces/{workspaceId}/destinations';
const DESTINATION = `${DESTINATIONS}/{destinationId}` as const;
const SOON = 5_000;

/** All of them: a workspace has fewer than a page. */
export function useDestinations(workspaceId: string) {
  const params = { path: { workspaceId }, query: { limit: 100 } };
  return api.useQuery('get', DESTINATIONS, { params }, { refetchInterval: SOON });
}

export function useCreateDestination() {
  return api.useMutation('post', DESTINATIONS, useReadAgain());
}

export function useUpdateDestination() {
  return api.useMutation('patch', DESTINATION, useReadAgain());
}

export function useDeleteDestination() {
  return api.useMutation('delete', DESTINATION, useReadAgain());
}

export function useTestDestination() {
  return api.useMutation('post', `${DESTINATION}/test`);
}

function useReadAgain() {
  const client = useQueryClient();
  return { onSuccess: () => client.invalidateQueries({ queryKey: ['get', DESTINATIONS] }) };
}
