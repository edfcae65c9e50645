/** The money of a workspace, what it was spent on, and what else is limited. */
import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { api, http } from './client.ts';
import type { operations } from './contract.ts';
import { fileAt, PAGED } from './paging.ts';

const WALLET = '/v1/dashboard/workspaces/{workspaceId}/wallet';

export function useWallet(workspaceId: string) {
  return api.useQuery(
    'get',
    WALLET,
    { params: { path: { workspaceId } } },
    { refetchInterval: 10_000 },
  );
}

export interface EntryFilters {
  kind?: string;
  keyId?: string;
  runId?: string;
  createdFrom?: string;
  createdBefore?: string;
}

export function useEntries(workspaceId: string, filters: EntryFilters) {
  return api.useInfiniteQuery(
    'get',
    `${WALLET}/entries`,
    { params: { path: { workspaceId }, query: { limit: 30, ...filters } } },
    { ...PAGED, placeholderData: keepPreviousData },
  );
}

/** The address of a file with all entries that match the filters. */
export function entriesFile(workspaceId: string, filters: EntryFilters): string {
  return fileAt(`${WALLET}/entries`, workspaceId, { ...filters });
}

export type StatementQuery = operations['getStatement']['parameters']['query'];

export function useStatement(workspaceId: string, query: StatementQuery) {
  return api.useQuery(
    'get',
    `${WALLET}/statement`,
    { params: { path: { workspaceId }, query } },
    { placeholderData: keepPreviousData },
  );
}

export type ChargesQuery = operations['getCharges']['parameters']['query'];
export type ChargesBy = ChargesQuery['by'];

export function useCharges(workspaceId: string, query: ChargesQuery) {
  return api.useQuery(
    'get',
    `${WALLET}/charges`,
    { params: { path: { workspaceId }, query } },
    { placeholderData: keepPreviousData },
  );
}

/** The address of a file with all groups, or without `by` with all charged runs of the month. */
export function chargesFile(
  workspaceId: string,
  query: Omit<ChargesQuery, 'by'> & { by?: ChargesBy },
): string {
  return fileAt(`${WALLET}/charges`, workspaceId, query);
}

export function useCreateCredit() {
  const client = useQueryClient();
  return api.useMutation('post', `${WALLET}/credits`, {
    onSuccess: () => readMoneyAgain(client),
  });
}

function readMoneyAgain(client: QueryClient): void {
  const paths = [WALLET, `${WALLET}/entries`, `${WALLET}/statement`, `${WALLET}/charges`, PAYMENTS];
  for (const path of paths) {
    void client.invalidateQueries({ queryKey: ['get', path] });
  }
}

const PAYMENTS = '/v1/dashboard/workspaces/{workspaceId}/payments';

export function usePayments(workspaceId: string) {
  return api.useInfiniteQuery(
    'get',
    PAYMENTS,
    { params: { path: { workspaceId }, query: { limit: 10 } } },
    { ...PAGED, refetchInterval: 10_000 },
  );
}

/** Read every two seconds while it is open: somebody has just paid, and waits for the credit. */
export function usePayment(workspaceId: string, paymentId: string) {
  const client = useQueryClient();
  return api.useQuery(
    'get',
    `${PAYMENTS}/{paymentId}`,
    { params: { path: { workspaceId, paymentId } } },
    {
      refetchInterval: ({ state: { data } }) => {
        if (data?.state === 'open') return 2_000;
        if (data) readMoneyAgain(client);
        return false;
      },
    },
  );
}

/** Returns the payment. A request that may have arrived is sent again under the same request key. */
export function useCreatePayment(workspaceId: string) {
  return useMutation({
    mutationFn: async ({ amount, requestKey }: { amount: number; requestKey: string }) => {
      const { data, error } = await http.POST(PAYMENTS, {
        params: { path: { workspaceId }, header: { 'Idempotency-Key': requestKey } },
        body: { amount },
      });
      if (!data) throw error;
      return data;
    },
  });
}

const RECHARGE = '/v1/dashboard/workspaces/{workspaceId}/auto-recharge';

/** Read more often by somebody who has just saved a card. */
export function useAutoRecharge(workspaceId: string, isWaiting: boolean) {
  return api.useQuery(
    'get',
    RECHARGE,
    { params: { path: { workspaceId } } },
    {
      refetchInterval: ({ state: { data } }) =>
        isWaiting && data?.state === 'needs_card' ? 2_000 : 15_000,
    },
  );
}

export function useUpdateAutoRecharge() {
  const client = useQueryClient();
  return api.useMutation('put', RECHARGE, {
    onSuccess: () => client.invalidateQueries({ queryKey: ['get', RECHARGE] }),
  });
}

export function useDeleteAutoRecharge() {
  const client = useQueryClient();
  return api.useMutation('delete', RECHARGE, {
    onSuccess: () => client.invalidateQueries({ queryKey: ['get', RECHARGE] }),
  });
}

/** Returns the page on which somebody saves a card. */
export function useCreateCardSetup() {
  return api.useMutation('post', `${RECHARGE}/card`);
}

const BILLING = '/v1/dashboard/workspaces/{workspaceId}/billing';

export function useBilling(workspaceId: string) {
  return api.useQuery('get', BILLING, { params: { path: { workspaceId } } });
}

/** Returns the page on which somebody changes it. */
export function useCreateBillingPage() {
  return api.useMutation('post', `${BILLING}/pages`);
}

export type UsageQuery = operations['getUsage']['parameters']['query'];

export function useUsage(workspaceId: string, query: UsageQuery) {
  return api.useQuery(
    'get',
    '/v1/dashboard/workspaces/{workspaceId}/usage',
    { params: { path: { workspaceId }, query } },
    { placeholderData: keepPreviousData, refetchInterval: 30_000 },
  );
}

export function useQuotas(workspaceId: string) {
  return api.useQuery(
    'get',
    '/v1/dashboard/workspaces/{workspaceId}/quotas',
    { params: { path: { workspaceId } } },
    { refetchInterval: 30_000 },
  );
}
