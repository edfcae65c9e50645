/**
 * Compute jobs: the engines of this machine, the environments on offer, and the sweep that ends jobs that nobody waits
 * for.
 */

import type { ComputeProvider } from '../compute-jobs/compute-provider.ts';
import type { ComputeEngine, Isolation } from '../compute-jobs/engines/engine.ts';
import {
  createEnvironmentCatalog,
  type EnvironmentCatalog,
} from '../compute-jobs/engines/environments.ts';
import type { Machine } from '../compute-jobs/engines/machine/index.ts';
import type { KeptOutputs } from '../compute-jobs/engines/outputs.ts';
import { createComputeProvider } from '../compute-jobs/provider.ts';
import type { Config } from '../platform/config/index.ts';
import type { Db } from '../platform/db/pool.ts';
import type { Deployment } from '../platform/deployment/index.ts';
import type { Log } from '../platform/telemetry/log.ts';
import type { Chore } from '../platform/worker/work.ts';
import { createRegistry, type Registry } from '../providers/registry.ts';
import type { Quotas } from '../quotas/index.ts';
import type { RunKernel } from '../runs/index.ts';
import { countWorkspaces } from '../workspaces/index.ts';
import { openEngines, openOutputs, readOffer } from './compute-engines.ts';

export interface Compute {
  catalog: EnvironmentCatalog;
  registry: Registry<ComputeProvider>;
  outputs: KeptOutputs;
  /** How many days outputs are kept at most. */
  keptDays: number;
  machine: Machine;
  rooms: ReadonlyMap<string, Machine>;
  /** The memory in MiB that jobs of an engine take on the machine besides what is sold. */
  overheads: { engine: string; overheadMb: number }[];
  /** Why this machine cannot offer some configured environments; empty if it offers all. */
  faults: readonly string[];
  /** Ends the jobs that an engine has and the books do not, and deletes saved ones. */
  orphans: Chore;
  close(): Promise<void>;
}

/** Starts of a process at once. */
const MOST_STARTS = 16;
const SWEEP_ORPHANS_EVERY_MS = 10_000;
/** How often the offer is refreshed; a start asks by itself. */
const REFRESH_EVERY_MS = 2_000;
/** A younger job may belong to a process that is about to save its start. */
const YOUNG_MS = 60_000;

export async function composeCompute(
  config: Config,
  { db, runs, deployment, quotas, log }: Surroundings,
): Promise<Compute> {
  const { jobs } = config.compute.capacity;
  const { environments, ...file } = await readOffer(config);
  const offered = jobs === 0 ? [] : environments;
  const { engines, machine, rooms, faults } = await openEngines(config, {
    ...file,
    environments: offered,
    deployment,
  });
  const wanted = createWantedIsolation(config, db, log);
  const catalog = createEnvironmentCatalog(offered, engines, wanted);
  await wanted.refresh();
  const opened = new Set(engines.map(({ name }) => name));
  const withheld = offered.filter(({ id, engine }) => opened.has(engine) && !catalog.get(id));
  if (withheld.length > 0) {
    log.warn({ withheld: withheld.map(({ id }) => id), weakest: wanted.now() }, WITHHELD);
  }
  const refreshing = setInterval(() => void wanted.refresh(), REFRESH_EVERY_MS).unref();
  const { close: closeOutputs, ...stored } = await openOutputs(db, file.storage);
  const outputs: KeptOutputs = {
    ...stored,
    async remove(workspace, jobIds) {
      await stored.remove(workspace, jobIds);
      await quotas.uncountOutputs(workspace, jobIds);
    },
  };
  const workspaceOf = async (jobId: string) => (await runs.open([jobId])).get(jobId);
  const maxInFlight = Math.min(jobs, MOST_STARTS);
  const registry = createRegistry(
    engines.map((engine) =>
      createComputeProvider({
        ...{ engine, outputs, maxInFlight, workspaceOf, log },
        countOutputs: quotas.countOutputs,
      }),
    ),
  );
  return {
    keptDays: config.quotas.keptDays.stored_outputs,
    ...{ catalog, registry, outputs, machine, rooms, faults },
    overheads: engines.flatMap(({ name, room }) =>
      room ? [{ engine: name, overheadMb: room.overheadMb }] : [],
    ),
    orphans: {
      everyMs: SWEEP_ORPHANS_EVERY_MS,
      run: () => Promise.all(engines.map((engine) => sweepOrphans(engine, runs, log))),
    },
    async close() {
      clearInterval(refreshing);
      await registry.close();
      closeOutputs();
    },
  };
}

interface Surroundings {
  db: Db;
  runs: Pick<RunKernel, 'open'>;
  deployment: Deployment;
  quotas: Pick<Quotas, 'countOutputs' | 'uncountOutputs'>;
  log: Log;
}

const WITHHELD =
  'environments are withheld: their isolation is weaker than COMPUTE_MIN_ISOLATION allows';

/**
 * The configured isolation, or else what the number of workspaces requires. Every start checks it first, so that code
 * of a second workspace never runs where only one may.
 */
function createWantedIsolation({ compute: { minIsolation } }: Config, db: Db, log: Log) {
  // Until the number is known, there may be several.
  let wanted: Isolation = minIsolation ?? 'gvisor';
  return {
    now: () => wanted,
    async refresh(): Promise<void> {
      if (minIsolation !== undefined) return;
      try {
        const now = (await countWorkspaces(db)) > 1 ? 'gvisor' : 'container';
        if (now !== wanted) {
          log.info({ wanted: now }, 'another isolation of compute jobs is wanted');
        }
        wanted = now;
      } catch (error) {
        log.warn({ err: error }, 'how many workspaces there are is not known');
      }
    },
  };
}

/** Deletes settled jobs, and ends those that no open run knows of. */
async function sweepOrphans(
  engine: ComputeEngine,
  runs: Pick<RunKernel, 'open'>,
  log: Log,
): Promise<void> {
  const jobs = await engine.list();
  if (jobs.length === 0) return;
  const open = await runs.open(jobs.map(({ jobId }) => jobId));
  const old = Date.now() - YOUNG_MS;
  for (const { jobId, createdAt } of jobs) {
    if (open.has(jobId) || createdAt.getTime() > old) continue;
    const about = { run: jobId, engine: engine.name };
    try {
      await engine.remove(jobId);
      log.debug(about, 'a job that nobody waits for was removed');
    } catch (error) {
      // The other jobs do not wait for it.
      log.warn({ ...about, err: error }, 'a job that nobody waits for cannot be removed');
    }
  }
}
