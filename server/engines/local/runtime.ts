/**
 * What a runtime of this machine has to provide, so that its jobs are kept: `createLocalEngine` and `keepJob` do the
 * rest. A job is a folder. The service writes the order into it and starts a keeper, a program of a session of its own
 * that calls `keepJob` with the runtime; the keeper launches the code, ends it in time and writes how it ended. The
 * service and the keeper may each be killed at any moment: whoever comes next reads the folder.
 *
 * A runtime is one such object and one program:
 *
 *   await keepJob(process.argv[2]!, runtime);
 */
import type { Isolation, JobOrder } from '../engine.ts';

/** An order as its folder keeps it: bytes are in files. */
export type KeptOrder = Omit<JobOrder, 'stdin' | 'files'> & {
  /** The paths that were written into the working directory. */
  files: readonly string[];
  /** What the service gave the engine, such as where its program is. */
  settings: unknown;
};

export interface KeptJob {
  order: KeptOrder;
  /** The job's folder, which is the keeper's own: a runtime may add files whose names begin with `runtime`. */
  folder: string;
  /** The working directory of the code, with the files of the order. */
  work: string;
  /** A file with the input of the code, empty if the order has none. */
  stdin: string;
}

export interface LocalRuntime {
  readonly name: string;
  readonly isolation: Isolation;
  /** Why this order can never be taken. Asked by the service, before the folder is made. */
  refusalOf?(order: JobOrder): string | undefined;
  /** What to execute. Asked by the keeper; may write what it needs into the folder. Throws if nothing was started. */
  launch(job: KeptJob): Promise<Launch>;
  /**
   * Ends and frees everything outside the process group of the launch, such as a container and its cgroup. Called by
   * the keeper after every exit, and by the service if the keeper is gone: repeated calls change nothing.
   */
  clear?(job: { jobId: string; folder: string; settings: unknown }): Promise<void>;
}

export interface Launch {
  file: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  cwd: string;
  /**
   * Whether the code begins with the line `{"started":true}` on descriptor 3 instead of with the process. What the
   * process writes there as JSON lines is given to `factsOf`; the code itself must not reach that descriptor. A line
   * with `exitCode` says that the code has ended: no later time counts, and the process is killed unless it exits soon.
   */
  reportsStart?: boolean;
  /** Ends the code early where killing the process group is not enough. The group is killed in any case. */
  end?(): Promise<void>;
  /** What only the runtime knows about an exit. Called after the exit, before `clear`. */
  factsOf?(exit: Exit, lines: readonly Record<string, unknown>[]): Promise<ExitFacts>;
}

export interface Exit {
  code: number | null;
  signal: string | null;
}

export interface ExitFacts {
  /** The code did not run at all, and why. */
  neverStarted?: string;
  outOfMemory?: boolean;
  /** Instead of the launched process's own. */
  exitCode?: number;
  signal?: string;
  cpuMs?: number;
  maxMemoryBytes?: number;
}
