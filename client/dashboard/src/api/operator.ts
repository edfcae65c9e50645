/** The operator's API. Only the pages of the console load this. */
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import createFetchClient from 'openapi-fetch';
import createQueries from 'openapi-react-query';
import { send } from './client.ts';
import type { operator } from './contract.ts';
import { PAGED } from './paging.ts';

const http = createFetchClient<operator.PlainPaths>({ baseUrl: '', fetch: send });
const api = createQueries(http);

export type Operator = operator.Operator;
export type Customer = operator.Customer;
export type CustomerDetail = operator.CustomerDetail;
export type CustomerSums = operator.CustomerSums;
export type CustomerPayment = operator.CustomerPayment;

const ME = '/v1/operator/me';

export function useOperator() {
  return api.useQuery('get', ME);
}

export function useCreateProof() {
  const client = useQueryClient();
  return api.useMutation('post', '/v1/operator/proof', {
    onSuccess: () => client.invalidateQueries({ queryKey: ['get', ME] }),
  });
}

export function useCustomers(search: string) {
  return api.useInfiniteQuery(
    'get',
    '/v1/operator/workspaces',
    { params: { query: { limit: 25, ...(search !== '' && { search }) } } },
    { ...PAGED, placeholderData: keepPreviousData },
  );
}

export function useCustomer(workspaceId: string) {
  return api.useQuery('get', '/v1/operator/workspaces/{workspaceId}', {
    params: { path: { workspaceId } },
  });
}
