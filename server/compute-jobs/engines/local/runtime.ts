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
import type { Isolation, JobOrder } from '../engine.ts';

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
