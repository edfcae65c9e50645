/**
 * The composition root: creates the service that the configuration describes from its parts. It closes everything that
 * it opened in reverse order, at the end and also if a later part cannot be opened. It passes dependencies in; no part
 * looks for another.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { checkAlerts } from './alerts/index.ts';
import { startBroadcasting } from './broadcast/index.ts';
import type { ApiOptions } from './compose/api.ts';
import { askUntilStopped, createMayClaim } from './compose/claiming.ts';
import { type Database, inWords, openDatabase } from './compose/database.ts';
import { startMail } from './compose/mail.ts';
import { spanDaysChore } from './compose/observability.ts';
import { composeParts, type Parts } from './compose/parts.ts';
import { createRetention, purgeChore } from './compose/retention.ts';
import type { Followed } from './compose/tools.ts';
import { returnEndedCredit } from './keys/index.ts';
import { chargeStorage, closeBalances } from './money/index.ts';
import { deleteEndedAttempts } from './people/index.ts';
import type { Config } from './platform/config/index.ts';
import { isTransient } from './platform/db/errors.ts';
import { ping } from './platform/db/pool.ts';
import { canRewriteLedger } from './platform/db/schema.ts';
import { StartError } from './platform/lib/errors.ts';
import { Problem } from './platform/lib/problem.ts';
import type { Sending } from './platform/outbound/index.ts';
import { startWorker, type Worker } from './platform/worker/index.ts';
import type { Chore } from './platform/worker/work.ts';
import type { OfferedKind } from './runs/edges/index.ts';
import { closeEndedHours, READY_CHANNEL } from './runs/index.ts';
import { startDelivering } from './webhooks/index.ts';

export interface ServiceOptions extends ApiOptions {
  /** `serve` is the API alone, `work` the worker alone. */
  parts: readonly ('api' | 'worker')[];
  /** Offers more kinds of runs than those of the service, before workers claim anything. */
  offerMore?: (parts: Parts) => OfferedKind[];
}

export interface Service {
  database: Database;
  /** The rooms for compute jobs, by their names in metrics. */
  rooms: Parts['compute']['rooms'];
  /** Where callers reach the API; undefined if there is none. */
  url: string | undefined;
  /**
   * Resolves when the database answers. A worker alone throws while it may claim nothing, because it has nothing to do.
   */
  health(): Promise<void>;
  /** Whether workers may claim no run now. */
  refusesClaims(): boolean;
  /** Between requests, compiles what each operation would compile at its first request. */
  compileAhead(): void;
  /**
   * Takes no more work and is not ready, accepts connections for a while, lets work under way end, hands on the rest,
   * and stops everything that it started.
   */
  close(): Promise<void>;
  /** Stops only the database: for a process that will not wait. */
  abandon(): Promise<void>;
}

const NOTHING_HEARD =
  'a notification that was sent over DATABASE_URL does not come back: set DATABASE_LISTEN_URL to a direct connection, without a pooler, to the same database';

/** The longest pause between the end of a key and the return of its credit. */
const RETURN_CREDIT_EVERY_MS = 15_000;
const CLOSE_HOURS_EVERY_MS = 60_000;
const CLOSE_BALANCES_EVERY_MS = 15_000;
const CHECK_ALERTS_EVERY_MS = 30_000;
const COUNT_STORED_EVERY_MS = 60_000;
const FORGET_ATTEMPTS_EVERY_MS = 300_000;

const CLAIMS_NOTHING =
  'No run is claimed: the database is not, or not yet, proven to have all that was saved.';
const LEDGER_IS_OPEN =
  'the role of DATABASE_URL owns the tables or is a superuser: whoever has it can rewrite the ledger. MIGRATION_DATABASE_URL parts the two roles, as SECURITY.md tells';

export async function composeService(options: ServiceOptions): Promise<Service> {
  const { config, log } = options;
  await using stack = new AsyncDisposableStack();
  const database = await openDatabase({
    ...{ config, applicationName: 'model-run service', as: 'owner', schema: 'migrate' },
    log: (message) => log.info(message),
  });
  stack.defer(() => database.close());
  if (database.migrated.length > 0) log.info({ applied: database.migrated }, 'migrated');
  if (await canRewriteLedger(database.db)) log.warn(LEDGER_IS_OPEN);
  const parts = await composeParts({ ...options, database });
  stack.defer(() => parts.close());
  refuseFaults(options, parts);
  await parts.tools.offerBuiltIn();
  // The types of the contract know only the service's own.
  parts.kinds.push(...((options.offerMore?.(parts) ?? []) as Parts['kinds']));

  const api = options.parts.includes('api') ? await loadApi(options, parts) : undefined;
  const worker = openWorker(options, parts);
  let serves = false;
  stack.defer(() => stop(api, worker, { ...config.stop, ...(!serves && { lameDuckMs: 0 }) }));
  await worker.ask();
  const url = await api?.listen();
  await worker.start();
  stack.defer(await startListening(options, parts));
  serves = true;

  const refusesClaims = () => parts.deployment.refusedForMs() !== undefined;
  const kept = stack.move();
  return {
    database,
    rooms: parts.compute.rooms,
    url,
    async health() {
      await ping(database.db);
      if (!api && refusesClaims()) throw new Problem('overloaded', CLAIMS_NOTHING);
    },
    refusesClaims,
    compileAhead: () => api?.compileAhead(),
    close: () => kept.disposeAsync(),
    abandon: () => database.stopServer(),
  };
}

/** Returns a function that stops it. Throws if notifications would not arrive. */
async function startListening(
  { log, meter }: ServiceOptions,
  { notifications, echo, database }: Parts,
) {
  await notifications.start().catch((error: unknown) => {
    throw inWords(error, database.direct.url);
  });
  if (!(await echo.ask())) throw new StartError(NOTHING_HEARD);
  const watch = echo.watch((isDelivered) => {
    meter?.heard(isDelivered);
    if (isDelivered) log.info('notifications come back again');
    else log.error(`ALERT: ${NOTHING_HEARD}`);
  });
  return () => watch.stop();
}

/** A load balancer first sees that it shall send no more connections; runs under way end meanwhile. */
async function stop(
  api: Awaited<ReturnType<typeof loadApi>> | undefined,
  worker: ReturnType<typeof openWorker>,
  { lameDuckMs, drainMs }: Config['stop'],
): Promise<void> {
  api?.leave();
  const leavesMs = api ? lameDuckMs : 0;
  const ended = worker.close(leavesMs + drainMs);
  await sleep(leavesMs);
  await Promise.all([api?.close(), ended]);
}

/** A process that carries out runs needs every engine of its environments. The API alone sells what it can. */
function refuseFaults({ parts: wanted, log }: ServiceOptions, { compute: { faults } }: Parts) {
  if (faults.length === 0) return;
  if (wanted.includes('worker')) throw new StartError(faults.join(' '));
  log.warn({ faults }, 'environments are withheld: their engine is not here');
}

/** Loaded only if it is needed: loading it takes longer than everything that a worker needs. */
async function loadApi(options: ApiOptions, parts: Parts) {
  const { openApi } = await import('./compose/api.ts');
  return openApi(options, parts);
}

/** A service without a worker may carry out its own runs. */
function openWorker(options: ServiceOptions, parts: Parts) {
  const { config, log, meter, tracer, parts: wanted } = options;
  const { database, deployment, notifications, runs } = parts;
  let worker: Worker | undefined;
  const sendings: Sending[] = [];
  let following: Followed | undefined;
  let asking: { stop(): Promise<void> } | undefined;
  const mayClaim = createMayClaim({ deployment, log, meter });

  return {
    /** Before this process creates anything: from then on, it counts. */
    ask: mayClaim,
    async start(): Promise<void> {
      const claims = wanted.includes('worker') ? 'all' : 'own';
      const onServers = () => worker?.takeUpQueues();
      following = parts.tools.follow({ syncs: claims === 'all', onServers });
      if (claims === 'own' && !config.worker.serveCarriesOut) {
        asking = askUntilStopped(mayClaim, { everyMs: config.worker.sweepIntervalMs, log });
        return;
      }
      const started = await startWorker({
        ...{ db: database.db, notifications, mayClaim, log, meter },
        readyChannel: READY_CHANNEL,
        ...{ claims, work: runs },
        chores: choresOf(options, parts),
        leaseMs: config.worker.leaseMs,
        sweepIntervalMs: config.worker.sweepIntervalMs,
      });
      worker = started;
      if (claims === 'all') {
        const sending = { db: database.db, everyMs: config.worker.sweepIntervalMs, log };
        sendings.push(
          startDelivering({
            ...{ ...sending, ...config.webhooks, unit: config.unit, meter, tracer },
            idPrefixes: runs.idPrefixes(),
          }),
          startBroadcasting({ ...sending, ...config.broadcast, runs: runs.spans }),
          ...startMail(config, { db: database.db, log }),
        );
      }
      if (config.worker.claimOnCreate) runs.startWith(started.takeSlot);
    },
    async close(withinMs: number): Promise<void> {
      const until = performance.now() + withinMs;
      await worker?.drain(withinMs);
      const left = Math.max(0, until - performance.now());
      await Promise.all([
        ...sendings.map((sending) => sending.stop(left)),
        following?.stop(),
        asking?.stop(),
      ]);
    },
  };
}

/** What a worker repeats besides its runs. */
function choresOf({ config, log }: ServiceOptions, parts: Parts): Chore[] {
  const { db } = parts.database;
  const returnCredit = {
    name: 'return-credit',
    everyMs: RETURN_CREDIT_EVERY_MS,
    run: () =>
      returnEndedCredit(db, (error, account) =>
        log[isTransient(error) ? 'warn' : 'error'](
          { err: error, ...account },
          'the credit of an ended key was not returned',
        ),
      ),
  };
  return [
    returnCredit,
    { name: 'close-hours', everyMs: CLOSE_HOURS_EVERY_MS, run: () => closeEndedHours(db) },
    { name: 'close-balances', everyMs: CLOSE_BALANCES_EVERY_MS, run: () => closeBalances(db) },
    {
      name: 'check-alerts',
      everyMs: CHECK_ALERTS_EVERY_MS,
      run: async () => void (await checkAlerts(db, config.mail !== undefined)),
    },
    {
      name: 'forget-sign-in-attempts',
      everyMs: FORGET_ATTEMPTS_EVERY_MS,
      run: () => deleteEndedAttempts(db),
    },
    {
      name: 'count-stored',
      everyMs: COUNT_STORED_EVERY_MS,
      async run() {
        const stored = await parts.quotas.count();
        const { storagePrice: price, unit } = config;
        if (price === undefined) return;
        const onFault = (err: unknown, workspace: string) =>
          log.error({ err, workspace }, 'stored bytes were not charged');
        await chargeStorage(db, { stored, price, scale: unit.scale, onFault });
      },
    },
    spanDaysChore(parts.spans),
    parts.compute.orphans,
    purgeChore(createRetention(config, { ...parts, db }), log),
  ];
}
