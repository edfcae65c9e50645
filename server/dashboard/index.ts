/**
 * The dashboard: what people who belong to a workspace see and do in a browser. Every read names the workspace to which
 * the gate admitted the caller. The parts that own money, keys and runs provide them; the other reads here change
 * nothing.
 */
import type { Config, CreditBy } from '../config.ts';
import type { Db } from '../db/pool.ts';
import type { Cursors } from '../kernel/cursor.ts';
import type { Decimal, Unit } from '../kernel/money.ts';
import { createLedger } from '../ledger/index.ts';
import type { Destinations, TraceReading } from '../observability/index.ts';
import type { Prompts } from '../prompts/index.ts';
import type { Catalog } from '../providers/catalog.ts';
import type { Quotas } from '../quotas/index.ts';
import type {
  ComputeJobLimits,
  ComputeJobs,
  Environments,
  OutputSources,
} from '../resources/compute-jobs/index.ts';
import type { OfferedKind } from '../resources/index.ts';
import type { ModelRunLimits, ModelRuns } from '../resources/model-runs/index.ts';
import type { RunAdministration, RunKernel } from '../runs/index.ts';
import type { ToolCatalog } from '../tools/index.ts';
import type { Users } from '../users/index.ts';
import type { Webhooks } from '../webhooks/index.ts';
import { createAlertHandlers } from './alerts/routes.ts';
import { createAuditTrailHandlers } from './audit-trail/routes.ts';
import { createCatalogHandlers } from './catalog/routes.ts';
import { createEnvironmentHandlers } from './compute-environments/routes.ts';
import { createJobOutputHandlers } from './compute-jobs/routes.ts';
import { createDestinationHandlers } from './destinations/routes.ts';
import { createKeyHandlers } from './keys/routes.ts';
import { createTraceHandlers } from './observability/routes.ts';
import { createOwnAccountHandlers } from './own-account/routes.ts';
import { createPaging } from './paging.ts';
import { createPeopleHandlers } from './people/routes.ts';
import { createRunAsPerson } from './playground/key.ts';
import { createPlaygroundHandlers } from './playground/routes.ts';
import { createPromptHandlers } from './prompts/routes.ts';
import { createRunPages } from './runs/routes.ts';
import { createScoreHandlers } from './scores/routes.ts';
import { createToolHandlers } from './tools/routes.ts';
import { createUsageHandlers } from './usage/routes.ts';
import { createViewHandlers } from './views/routes.ts';
import { createWalletHandlers } from './wallet/routes.ts';
import { createWebhookHandlers } from './webhooks/routes.ts';
import { createWorkspaceHandlers } from './workspace/routes.ts';

export interface DashboardOptions<K extends OfferedKind = OfferedKind> {
  db: Db;
  /** Connections for sums over many rows: callers of the API never wait for these. */
  reads: Db;
  users: Users;
  runs: RunAdministration & Pick<RunKernel, 'awaySince'>;
  webhooks: Webhooks;
  /** The rules for the destinations of broadcasts. */
  destinations: Destinations;
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
  const { entries, entriesWithBalance, statement } = createLedger({ db: reads });
  const ledger = { ...createLedger({ db }), entries, entriesWithBalance, statement };
  return {
    ...createPeopleHandlers(options),
    ...createOwnAccountHandlers(options),
    ...createWorkspaceHandlers(options),
    ...createKeyHandlers(options),
    ...createWalletHandlers({ ...options, ledger }),
    ...createRunPages({ ...options, ledger }),
    ...createToolHandlers(options),
    ...createEnvironmentHandlers(options),
    ...createJobOutputHandlers(options),
    ...createPlaygroundHandlers(options),
    ...createPromptHandlers(options),
    ...createTraceHandlers(options),
    ...createScoreHandlers(options),
    ...createUsageHandlers(options),
    ...createCatalogHandlers({ ...options, currency: options.unit.currency }),
    ...createViewHandlers(options),
    ...createWebhookHandlers(options),
    ...createDestinationHandlers(options),
    ...createAlertHandlers(options),
    ...createAuditTrailHandlers(options),
  };
}
