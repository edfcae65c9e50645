/**
 * Opens what the compute file names: engines, and the storage of outputs. The code and the libraries of each are loaded
 * only if it is named.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ComputeFile, ComputeFileOptions } from '../compute-jobs/engines/compute-file.ts';
import { encryptOutputs } from '../compute-jobs/engines/encrypted-outputs.ts';
import type { ComputeEngine } from '../compute-jobs/engines/engine.ts';
import { type Environment, JAVASCRIPT } from '../compute-jobs/engines/environments.ts';
import { capacityOf, type Machine, openMachine } from '../compute-jobs/engines/machine/index.ts';
import { createOutputStore } from '../compute-jobs/engines/output-store.ts';
import type { KeptOutputs } from '../compute-jobs/engines/outputs.ts';
import type { Config } from '../platform/config/index.ts';
import type { Db } from '../platform/db/pool.ts';
import type { Deployment } from '../platform/deployment/index.ts';
import { loadOnDemand } from './on-demand.ts';

/** If engines are absent: only the one that needs no settings. */
export type Offer = Omit<ComputeFile, 'engines'> & Partial<Pick<ComputeFile, 'engines'>>;

/** The path of the file, and how to read it. */
export function computeFileOf({ compute, providers, database }: Config): ComputeFileOptions {
  return {
    path: compute.file ?? join(resolve(database.dataDir), 'compute.json'),
    mayBeMissing: compute.file === undefined,
    secret: providers.secret,
  };
}

export async function readOffer(config: Config): Promise<Offer> {
  const options = computeFileOf(config);
  if (options.mayBeMissing && !existsSync(options.path)) return { environments: [JAVASCRIPT] };
  const { readComputeFile } = await import('../compute-jobs/engines/compute-file.ts');
  return readComputeFile(options);
}

export interface Opened {
  engines: ComputeEngine[];
  machine: Machine;
  /** That of this machine, and that of a Docker elsewhere, by their names in metrics. */
  rooms: ReadonlyMap<string, Machine>;
  /** Why an engine cannot run here, one sentence each. */
  faults: string[];
}

/** The engines that some environment names. One that this machine lacks does not affect the others. */
export async function openEngines(
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
    () => import('../compute-jobs/engines/output-store-s3.ts'),
  );
  const store = createS3OutputStore(storage);
  return {
    save: store.save,
    async read(...args) {
      return (await store.read(...args)) ?? inDatabase.read(...args);
    },
    async jobs(workspace, range, atMost) {
      const both = [inDatabase, store].map((each) => each.jobs(workspace, range, atMost));
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
