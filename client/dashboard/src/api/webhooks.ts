/** Webhook endpoints of a workspace, and what the service sent them. A change reads both again. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { api } from './client.ts';
import type { operations, WebhookEndpoint } from './contract.ts';
import { PAGED } from './paging.ts';

const ENDPOINTS = '/v1/dashboard/workspaces/{workspaceId}/webhook-endpoints';
const ENDPOINT = `${ENDPOINTS}/{endpointId}` as const;
const DELIVERIES = `${ENDPOINT}/deliveries` as const;
const EVERY = 30_000;
const SOON = 5_000;

export type DeliveryState = NonNullable<
  NonNullable<operations['listWebhookDeliveries']['parameters']['query']>['state']
>;

/** All of them: a workspace has fewer than a page. */
export function useEndpoints(workspaceId: string) {
  const params = { path: { workspaceId }, query: { limit: 100 } };
  return api.useQuery('get', ENDPOINTS, { params }, { refetchInterval: EVERY });
}

/** Not polled while somebody may delete it: a page reads nothing that is gone. */
export function useEndpoint(workspaceId: string, endpointId: string, isPolled: boolean) {
  const params = { path: { workspaceId, endpointId } };
  return api.useQuery('get', ENDPOINT, { params }, { refetchInterval: isPolled && SOON });
}

/** Polled like their endpoint, while only their first page was requested. */
export function useDeliveries(
  workspaceId: string,
  endpointId: string,
  isPolled: boolean,
  state?: DeliveryState,
) {
  const query = { limit: 50, ...(state !== undefined && { state }) };
  const params = { path: { workspaceId, endpointId }, query };
  return api.useInfiniteQuery(
    'get',
    DELIVERIES,
    { params },
    {
      ...PAGED,
      refetchInterval: ({ state: { data } }) =>
        isPolled && !(data && data.pages.length > 1) && SOON,
    },
  );
}

/** What the service sends to: an endpoint of webhooks, or a destination of spans. */
export type Outbox = Pick<WebhookEndpoint, 'status' | 'disabledReason' | 'failingSince'>;

/** Endpoints that need attention: the service disabled them, or they refuse messages. */
export function needsCare({ status, disabledReason, failingSince }: Outbox): boolean {
  if (status === 'disabled') return disabledReason !== 'by_user';
  return failingSince !== undefined;
}

export function useCreateEndpoint() {
  const client = useQueryClient();
  return api.useMutation('post', ENDPOINTS, { onSuccess: () => readAgain(client) });
}

export function useUpdateEndpoint() {
  const client = useQueryClient();
  return api.useMutation('patch', ENDPOINT, { onSuccess: () => readAgain(client) });
}

export function useDeleteEndpoint() {
  const client = useQueryClient();
  return api.useMutation('delete', ENDPOINT, {
    // An answer that is under way could come after the deletion, and say that the endpoint is gone.
    onMutate: async () => {
      for (const path of [ENDPOINT, DELIVERIES])
        await client.cancelQueries({ queryKey: ['get', path] });
    },
    // Nothing waits for it: the page of the endpoint would go on reading what is no longer there.
    onSuccess: () => void client.resetQueries({ queryKey: ['get', ENDPOINTS] }),
  });
}

export function useRotateEndpoint() {
  const client = useQueryClient();
  return api.useMutation('post', `${ENDPOINT}/rotation`, { onSuccess: () => readAgain(client) });
}

export function useResend() {
  const client = useQueryClient();
  return api.useMutation('post', `${DELIVERIES}/{messageId}/resend`, {
    onSettled: () => readAgain(client),
  });
}

function readAgain(client: QueryClient): void {
  for (const path of [ENDPOINTS, ENDPOINT, DELIVERIES]) {
    void client.invalidateQueries({ queryKey: ['get', path] });
  }
}
