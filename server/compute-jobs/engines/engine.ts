/**
 * The port: what the service requires of an engine that runs code. A job's id is the engine's own name for its work, so
 * the engine refuses a second start of it; if the answer of a start was lost, the service looks the job up or starts it
 * again. Names no resource, no price and no workspace.
 */

/** How far the code is from the machine's kernel, from the weakest to the strongest in `ISOLATIONS`. */
export type Isolation = 'container' | 'wasm' | 'gvisor' | 'vm';

export const ISOLATIONS: readonly Isolation[] = ['container', 'wasm', 'gvisor', 'vm'];

interface JobFile {
  /** Relative to the working directory, with forward slashes, without `..`. */
  path: string;
  content: Uint8Array;
}

export interface JobOrder {
  /** A UUID; the engine's name for the work. */
  jobId: string;
  /** An opaque name of whom the job is for: a machine shares its room among them. Jobs without it share one. */
  owner?: string;
  /** The operator's configuration of the environment, such as an image; the engine knows its shape. */
  environment: { id: string; options: unknown };
  /** Exactly one of `source` and `command`. */
  source?: string;
  command?: readonly string[];
  stdin?: Uint8Array;
  files: readonly JobFile[];
  env: Readonly<Record<string, string>>;
  /** Paths of files to keep as artifacts when the job ends; a missing one is left out. */
  outputs: readonly string[];
  /** Thousandths of a processor. */
  cpuMillis: number;
  memoryMb: number;
  /** The engine measures it from the job's own start. */
  timeoutMs: number;
  maxLogBytes: number;
  maxArtifactBytes: number;
}

/** What an engine could not do. */
interface Trouble {
  /** A sentence of ours, shown to the caller of the job. */
  reason: string;
  /** For the log of the service only: it may contain paths, addresses and text of others. */
  fault?: string;
}

/** The outcome of a start. */
export type StartOutcome =
  /** The engine has the job under its id, from this start or an earlier one. */
  | { kind: 'started' }
  /** Proven: the engine does not have the job, and will not get it from this request. */
  | ({ kind: 'not_started'; retryAfterMs?: number } & Trouble)
  /** Proven as above, and no later start would succeed: the image is gone, or the engine cannot take the order. */
  | ({ kind: 'refused' } & Trouble)
  /** The request may have arrived. A later start of the same id is safe. */
  | ({ kind: 'unknown' } & Trouble);

export interface Artifact {
  /** A path from `outputs`. */
  name: string;
  bytes: number;
  /** In lowercase hexadecimal. */
  sha256: string;
}

export interface LogSizes {
  stdoutBytes: number;
  stderrBytes: number;
  /** Whether the job wrote more than the engine keeps. */
  truncated: boolean;
}

/** How a started job ended. All times are the engine's own. */
export interface JobEnding {
  result: 'exited' | 'timed_out' | 'out_of_memory' | 'cancelled';
  /** Absent if a signal ended the process. */
  exitCode?: number;
  signal?: string;
  startedAt: Date;
  endedAt: Date;
  /**
   * Whole milliseconds in which the code could run, by a monotonic clock: from its start to its end, without the time in
   * which its machine kept it waiting for a processor, if the engine measures that. At most the order's `timeoutMs`.
   */
  billableMs: number;
  /** The processor time of the code, in milliseconds. */
  cpuMs?: number;
  maxMemoryBytes?: number;
  logs: LogSizes;
  artifacts: readonly Artifact[];
  /** The paths from `outputs` of which no file is kept, if there are any. */
  missingOutputs?: readonly string[];
}

/** What an engine reports of the files that it keeps. */
export function keptOf(
  outputs: readonly string[],
  artifacts: readonly Artifact[],
): Pick<JobEnding, 'artifacts' | 'missingOutputs'> {
  const kept = new Set(artifacts.map(({ name }) => name));
  const missingOutputs = [...new Set(outputs)].filter((name) => !kept.has(name));
  return { artifacts, ...(missingOutputs.length > 0 && { missingOutputs }) };
}

export type JobStatus =
  /** The engine has it; its code does not run yet. */
  | { kind: 'starting' }
  | { kind: 'running'; startedAt: Date; logs?: LogSizes }
  | { kind: 'ended'; ending: JobEnding }
  /** The engine gave it up before its code ran, for this reason. */
  | ({ kind: 'never_started' } & Trouble)
  /** Its code ran, and nobody can find out how it ended: its keeper or its machine is gone. */
  | { kind: 'lost'; reason: string }
  /** The engine answers, and has no such job. */
  | { kind: 'absent' }
  /** Only another machine knows: `host` is the name of the machine that was asked. */
  | { kind: 'elsewhere'; host: string }
  | ({ kind: 'unavailable'; retryAfterMs?: number } & Trouble);

export type LogStream = 'stdout' | 'stderr';

export interface Room {
  /** The largest job that the machine can take. */
  most: { cpuMillis: number; memoryMb: number };
  /** The memory in MiB that a job takes there besides what is sold. */
  overheadMb: number;
}

export interface ComputeEngine {
  /** As in the configuration: `javascript`, `oci`, `docker`, `kubernetes`. */
  readonly name: string;
  readonly isolation: Isolation;
  /** The machine that the engine's jobs are bound to; absent if every process reaches all of them. */
  readonly host?: string;
  /** Whether the ending of every job has its processor time. */
  readonly measuresCpu?: boolean;
  /** The machine that its jobs share with those of other engines; absent if it has a scheduler of its own. */
  readonly room?: Room | undefined;
  /** Never throws for an error of the engine. The signal ends the wait for its answer, never the job. */
  start(order: JobOrder, signal: AbortSignal): Promise<StartOutcome>;
  inspect(jobId: string, signal: AbortSignal): Promise<JobStatus>;
  /** At most `maxBytes` from the offset `after`; fewer at the current end. Absent: no such job. */
  logs(
    jobId: string,
    stream: LogStream,
    after: number,
    maxBytes: number,
  ): Promise<Uint8Array | undefined>;
  /** The bytes of an artifact of a job that ended. Absent: no such job or artifact. */
  artifact(jobId: string, name: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Ends the job's code; a job that has not started never will. No effect if it has ended. */
  cancel(jobId: string, signal: AbortSignal): Promise<void>;
  /** Deletes everything that the engine has of a job; ends a running job first. Only for jobs whose ending is saved. */
  remove(jobId: string): Promise<void>;
  /** The ids of all jobs that the engine has for this service, ended or not. For the sweep that ends orphans. */
  list(): Promise<readonly { jobId: string; createdAt: Date }[]>;
  close(): Promise<void>;
}

/** Why no engine can take the paths of an order; undefined if it can. */
export function pathRefusal({
  files,
  outputs,
}: Pick<JobOrder, 'files' | 'outputs'>): string | undefined {
  const paths = [...files.map(({ path }) => path), ...outputs];
  return paths.every(isInside) ? undefined : 'A path leads out of the working directory.';
}

function isInside(path: string): boolean {
  return !path.includes('\0') && path.split('/').every((part) => !['', '.', '..'].includes(part));
}
