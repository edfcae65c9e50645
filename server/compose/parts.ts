/**
 * The parts that the API, the worker and administration share, over an open database: the deployment, its providers and
 * models, the notifications, and the runs of every resource. By itself, it listens to nothing and claims nothing.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createDestinationKeeping, type Destinations } from '../broadcast/index.ts';
import { COMPUTE_JOBS, type ComputeJobs } from '../compute-jobs/index.ts';
import { createExports, type Exports } from '../exports/index.ts';
import { createMadeExports, type MadeExports } from '../exports/made.ts';
import { KINDS } from '../kinds.ts';
import { MODEL_RUNS, type ModelRuns } from '../model-runs/index.ts';
import type { Catalog } from '../model-runs/providers/catalog.ts';
import type { Payments } from '../payments/index.ts';
import type { Config } from '../platform/config/index.ts';
import { isTransient } from '../platform/db/errors.ts';
import {
  createEcho,
  createNotifications,
  createNotifier,
  type Echo,
  type Notifications,
  type Notifier,
} from '../platform/db/notifications.ts';
import type { Db } from '../platform/db/pool.ts';
import { type Deployment, openDeployment } from '../platform/deployment/index.ts';
import { type Cursors, createCursors } from '../platform/lib/cursor.ts';
import type { Log } from '../platform/telemetry/log.ts';
import type { Meter } from '../platform/telemetry/meter.ts';
import type { Tracer } from '../platform/telemetry/tracer.ts';
import { createPromptStore, createPrompts, type Prompts } from '../prompts/index.ts';
import { createQuotas, type Quotas } from '../quotas/index.ts';
import { createRunKernel, NoRunStarts, type RunKernel } from '../runs/index.ts';
import { createWebhooks, type Webhooks } from '../webhooks/index.ts';
import { type Compute, composeCompute } from './compute.ts';
import { type Database, openReads } from './database.ts';
import { type Kinds, offerKinds, ofKind } from './kinds.ts';
import { openSpans, type Spans } from './observability.ts';
import { openPayments } from './payments.ts';
import { composeProviders, type Providers } from './providers.ts';
import { openPseudonymKey } from './pseudonyms.ts';
import { composeTools, type Tools } from './tools.ts';

export interface Parts {
  database: Database;
  quotas: Quotas;
  /** For sums that people request. */
  reads: Db;
  /** The spans of programs. */
  spans: Spans;
  deployment: Deployment;
  providers: Providers;
  catalog: Catalog;
  notifications: Notifications;
  notifier: Notifier;
  /** Whether notifications come back. */
  echo: Echo;
  runs: RunKernel;
  /** The kinds of runs on offer. */
  kinds: Kinds[number][];
  modelRuns: ModelRuns;
  tools: Tools;
  compute: Compute;
  computeJobs: ComputeJobs;
  /** Those that are downloaded, and those that are made in the background: together no more than the process may. */
  exports: Exports;
  madeExports: MadeExports;
  prompts: Prompts;
  webhooks: Webhooks;
  payments: Payments;
  /** The destinations of broadcasts. */
  destinations: Destinations;
  cursors: Cursors;
  close(): Promise<void>;
}

export interface ComposeOptions {
  config: Config;
  log: Log;
  /** Present if metrics are read. */
  meter?: Meter | undefined;
  /** Present if a collector receives service spans. */
  tracer?: Tracer | undefined;
}

export async function composeParts({
  config,
  log,
  meter,
  tracer,
  database,
  sandboxPort,
}: ComposeOptions & { database: Database; sandboxPort?: number }): Promise<Parts> {
  const { db } = database;
  await using stack = new AsyncDisposableStack();
  const deployment = await joinDeployment(config, { db, log }, stack);
  const providers = await composeProviders(config, {
    ...{ log, meter },
    ...(sandboxPort !== undefined && { sandboxPort }),
  });
  stack.defer(() => providers.close());
  const onFault = (message: string, error?: unknown) => log.warn({ err: error }, message);
  const catalog = await providers.openCatalog({ db, onFault });
  stack.defer(() => catalog.close());
  const { limits } = config;
  const quotas = createQuotas({ db, ...config.quotas, log });
  stack.defer(() => quotas.close());
  const { notifications, notifier, echo, traceReads, runs } = openKernel(
    { config, log, meter, tracer, database, deployment, quotas },
    stack,
  );
  const pseudonymKey = await openPseudonymKey(config, { deployment, log });
  const tools = await composeTools(config, { db, log });
  stack.defer(() => tools.close());
  const compute = await composeCompute(config, { db, runs, deployment, quotas, log });
  stack.defer(() => compute.close());
  const { registry } = providers;
  const sold = { config, catalog, registry, pseudonymKey, tools, compute };
  const kinds = offerKinds(runs, sold);
  const { allowsPrivate } = config.webhooks;
  const webhooks = createWebhooks({ db, allowsPrivate });
  const payments = openPayments(config, { db, log });
  stack.defer(() => payments.close());
  const destinations = createDestinationKeeping({ db, ...config.broadcast });
  const spans = await openSpans(config, { db, reads: traceReads, log, limitOf: quotas.limitOf });
  stack.defer(() => spans.close());
  const exportReads = openReads('exports', database, config);
  stack.defer(() => exportReads.close());
  const reads = openReads('dashboard reads', database, config);
  stack.defer(() => reads.close());
  const prompts = createPrompts({
    ...{ store: createPromptStore(db), reads },
    maxPromptChars: limits.maxPromptChars,
  });
  const cursors = createCursors(deployment.secret);
  const kept = stack.move();
  const close = () => kept.disposeAsync();
  return {
    ...{
      ...{ database, quotas },
      reads,
      spans,
      deployment,
      providers,
      catalog,
      ...{ notifications, notifier },
      echo,
      runs,
      kinds: [...kinds],
      modelRuns: ofKind(kinds, MODEL_RUNS.kind).runs,
      computeJobs: ofKind(kinds, COMPUTE_JOBS.kind).runs,
      ...{ tools, compute, prompts },
      exports: createExports(exportReads, spans.exported),
      madeExports: createMadeExports({ db, quotas, ...compute }),
      ...{ webhooks, destinations, payments },
      cursors,
    },
    close,
  };
}

/** The run kernel, and the notifications between processes. */
function openKernel(
  options: ComposeOptions & { database: Database; deployment: Deployment; quotas: Quotas },
  stack: AsyncDisposableStack,
) {
  const { config, log, meter, tracer, database, deployment, quotas } = options;
  const { db, address, direct } = database;
  const onError = (error: unknown) => log.warn({ err: error }, 'the listening connection was lost');
  const notifications = createNotifications({ ...direct, onError });
  stack.defer(() => notifications.close());
  // Commits may be gone: save the data keys again, so that new content stays readable.
  notifications.onReconnect(() => {
    const onError = (error: unknown) =>
      log[isTransient(error) ? 'warn' : 'error']({ err: error }, 'data keys were not saved again');
    database.encryption.saveAgain().catch(onError);
  });
  const echo = createEcho({ db, notifications });
  const onDropped = (error: unknown, count: number) =>
    log.warn({ err: error, count }, 'notifications were dropped');
  const notifier = createNotifier({ ...address, onDropped });
  stack.defer(() => notifier.close());
  const traceReads = openReads('trace reads', database, config);
  stack.defer(() => traceReads.close());
  const { unit, limits, times } = config;
  const runs = createRunKernel({
    ...{ db, spanReads: traceReads, notifications, notifier, unit, limits, times, log },
    ...{ meter, tracer },
    ...{ counting: deployment.counting, creating: deployment.creating },
    assertTakesRuns(workspace, kind) {
      assertClaimed(deployment, config.worker.refuseCreatesAfterMs);
      quotas.assertRoom(workspace, 'stored_content');
      quotas.assertMaySend(workspace);
      const stores = KINDS.find((each) => each.kind === kind)?.stores;
      if (stores) quotas.assertRoom(workspace, stores);
    },
    limitOf: quotas.limitOf,
    debtStopsRuns: config.payments.debtStopsRuns,
  });
  return { notifications, notifier, echo, traceReads, runs };
}

/** A new run would be lost with a stale database, or would wait for an operator, and hold money meanwhile. */
function assertClaimed({ refusedForMs, isStale }: Deployment, atMostMs: number): void {
  if (isStale() || (refusedForMs() ?? 0) > atMostMs) throw new NoRunStarts();
}

async function joinDeployment(
  { database: { hasSynchronousStandby }, worker: { leaseMs } }: Config,
  { db, log }: { db: Db; log: Log },
  stack: AsyncDisposableStack,
): Promise<Deployment> {
  const deployment = await openDeployment(db, { hasSynchronousStandby, silentMs: leaseMs });
  stack.defer(() => leave(deployment, log));
  return deployment;
}

/** A process that misses this waits for this one as for a dead one. */
async function leave(deployment: Deployment, log: Log): Promise<void> {
  const left = deployment.leave();
  const outcome = Promise.race([left, sleep(LEAVE_WITHIN_MS, undefined, { ref: false })]);
  await outcome.catch((error: unknown) => log.warn({ err: error }, 'the end was not noted'));
  left.catch(() => {});
}

const LEAVE_WITHIN_MS = 2_000;
