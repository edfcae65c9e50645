/**
 * The dashboard: what people who belong to a workspace see and do in a browser. Every read names the workspace to which
 * the gate admitted the caller. The parts that own money, keys and runs provide them; the other reads here change
 * nothing.
 */
import { createAlertPages } from '../alerts/dashboard.ts';
import { createAuditTrailHandlers } from '../audit-trail/dashboard.ts';
import { createDestinationHandlers } from '../broadcast/dashboard.ts';
import type { Destinations } from '../broadcast/index.ts';
import { createEnvironmentHandlers, createJobOutputHandlers } from '../compute-jobs/dashboard.ts';

import type {
  ComputeJobLimits,
  ComputeJobs,
  Environments,
  OutputSources,
} from '../compute-jobs/index.ts';
import { createCustomerPages } from '../customers/dashboard.ts';
import type { CustomerSpendingReads } from '../customers/http.ts';
import type { Customers } from '../customers/index.ts';
import { createExportPages } from '../exports/dashboard.ts';
import type { ExportEdge } from '../exports/http.ts';
import type { MadeExports } from '../exports/made.ts';
import { createKeyHandlers } from '../keys/dashboard.ts';
import { createUsageHandlers } from '../metrics/dashboard.ts';
import { createCatalogHandlers } from '../model-runs/dashboard.ts';
import { createPlaygroundHandlers, createRunAsPerson } from '../model-runs/dashboard-playground.ts';
import type { ModelRunLimits, ModelRuns } from '../model-runs/index.ts';
import type { Catalog } from '../model-runs/providers/catalog.ts';
import { createWalletHandlers } from '../money/dashboard.ts';
import { createLedger } from '../money/index.ts';
import { createPaymentHandlers } from '../payments/dashboard.ts';
import type { Payments } from '../payments/index.ts';
import { createPeopleHandlers } from '../people/dashboard.ts';
import type { Users } from '../people/index.ts';
import type { Config, CreditBy } from '../platform/config/index.ts';
import type { Db } from '../platform/db/pool.ts';
import { type Cursors, createPaging } from '../platform/lib/cursor.ts';
import type { Decimal, Unit } from '../platform/lib/money.ts';
import { createPromptHandlers } from '../prompts/dashboard.ts';
import type { Prompts } from '../prompts/index.ts';
import type { Quotas } from '../quotas/index.ts';
import { createRunPages } from '../runs/edges/dashboard.ts';
import type { OfferedKind } from '../runs/edges/index.ts';
import type { RunAdministration, RunKernel } from '../runs/index.ts';
import { createScoreHandlers } from '../scores/dashboard.ts';
import type { ToolCatalog } from '../tool-runs/catalog.ts';
import { createToolHandlers } from '../tool-runs/dashboard.ts';
import { createTraceHandlers } from '../traces/dashboard.ts';
import type { TraceReading } from '../traces/index.ts';
import { createWebhookHandlers } from '../webhooks/dashboard.ts';
import type { Webhooks } from '../webhooks/index.ts';
import { createViewHandlers, createWorkspaceHandlers } from '../workspaces/dashboard.ts';

interface DashboardOptions<K extends OfferedKind = OfferedKind> {
  db: Db;
  /** Connections for sums over many rows: callers of the API never wait for these. */
  reads: Db;
  users: Users;
  runs: RunAdministration & Pick<RunKernel, 'awaySince'>;
  webhooks: Webhooks;
  customers: Customers;
  customerSpending: CustomerSpendingReads;
  exports: ExportEdge;
  madeExports: MadeExports;
  /** The rules for the destinations of broadcasts. */
  destinations: Destinations;
  payments: Payments;
  kinds: readonly K[];
  modelRuns: ModelRuns;
  tools: ToolCatalog;
  computeJobs: ComputeJobs;
  /** The store of job logs and artifacts. */
  jobOutputs: OutputSources;
  environments: Environments;
  computeLimits: ComputeJobLimits;
  prompts: Prompts;
  traces: TraceReading;
  limits: ModelRunLimits;
  catalog: Pick<Catalog, 'list'>;
  quotas: Pick<Quotas, 'usesOf'>;
  unit: Unit;
  /** Of a gigabyte that is stored for a day, if it has one. */
  storagePrice: Decimal | undefined;
  cursors: Cursors;
  creditBy: CreditBy;
  /** Whether the deployment sends mail. */
  sendsMail: boolean;
  termsUrl: string | undefined;
  content: Config['content'];
  /** A key was revoked, replaced or changed: cached keys are stale. */
  onKeyChanged: () => void;
  /** Where callers reach the service. */
  publicUrl: () => string;
}

export function createDashboardHandlers<K extends OfferedKind>(all: DashboardOptions<K>) {
  const { db, reads, cursors } = all;
  const runAsPerson = createRunAsPerson(all);
  const options = { ...all, paging: createPaging(cursors), runAsPerson };
  const ledger = createLedger({ db, reads });
  return {
    ...createPeopleHandlers(options),
    ...createWorkspaceHandlers(options),
    ...createKeyHandlers(options),
    ...createCustomerPages(options),
    ...createWalletHandlers({ ...options, ledger }),
    ...createPaymentHandlers(options),
    ...createRunPages({ ...options, ledger }),
    ...createToolHandlers(options),
    ...createEnvironmentHandlers(options),
    ...createJobOutputHandlers(options),
    ...createPlaygroundHandlers(options),
    ...createPromptHandlers(options),
    ...createTraceHandlers(options),
    ...createScoreHandlers(options),
    ...createUsageHandlers(options),
    ...createExportPages(options),
    ...createCatalogHandlers({ ...options, currency: options.unit.currency }),
    ...createViewHandlers(options),
    ...createWebhookHandlers(options),
    ...createDestinationHandlers(options),
    ...createAlertPages(options),
    ...createAuditTrailHandlers(options),
  };
}
