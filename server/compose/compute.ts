/**
 * Compute jobs: the engines that the compute file names and this machine has, the storage of outputs, the environments
 * on offer, and the sweep that ends jobs that nobody waits for. The code and the libraries of an engine and of a storage
 * are loaded only if the file names it.
 */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ComputeFile, ComputeFileOptions } from '../compute-jobs/engines/compute-file.ts';
import type { ComputeEngine, Isolation } from '../compute-jobs/engines/engine.ts';
import {
  createEnvironmentCatalog,
  type Environment,
  type EnvironmentCatalog,
  JAVASCRIPT,
} from '../compute-jobs/engines/environments.ts';
import { capacityOf, type Machine, openMachine } from '../compute-jobs/engines/machine.ts';
import { type ComputeProvider, createComputeProvider } from '../compute-jobs/provider.ts';
import type { Config } from '../platform/config/index.ts';
import type { Db } from '../platform/db/pool.ts';
import type { Deployment } from '../platform/deployment/index.ts';
import { encryptOutputs, type KeptOutputs } from '../platform/outputs/index.ts';
import { createOutputStore } from '../platform/outputs/store.ts';
import type { Log } from '../platform/telemetry/log.ts';
import type { Chore } from '../platform/worker/work.ts';
import { createRegistry, type Registry } from '../providers/provider.ts';
import type { Quotas } from '../quotas/index.ts';
import type { RunKernel } from '../runs/index.ts';
import { countWorkspaces } from '../workspaces/index.ts';
import { loadOnDemand } from './on-demand.ts';

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

interface Surroundings {
  db: Db;
  runs: Pick<RunKernel, 'open'>;
  deployment: Deployment;
  quotas: Pick<Quotas, 'countOutputs' | 'uncountOutputs'>;
  log: Log;
}

/** Starts of a process at once. */
const MOST_STARTS = 16;
const SWEEP_ORPHANS_EVERY_MS = 10_000;
/** How often the offer is refreshed; a start asks by itself. */
const REFRESH_EVERY_MS = 2_000;
/** A younger job may belong to a process that is about to save its start. */
const YOUNG_MS = 60_000;

const WITHHELD =
  'environments are withheld: their isolation is weaker than COMPUTE_MIN_ISOLATION allows';

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
    async remove(workspace, owners, signal) {
      await stored.remove(workspace, owners, signal);
      await quotas.uncountOutputs(workspace, owners);
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

/** If engines are absent: only the one that needs no settings. */
type Offer = Omit<ComputeFile, 'engines'> & Partial<Pick<ComputeFile, 'engines'>>;

/** The path of the file, and how to read it. */
export function computeFileOf({ compute, providers, database }: Config): ComputeFileOptions {
  return {
    path: compute.file ?? join(resolve(database.dataDir), 'compute.json'),
    mayBeMissing: compute.file === undefined,
    secret: providers.secret,
  };
}

async function readOffer(config: Config): Promise<Offer> {
  const options = computeFileOf(config);
  if (options.mayBeMissing && !existsSync(options.path)) return { environments: [JAVASCRIPT] };
  const { readComputeFile } = await import('../compute-jobs/engines/compute-file.ts');
  return readComputeFile(options);
}

interface Opened {
  engines: ComputeEngine[];
  machine: Machine;
  /** That of this machine, and that of a Docker elsewhere, by their names in metrics. */
  rooms: ReadonlyMap<string, Machine>;
  /** Why an engine cannot run here, one sentence each. */
  faults: string[];
}

/** The engines that some environment names. One that this machine lacks does not affect the others. */
async function openEngines(
  { compute: { folder, capacity } }: Config,
  { environments, engines: settings, deployment }: Offer & { deployment: Deployment },
): Promise<Opened> {
  const known = deployment.computeName;
  // Another deployment with the same folder would end the jobs of this one, which its books do not have.
  const root = join(folder, known);
  const machine = await openMachine(join(root, 'machine'), capacityOf(capacity));
  const rooms = new Map([['machine', machine]]);
  const local = (name: string) => ({ root: join(root, name), machine });
  /** What a server elsewhere has is not known: only what the operator has set bounds it. */
  const elsewhere = async () => {
    const room = await openMachine(join(root, 'docker'), {
      jobs: capacity.jobs,
      cpuMillis: capacity.cpuMillis ?? Infinity,
      memoryMb: capacity.memoryMb ?? Infinity,
    });
    rooms.set('docker', room);
    return room;
  };
  const makers: Record<string, () => Promise<ComputeEngine>> = {
    async javascript() {
      const { createJavascriptEngine } = await import(
        '../compute-jobs/engines/javascript/index.ts'
      );
      return createJavascriptEngine(local('javascript'));
    },
    async oci() {
      const { createOciEngine } = await import('../compute-jobs/engines/oci/index.ts');
      return createOciEngine({ ...local('oci'), ...settings?.oci });
    },
    async docker() {
      const { connectionOf, DockerEngine, isHere } = await loadOnDemand(
        'docker',
        () => import('../compute-jobs/engines/docker/index.ts'),
      );
      const { runtime, deployment: name = known, ...address } = settings?.docker ?? {};
      const connection = await connectionOf(address);
      return new DockerEngine({
        ...{ connection, deployment: name, runtime },
        machine: isHere(connection) ? machine : await elsewhere(),
      });
    },
    async kubernetes() {
      const { KubernetesEngine } = await loadOnDemand(
        'kubernetes',
        () => import('../compute-jobs/engines/kubernetes/index.ts'),
      );
      const { deployment: name = known, ...cluster } = settings!.kubernetes!;
      return new KubernetesEngine({ ...cluster, deployment: name });
    },
  };
  const opened: Opened = { engines: [], machine, rooms, faults: [] };
  for (const name of new Set(environments.map(({ engine }: Environment) => engine))) {
    try {
      opened.engines.push(await makers[name]!());
    } catch (error) {
      opened.faults.push(error instanceof Error ? error.message : String(error));
    }
  }
  return opened;
}

/** Encrypted if content is, in any storage. */
export async function openOutputs(
  db: Db,
  storage: Offer['storage'],
): Promise<KeptOutputs & { close(): void }> {
  const { close, ...store } = await openStores(db, storage);
  return { ...encryptOutputs(db.cipher, store), close };
}

/** Outputs that were saved before there was other storage are read from PostgreSQL. */
async function openStores(
  db: Db,
  storage: Offer['storage'],
): Promise<KeptOutputs & { close(): void }> {
  const inDatabase = createOutputStore(db);
  if (!storage) return { ...inDatabase, close() {} };
  const { createS3OutputStore } = await loadOnDemand(
    's3',
    () => import('../platform/outputs/s3.ts'),
  );
  const store = createS3OutputStore(storage);
  return {
    save: store.save,
    async read(...args) {
      return (await store.read(...args)) ?? inDatabase.read(...args);
    },
    async owners(workspace, range, atMost) {
      const both = [inDatabase, store].map((each) => each.owners(workspace, range, atMost));
      const found = new Set((await Promise.all(both)).flat());
      return [...found].sort().slice(0, atMost);
    },
    async names(...args) {
      const both = await Promise.all([store.names(...args), inDatabase.names(...args)]);
      return both.flat();
    },
    async remove(...args) {
      await Promise.all([store.remove(...args), inDatabase.remove(...args)]);
    },
    close: store.close,
  };
}
