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
export type Workspace = operator.Workspace;
export type WorkspaceDetail = operator.WorkspaceDetail;
export type WorkspaceSums = operator.WorkspaceSums;
export type OperatorAct = operator.OperatorAct;
export type WorkspacePayment = operator.WorkspacePayment;

export type Overview = operator.Overview;
export type ProviderState = operator.ProviderState;
export type ModelForSale = operator.ModelForSale;
export type SoldSums = operator.SoldSums;
export type UnknownRun = operator.UnknownRun;
export type Books = operator.Books;
export type PaymentComparison = operator.PaymentComparison;

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

export function useWorkspaces(search: string) {
  return api.useInfiniteQuery(
    'get',
    '/v1/operator/workspaces',
    { params: { query: { limit: 25, ...(search !== '' && { search }) } } },
    { ...PAGED, placeholderData: keepPreviousData },
  );
}

export function useWorkspace(workspaceId: string) {
  return api.useQuery('get', '/v1/operator/workspaces/{workspaceId}', {
    params: { path: { workspaceId } },
  });
}

/** Without a month, the present one of the deployment. */
export function useBooks(month: string | undefined) {
  return api.useQuery('get', '/v1/operator/books', {
    params: { query: month === undefined ? {} : { month } },
  });
}

export function usePaymentComparison() {
  return api.useQuery('get', '/v1/operator/payment-comparison');
}

const WORKSPACE = '/v1/operator/workspaces/{workspaceId}';

/** After an act, the page shows the workspace as the answer has it. */
function useActed() {
  const client = useQueryClient();
  return {
    onSuccess(detail: WorkspaceDetail) {
      const options = { params: { path: { workspaceId: detail.workspace.id } } };
      client.setQueryData(['get', WORKSPACE, options], detail);
      void client.invalidateQueries({ queryKey: ['get', '/v1/operator/workspaces'] });
      void client.invalidateQueries({ queryKey: ['get', ACTS] });
    },
  };
}

/** The acts in a workspace; each request has the request key of its form. */
export function useActs() {
  const acted = useActed();
  return {
    giveCredit: api.useMutation('post', `${WORKSPACE}/credits`, acted),
    giveGrant: api.useMutation('post', `${WORKSPACE}/grants`, acted),
    setQuota: api.useMutation('patch', `${WORKSPACE}/quotas`, acted),
    suspend: api.useMutation('post', `${WORKSPACE}/suspension`, acted),
    resume: api.useMutation('post', `${WORKSPACE}/resumption`, acted),
  };
}

const ACTS = '/v1/operator/acts';

export function useOperatorActs() {
  return api.useInfiniteQuery('get', ACTS, { params: { query: { limit: 50 } } }, PAGED);
}

/** The pages of the service are looked at while something is wrong. */
const WATCHED = { refetchInterval: 15_000 };

export function useOverview() {
  return api.useQuery('get', '/v1/operator/overview', {}, WATCHED);
}

export function useProviders() {
  return api.useQuery('get', '/v1/operator/providers', {}, WATCHED);
}

export function useModelsForSale() {
  return api.useQuery('get', '/v1/operator/models');
}

export function useUnknownRuns() {
  return api.useInfiniteQuery(
    'get',
    '/v1/operator/unknown-runs',
    { params: { query: { limit: 25 } } },
    { ...PAGED, ...WATCHED },
  );
}
