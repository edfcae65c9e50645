/**
 * An engine on this machine: each job is a folder, and a keeper in its own session that outlives the service. All
 * processes of the machine with the same folder of jobs serve the same engine. It remembers the ids of used-up jobs, so that
 * it refuses a start that was in progress.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type ComputeEngine,
  type JobEnding,
  type JobOrder,
  type JobStatus,
  pathRefusal,
  type StartOutcome,
} from '../engine.ts';
import { type Machine, type Need, type Presence, roomOf, withoutRoom } from '../machine.ts';
import {
  compiledIn,
  isAbsence,
  isThere,
  type KeptEnding,
  type LocalRuntime,
  logSizesOf,
  makeCancelled,
  makeFolder,
  readJson,
  sizeOf,
  writeFirst,
} from './job-folder.ts';
import { isAlive, killGroupOf, type ProcessName } from './processes.ts';

interface LocalEngineOptions {
  runtime: LocalRuntime;
  /** The program that keeps a job: calls `keepJob` with the folder that is its first argument. */
  keeper: URL;
  /** The folder of jobs; the engine creates it for this user only. */
  root: string;
  /** Passed to the keeper's runtime with each order. */
  settings?: unknown;
  /** Whose room the jobs take. */
  machine: Machine;
}

const JOB_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** A keeper that has not taken its job by then never began: the next look starts another. */
const KEEPER_BEGINS_WITHIN_MS = 5_000;
const ENDS_WITHIN_MS = 5_000;

export async function createLocalEngine(options: LocalEngineOptions): Promise<ComputeEngine> {
  const { runtime, root } = options;
  await mkdir(join(root, '.new'), { recursive: true, mode: 0o700 });
  const host = await hostOf(root);
  const folderOf = (jobId: string) => {
    if (!JOB_ID.test(jobId)) throw new Error('a job is named by a UUID');
    return join(root, jobId);
  };
  const jobs = { ...options, folderOf };
  options.machine.know(runtime.name, (jobId) => presenceOf(folderOf(jobId)));
  return {
    name: runtime.name,
    isolation: runtime.isolation,
    host,
    measuresCpu: runtime.measuresCpu,
    room: roomOf(options.machine, runtime.overheadMb),
    start: (order) =>
      start(jobs, order).catch((error: unknown) => ({ kind: 'unknown', ...troubleOf(error) })),
    inspect: (jobId) =>
      inspect(jobs, jobId).catch((error: unknown) => ({
        kind: 'unavailable',
        ...troubleOf(error),
      })),
    async logs(jobId, stream, after, maxBytes) {
      const folder = folderOf(jobId);
      if (!(await isThere(join(folder, 'order.json')))) return undefined;
      return readPart(join(folder, stream), after, maxBytes);
    },
    async artifact(jobId, name) {
      const folder = folderOf(jobId);
      const kept = await readJson<KeptEnding>(join(folder, 'ending.json'));
      const all = kept?.kind === 'ended' ? kept.ending.artifacts : [];
      const index = all.findIndex((artifact) => artifact.name === name);
      return index < 0 ? undefined : createReadStream(join(folder, 'artifacts', String(index)));
    },
    async cancel(jobId) {
      if (await makeCancelled(root, jobId, 'It was canceled.')) return;
      await writeFile(join(folderOf(jobId), 'cancel'), '').catch(unlessAbsent);
    },
    remove: (jobId) => remove(jobs, jobId),
    list: () => list(root),
    async close() {},
  };
}

interface Jobs extends LocalEngineOptions {
  folderOf: (jobId: string) => string;
}

async function start(jobs: Jobs, order: JobOrder): Promise<StartOutcome> {
  const { runtime, root, settings, machine, folderOf } = jobs;
  const folder = folderOf(order.jobId);
  if (!(await isThere(folder))) {
    const need = needOf(order, runtime);
    const reason = runtime.refusalOf?.(order) ?? pathRefusal(order) ?? machine.refusalOf(need);
    if (reason !== undefined) return { kind: 'refused', reason };
    const admission = await machine.admit(runtime.name, need);
    if (!admission.isAdmitted) return withoutRoom(admission);
    await makeFolder(root, order, settings);
  }
  // A process that could create the folder again sees here that it was removed.
  if (await isRemoved(root, order.jobId)) {
    await rm(folder, { recursive: true, force: true });
    await machine.release(order.jobId);
    return { kind: 'refused', reason: 'The job has ended and was removed.' };
  }
  await startKeeper(jobs, folder);
  return { kind: 'started' };
}

/** What the job takes of the machine: the memory that is sold, and that of the processes around the code. */
function needOf(
  { jobId, owner = '', cpuMillis, memoryMb, timeoutMs }: JobOrder,
  runtime: LocalRuntime,
): Need {
  return { jobId, owner, cpuMillis, memoryMb: memoryMb + runtime.overheadMb, timeoutMs };
}

/** Any number of keepers may start: the first takes the job, and the others end. */
async function startKeeper({ keeper, root }: Jobs, folder: string): Promise<void> {
  if (await isThere(join(folder, 'keeper.json'))) return;
  const bytes = await sizeOf(join(folder, 'order.json'));
  if (bytes === undefined) return;
  const child = spawn(process.execPath, [...keeperFlags(bytes), fileURLToPath(keeper), folder], {
    cwd: root,
    // Nothing from the service's own environment: it contains secrets.
    env: {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      NODE_COMPILE_CACHE: compiledIn(root),
    },
    detached: true,
    stdio: 'ignore',
  });
  child.on('error', () => {});
  child.unref();
}

/** A keeper is small: a machine has one for each job. It reads the order as text, and characters may take two bytes. */
function keeperFlags(bytesOfOrder: number): string[] {
  const megabytes = 64 + Math.ceil((5 * bytesOfOrder) / 1_048_576);
  return [`--max-old-space-size=${megabytes}`, '--max-semi-space-size=1', '--no-warnings'];
}

async function inspect(jobs: Jobs, jobId: string): Promise<JobStatus> {
  const folder = jobs.folderOf(jobId);
  const kept = await endingOf(folder);
  if (kept) return kept;
  const order = await stat(join(folder, 'order.json')).catch(unlessAbsent);
  if (!order) return { kind: 'absent' };
  const keeper = await readJson<ProcessName>(join(folder, 'keeper.json'));
  if (!keeper) {
    if (Date.now() - order.mtimeMs > KEEPER_BEGINS_WITHIN_MS) await startKeeper(jobs, folder);
    return { kind: 'starting' };
  }
  if (await isAlive(keeper)) return statusOfKept(folder);
  return (await endingOf(folder)) ?? abandoned(jobs, jobId);
}

async function statusOfKept(folder: string): Promise<JobStatus> {
  const started = await readJson<{ startedAt: string }>(join(folder, 'started.json'));
  if (!started) return { kind: 'starting' };
  const logs = await logSizesOf(folder);
  return { kind: 'running', startedAt: new Date(started.startedAt), logs };
}

/** The keeper was killed: the engine ends the process that it launched, and nobody can find out its outcome. */
async function abandoned(jobs: Jobs, jobId: string): Promise<JobStatus> {
  await endLeftovers(jobs, jobId);
  if (await isThere(join(jobs.folderOf(jobId), 'launched'))) {
    return { kind: 'lost', reason: 'The keeper of the job is gone.' };
  }
  return { kind: 'never_started', reason: 'The keeper of the job was gone before its code began.' };
}

async function endLeftovers({ runtime, folderOf, settings }: Jobs, jobId: string): Promise<void> {
  const folder = folderOf(jobId);
  const launched = await readJson<ProcessName>(join(folder, 'process.json'));
  if (launched) await killGroupOf(launched);
  // A runtime prepares its launch before the keeper records that the code is launched.
  if (await isThere(join(folder, 'order.json'))) await runtime.clear?.({ jobId, folder, settings });
}

async function endingOf(folder: string): Promise<JobStatus | undefined> {
  const kept = await readJson<KeptEnding>(join(folder, 'ending.json'));
  if (kept?.kind !== 'ended') return kept;
  const { startedAt, endedAt, ...rest } = kept.ending;
  const ending: JobEnding = {
    ...rest,
    startedAt: new Date(startedAt),
    endedAt: new Date(endedAt),
  };
  return { kind: 'ended', ending };
}

/** Its id stays used up: the engine refuses a start that was in progress. */
async function remove(jobs: Jobs, jobId: string): Promise<void> {
  const folder = jobs.folderOf(jobId);
  if (!(await isThere(folder))) return moveToRemoved(jobs.root, jobId);
  await writeFile(join(folder, 'cancel'), '').catch(unlessAbsent);
  // Either no keeper takes the job any more, or there is one to wait for.
  const nobody: ProcessName = { pid: 0, began: 'never' };
  if (!(await writeFirst(join(folder, 'keeper.json'), nobody))) await awaitEnd(jobs, jobId);
  await endLeftovers(jobs, jobId);
  await moveToRemoved(jobs.root, jobId);
  await jobs.machine.release(jobId);
}

async function awaitEnd({ folderOf }: Jobs, jobId: string): Promise<void> {
  const folder = folderOf(jobId);
  const until = Date.now() + ENDS_WITHIN_MS;
  const keeper = await readJson<ProcessName>(join(folder, 'keeper.json'));
  while (keeper && (await isAlive(keeper))) {
    if (Date.now() > until) return killGroupOf(keeper);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function list(root: string): Promise<{ jobId: string; createdAt: Date }[]> {
  await tidyRemoved(root);
  const found: { jobId: string; createdAt: Date }[] = [];
  for (const jobId of await readdir(root)) {
    const made = JOB_ID.test(jobId) ? await stat(join(root, jobId)).catch(unlessAbsent) : undefined;
    if (made) found.push({ jobId, createdAt: made.birthtime });
  }
  return found;
}

/** A job is open while it may run: it has not ended, and its keeper has not begun or still runs. */
async function presenceOf(folder: string): Promise<Presence> {
  if (!(await isThere(folder))) return 'absent';
  if (await isThere(join(folder, 'ending.json'))) return 'over';
  const keeper = await readJson<ProcessName>(join(folder, 'keeper.json'));
  return !keeper || (await isAlive(keeper)) ? 'open' : 'over';
}

async function readPart(path: string, after: number, maxBytes: number): Promise<Uint8Array> {
  const file = await open(path, 'r').catch(unlessAbsent);
  if (!file) return new Uint8Array();
  try {
    const { size } = await file.stat();
    const part = Buffer.alloc(Math.max(0, Math.min(maxBytes, size - after)));
    const { bytesRead } = await file.read(part, 0, part.length, after);
    return part.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The machine together with this folder: jobs in another folder are other jobs. */
async function hostOf(root: string): Promise<string> {
  const file = join(root, 'host.json');
  await writeFirst(file, { name: `${hostname()}-${randomUUID().slice(0, 8)}` });
  return (await readJson<{ name: string }>(file))!.name;
}

function troubleOf(error: unknown) {
  const fault = error instanceof Error ? error.message : String(error);
  return { reason: 'The machine of the engine has a fault.', fault };
}

const DAY_MS = 86_400_000;
/** No start of a job comes later than that. */
const REMEMBERED_DAYS = 2;

/**
 * The ids of used-up jobs, so that the engine refuses a start that was in progress: empty folders, in one folder per
 * day. They are not among the jobs, so a scan of the jobs does not read all that ever existed. A folder that is not
 * empty yet is in a separate folder, where the engine finds what an interrupted removal left. Removes its folder in one
 * step: nobody ever sees a part of it, such as an order without its keeper. A repeat continues an interrupted removal.
 */
async function moveToRemoved(root: string, jobId: string): Promise<void> {
  await mkdir(removingIn(root), { recursive: true });
  await rename(join(root, jobId), join(removingIn(root), jobId)).catch(unlessAbsent);
  await empty(root, jobId);
}

async function empty(root: string, jobId: string): Promise<void> {
  const folder = join(removingIn(root), jobId);
  for (const name of await namesIn(folder)) {
    await rm(join(folder, name), { recursive: true, force: true });
  }
  const day = join(removedIn(root), String(today()));
  await mkdir(day, { recursive: true });
  await rename(folder, join(day, jobId)).catch(unlessAbsent);
}

async function isRemoved(root: string, jobId: string): Promise<boolean> {
  const days = await namesIn(removedIn(root));
  const folders = [removingIn(root), ...days.map((day) => join(removedIn(root), day))];
  const found = await Promise.all(folders.map((folder) => isThere(join(folder, jobId))));
  return found.includes(true);
}

/** Finishes interrupted removals, and forgets old ids. */
async function tidyRemoved(root: string): Promise<void> {
  for (const jobId of await namesIn(removingIn(root))) await empty(root, jobId);
  for (const day of await namesIn(removedIn(root))) {
    if (today() - Number(day) <= REMEMBERED_DAYS) continue;
    await rm(join(removedIn(root), day), { recursive: true, force: true });
  }
}

function removingIn(root: string): string {
  return join(root, '.removing');
}

function removedIn(root: string): string {
  return join(root, '.removed');
}

function today(): number {
  return Math.floor(Date.now() / DAY_MS);
}

/** Empty if there is no such folder. */
async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(unlessAbsent)) ?? [];
}

function unlessAbsent(error: unknown): undefined {
  if (!isAbsence(error)) throw error;
}
