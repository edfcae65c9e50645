/** The handlers of the developer API, from the parts of the service; the mock has the same ones, from parts in memory. */
import { type AlertEdge, createAlertHandlers } from '../alerts/http.ts';
import { createComputeEnvironmentHandlers, createOutputHandlers } from '../compute-jobs/http.ts';
import { COMPUTE_JOBS } from '../compute-jobs/index.ts';
import { type CustomerSpendingReads, createCustomerHandlers } from '../customers/http.ts';
import type { Customers } from '../customers/index.ts';
import { createExportHandlers, type ExportEdge } from '../exports/http.ts';
import { createKeyHandlers, type KeyEdge } from '../keys/http.ts';
import { createMetricsHandlers } from '../metrics/http.ts';
import { createModelHandlers } from '../model-runs/http.ts';
import { MODEL_RUNS } from '../model-runs/index.ts';
import {
  type AccountHandlersOptions,
  createAccountHandlers,
  createWalletHandlers,
  type WalletEdge,
} from '../money/http.ts';
import { createPaymentHandlers, type PaymentEdge } from '../payments/http.ts';
import type { Config } from '../platform/config/index.ts';
import type { Handlers } from '../platform/http/index.ts';
import { createPromptHandlers } from '../prompts/http.ts';
import { createRunHandlers } from '../runs/edges/http.ts';
import { createScoreHandlers } from '../scores/http.ts';
import type { Scores } from '../scores/index.ts';
import { createToolHandlers } from '../tool-runs/http.ts';
import { createObservabilityHandlers, type ObservabilityOptions } from '../traces/http.ts';
import { createEndpointHandlers, type EndpointHandlersOptions } from '../webhooks/http.ts';
import { type Kinds, ofKind } from './kinds.ts';
import type { Spans } from './observability.ts';
import type { Parts } from './parts.ts';

interface HandlerParts extends Pick<Parts, 'catalog' | 'cursors' | 'prompts' | 'reads'> {
  kinds: readonly Kinds[number][];
  tools: Pick<Parts['tools'], 'catalog'>;
  compute: Pick<Parts['compute'], 'catalog' | 'registry' | 'outputs' | 'keptDays'>;
  spans: Pick<Spans, 'reported'>;
  observability: ObservabilityOptions;
  scores: Scores;
  customers: Customers;
  customerSpending: CustomerSpendingReads;
  exports: ExportEdge;
  keys: KeyEdge;
  endpoints: EndpointHandlersOptions;
  alerts: AlertEdge;
  wallet: WalletEdge;
  payments: PaymentEdge;
  account: Pick<AccountHandlersOptions, 'allowanceOf' | 'quotasOf'>;
}

export function createDeveloperHandlers(
  { unit, limits, storagePrice, http }: Config,
  parts: HandlerParts,
): Handlers {
  const { kinds, catalog, tools, compute, prompts, cursors, reads, spans } = parts;
  return {
    ...createRunHandlers(kinds, cursors),
    ...createModelHandlers({
      ...{ catalog, cursors, currency: unit.currency, maxOutputTokens: limits.maxOutputTokens },
    }),
    ...createToolHandlers(tools.catalog, cursors),
    ...createOutputHandlers(ofKind(kinds, COMPUTE_JOBS.kind).runs, compute),
    ...createComputeEnvironmentHandlers(compute.catalog),
    ...createPromptHandlers({ prompts, cursors, unit, kind: MODEL_RUNS.kind }),
    ...createObservabilityHandlers(parts.observability),
    ...createMetricsHandlers({ reads, unit, reported: spans.reported }),
    ...createScoreHandlers({ scores: parts.scores, cursors }),
    ...createCustomerHandlers({ ...parts, unit }),
    ...createExportHandlers(parts.exports),
    ...createKeyHandlers(parts.keys),
    ...createEndpointHandlers(parts.endpoints),
    ...createAlertHandlers(parts.alerts),
    ...createWalletHandlers(parts.wallet),
    ...createPaymentHandlers(parts.payments),
    ...createAccountHandlers({
      ...{ ...parts.account, unit, storagePrice, ratePerMinute: http.ratePerMinute },
      maxPendingRuns: limits.maxPendingRuns,
    }),
  };
}
