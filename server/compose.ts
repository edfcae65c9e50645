/**
 * The composition root: creates the service that the configuration describes from its parts. It closes everything that
 * it opened in reverse order, at the end and also if a later part cannot be opened. It passes dependencies in; no part
 * looks for another.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiOptions } from './compose/api.ts';
import { type Database, inWords, openDatabase } from './compose/database.ts';
import { composeParts, type Parts } from './compose/parts.ts';
import { openWorker, type WorkerOptions } from './compose/worker.ts';
import type { Config } from './platform/config/index.ts';
import { ping } from './platform/db/pool.ts';
import { canRewriteLedger } from './platform/db/schema.ts';
import { StartError } from './platform/lib/errors.ts';
import { Problem } from './platform/lib/problem.ts';

export type ServiceOptions = ApiOptions & WorkerOptions;

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

const CLAIMS_NOTHING =
  'No run is claimed: the database is not yet proven to have all that was saved.';
const LEDGER_IS_OPEN =
  'the role of DATABASE_URL owns the tables or is a superuser: whoever has it can rewrite the ledger. Set MIGRATION_DATABASE_URL to separate the two roles (see SECURITY.md)';

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
