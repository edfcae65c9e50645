/**
 * The folder of a job, and what its files say:
 *
 *   order.json     what is to be done; the folder appears with it, in one step
 *   work/, stdin   the working directory and the input of the code
 *   keeper.json    the process that keeps the job; who writes it first is the only one
 *   launched       the keeper is about to launch the code: without it nothing ran
 *   process.json   the process that was launched
 *   started.json   when the code began
 *   stdout, stderr what the code wrote, as far as it is kept; `truncated` says that it wrote more
 *   cancel         somebody wants the job to end
 *   artifacts/     the files that are kept, by their place in ending.json
 *   ending.json    how it ended; written last, in one step
 */
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Isolation, JobEnding, JobOrder, LogSizes } from '../engine.ts';

export type KeptEnding =
  | { kind: 'ended'; ending: Omit<JobEnding, 'startedAt' | 'endedAt'> & EndingTimes }
  | { kind: 'never_started'; reason: string; fault?: string };

interface EndingTimes {
  startedAt: string;
  endedAt: string;
}

/** Where programs of jobs cache their compiled code: reading it takes half of the memory, and less time. */
export function compiledIn(root: string): string {
  return join(root, '.compiled');
}

/** Whether this order created the folder; false if the id is taken. */
export async function makeFolder(
  root: string,
  order: JobOrder,
  settings: unknown,
): Promise<boolean> {
  const { stdin, files, ...kept } = order;
  const made = join(root, '.new', `${order.jobId}.${randomUUID()}`);
  const work = join(made, 'work');
  await mkdir(work, { recursive: true });
  try {
    for (const { path, content } of files) {
      const file = join(work, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
    await writeFile(join(made, 'stdin'), stdin ?? new Uint8Array());
    const text: KeptOrder = { ...kept, files: files.map(({ path }) => path), settings };
    await writeFile(join(made, 'order.json'), JSON.stringify(text));
    return await renameNew(made, join(root, order.jobId));
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

/** Creates a folder of this id that says from the start that nothing will ever run; false if the id is taken. */
export async function makeCancelled(root: string, jobId: string, reason: string): Promise<boolean> {
  const made = join(root, '.new', `${jobId}.${randomUUID()}`);
  await mkdir(made, { recursive: true });
  try {
    const ending: KeptEnding = { kind: 'never_started', reason };
    await writeFile(join(made, 'ending.json'), JSON.stringify(ending));
    return await renameNew(made, join(root, jobId));
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

/** The target always has files, so a rename never replaces an existing folder. */
async function renameNew(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) return false;
    throw error;
  }
}

/** Whether this process is the first to write the file: with its whole content, or not at all. */
export async function writeFirst(path: string, value: unknown): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(value));
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Survives a crash of the machine: the content is on disk before the name. */
export async function writeWhole(path: string, value: unknown): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, 'wx');
  try {
    await file.writeFile(JSON.stringify(value));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  const folder = await open(dirname(path), 'r');
  await folder.sync().finally(() => folder.close());
}

/** Undefined if there is no such file. */
export async function readJson<T>(path: string): Promise<T | undefined> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isAbsence(error)) return undefined;
    throw error;
  });
  return text === undefined ? undefined : (JSON.parse(text) as T);
}

export async function isThere(path: string): Promise<boolean> {
  return (await sizeOf(path)) !== undefined;
}

export async function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
}

export async function logSizesOf(folder: string): Promise<LogSizes> {
  return {
    stdoutBytes: (await sizeOf(join(folder, 'stdout'))) ?? 0,
    stderrBytes: (await sizeOf(join(folder, 'stderr'))) ?? 0,
    truncated: await isThere(join(folder, 'truncated')),
  };
}

export function isAbsence(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '');
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

/** An order as saved in its folder: bytes are in files. */
export type KeptOrder = Omit<JobOrder, 'stdin' | 'files'> & {
  /** The paths of the files in the working directory. */
  files: readonly string[];
  /** What the service passed to the engine, such as the path of its program. */
  settings: unknown;
};

export interface KeptJob {
  order: KeptOrder;
  /** The job's folder, which belongs to the keeper: a runtime may add files whose names begin with `runtime`. */
  folder: string;
  /** The working directory of the code, with the files of the order. */
  work: string;
  /** A file with the input of the code, empty if the order has none. */
  stdin: string;
}

/**
 * What a runtime of this machine has to provide so that keepers can run its jobs: `createLocalEngine` and `keepJob` do
 * the rest. A job is a folder. The service writes the order into it and starts a keeper, a program in its own session
 * that calls `keepJob` with the runtime; the keeper launches the code, ends it in time and writes how it ended. The
 * service and the keeper may each be killed at any moment: whoever comes next reads the folder.
 *
 * A runtime is one such object and one program:
 *
 *   await keepJob(process.argv[2]!, runtime);
 */
export interface LocalRuntime {
  readonly name: string;
  readonly isolation: Isolation;
  /** Whether the ending of every job will have its processor time. */
  readonly measuresCpu: boolean;
  /** The memory in MiB that a job takes besides what is sold: its keeper, and the process around its code. */
  readonly overheadMb: number;
  /** Why this order can never run. The service calls it before it creates the folder. */
  refusalOf?(order: JobOrder): string | undefined;
  /**
   * What to execute. The keeper calls it; it may write what it needs into the folder. Throws if nothing was started.
   */
  launch(job: KeptJob): Promise<Launch>;
  /**
   * Ends and frees everything outside the process group of the launch, such as a container and its cgroup. The keeper
   * calls it after every exit, and the service if the keeper is gone: repeated calls change nothing.
   */
  clear?(job: { jobId: string; folder: string; settings: unknown }): Promise<void>;
}

export interface Launch {
  file: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  cwd: string;
  /**
   * Whether the code begins with the line `{"started":true}` on descriptor 3 instead of with the process. `factsOf`
   * gets what the process writes there as JSON lines; the code itself must not reach that descriptor. A line with
   * `exitCode` says that the code has ended: no later time counts, and the keeper kills the process unless it exits
   * soon. Descriptor 4 ends when the keeper is gone.
   */
  reportsStart?: boolean;
  /** The id of the job whose cgroup has all processes of the code. Absent: the launched process alone is measured. */
  group?: string;
  /** What the keeper has to enforce on the launched process, because the kernel does not. */
  keeps?: { cpu?: boolean; memoryBytes?: number };
  /** Ends the code early if killing the process group is not enough. The keeper kills the group in any case. */
  end?(): Promise<void>;
  /** What only the runtime knows about an exit. The keeper calls it after the exit, before `clear`. */
  factsOf?(exit: Exit, lines: readonly Record<string, unknown>[]): Promise<ExitFacts>;
}

export interface Exit {
  code: number | null;
  signal: string | null;
}

export interface ExitFacts {
  /** Why the code did not run at all. */
  neverStarted?: string;
  outOfMemory?: boolean;
  /** Replaces the exit code of the launched process. */
  exitCode?: number;
  signal?: string;
  cpuMs?: number;
  maxMemoryBytes?: number;
}
