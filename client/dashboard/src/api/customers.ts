/** The customers of a workspace: the end users that its runs name, with budgets and balances. A change reads them again. */
import { keepPreviousData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { api } from './client.ts';
import type { operations } from './contract.ts';
import { fileAt, PAGED } from './paging.ts';

const WORKSPACE = '/v1/dashboard/workspaces/{workspaceId}';
const CUSTOMERS = `${WORKSPACE}/customers` as const;
/** An end user can have slashes and dots, so it is in the query. */
const CUSTOMER = `${WORKSPACE}/customer` as const;
const GRANTS = `${CUSTOMER}/grants` as const;
const SETTINGS = `${WORKSPACE}/customer-settings` as const;

export type CustomerFilters = operations['getCustomerFile']['parameters']['query'];

export function useCustomers(workspaceId: string, filters: CustomerFilters) {
  return api.useInfiniteQuery(
    'get',
    CUSTOMERS,
    { params: { path: { workspaceId }, query: { limit: 50, ...filters } } },
    { ...PAGED, placeholderData: keepPreviousData },
  );
}

export function customersFile(workspaceId: string, filters: CustomerFilters): string {
  return fileAt(CUSTOMERS, workspaceId, filters);
}

/** Not polled while somebody may erase it: a page reads nothing that is gone. */
export function useCustomer(workspaceId: string, endUserId: string, isPolled: boolean) {
  const params = { path: { workspaceId }, query: { endUserId } };
  return api.useQuery('get', CUSTOMER, { params }, { refetchInterval: isPolled && 15_000 });
}

export function useCustomerMonths(workspaceId: string, endUserId: string, timeZone: string) {
  const params = { path: { workspaceId }, query: { endUserId, timeZone } };
  return api.useQuery('get', `${CUSTOMER}/months`, { params });
}

export function useCustomerGrants(workspaceId: string, endUserId: string) {
  return api.useInfiniteQuery(
    'get',
    GRANTS,
    { params: { path: { workspaceId }, query: { endUserId, limit: 10 } } },
    { ...PAGED, refetchInterval: 15_000 },
  );
}

export function useGiveCustomerGrant() {
  const client = useQueryClient();
  return api.useMutation('post', GRANTS, { onSuccess: () => readCustomersAgain(client) });
}

export function useRevokeCustomerGrant() {
  const client = useQueryClient();
  return api.useMutation('post', `${GRANTS}/{grantId}/revoke`, {
    onSuccess: () => readCustomersAgain(client),
  });
}

export function useDefaultBudgets(workspaceId: string) {
  return api.useQuery('get', SETTINGS, { params: { path: { workspaceId } } });
}

export function useCreateCustomer() {
  const client = useQueryClient();
  return api.useMutation('post', CUSTOMERS, { onSuccess: () => readCustomersAgain(client) });
}

export function useUpdateCustomer() {
  const client = useQueryClient();
  return api.useMutation('patch', CUSTOMER, { onSuccess: () => readCustomersAgain(client) });
}

/** The page reads the customers again when it leaves the one that is gone. */
export function useEraseCustomer() {
  const client = useQueryClient();
  return api.useMutation('delete', CUSTOMER, {
    onMutate: () => client.cancelQueries({ queryKey: ['get', CUSTOMER] }),
  });
}

export function useSetDefaultBudgets() {
  const client = useQueryClient();
  return api.useMutation('put', SETTINGS, { onSuccess: () => readCustomersAgain(client) });
}

/** With `none`, pages read them when they are next opened. */
export function readCustomersAgain(client: QueryClient, refetchType?: 'none'): void {
  for (const path of [CUSTOMERS, CUSTOMER, `${CUSTOMER}/months`, GRANTS, SETTINGS]) {
    void client.invalidateQueries({ queryKey: ['get', path], ...(refetchType && { refetchType }) });
  }
}
