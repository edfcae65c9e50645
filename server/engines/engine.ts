/**
 * The port: what the service asks of an engine that runs code. A job's id is the engine's own name for its work, so a
 * second start of it is refused by the engine, and a start whose answer was lost is settled by asking or by starting
 * again. Names no resource, no price and no workspace.
 */

/** How far the code is from the machine's kernel, weakest first by `ISOLATIONS`. */
export type Isolation = 'container' | 'wasm' | 'gvisor' | 'vm';

export const ISOLATIONS: readonly Isolation[] = ['container', 'wasm', 'gvisor', 'vm'];

export interface JobFile {
  /** Relative to the working directory, with forward slashes, without `..`. */
  path: string;
  content: Uint8Array;
}

export interface JobOrder {
  /** A UUID; the engine's name for the work. */
  jobId: string;
  /** What the operator configured for the environment, such as an image; the engine knows its shape. */
  environment: { id: string; options: unknown };
  /** Exactly one of `source` and `command`. */
  source?: string;
  command?: readonly string[];
  stdin?: Uint8Array;
  files: readonly JobFile[];
  env: Readonly<Record<string, string>>;
  /** Paths of files that are kept as artifacts when the job ends; a missing one is left out. */
  outputs: readonly string[];
  /** Thousandths of a processor. */
  cpuMillis: number;
  memoryMb: number;
  /** Counted by the engine from the job's own start. */
  timeoutMs: number;
  maxLogBytes: number;
  maxArtifactBytes: number;
}

/** What an engine could not do. */
interface Trouble {
  /** Shown to the caller of the job: a sentence of ours. */
  reason: string;
  /** For the log of the service only: it may have paths, addresses and words of others. */
  fault?: string;
}

/** The outcome of a start. */
export type StartOutcome =
  /** The engine has the job under its id, from this start or an earlier one. */
  | { kind: 'started' }
  /** Proven: the engine has not got the job, and will not get it from this request. */
  | ({ kind: 'not_started'; retryAfterMs?: number } & Trouble)
  /** Proven as above, and no later start would do better: the image is gone, the order is not one it can take. */
  | ({ kind: 'refused' } & Trouble)
  /** The request may have arrived. A later start of the same id is safe. */
  | ({ kind: 'unknown' } & Trouble);

export interface Artifact {
  /** The path that was asked for in `outputs`. */
  name: string;
  bytes: number;
  /** In lower-case hexadecimal. */
  sha256: string;
}

export interface LogSizes {
  stdoutBytes: number;
  stderrBytes: number;
  /** Whether the job wrote more than is kept. */
  truncated: boolean;
}

/** How a job ended that did start. All times are the engine's own. */
export interface JobEnding {
  result: 'exited' | 'timed_out' | 'out_of_memory' | 'cancelled';
  /** Absent if a signal ended the process. */
  exitCode?: number;
  signal?: string;
  startedAt: Date;
  endedAt: Date;
  /** Whole milliseconds between both by a clock that does not jump; at most the order's `timeoutMs`. */
  billableMs: number;
  cpuMs?: number;
  maxMemoryBytes?: number;
  logs: LogSizes;
  artifacts: readonly Artifact[];
}

export type JobStatus =
  /** The engine has it; its code does not run yet. */
  | { kind: 'starting' }
  | { kind: 'running'; startedAt: Date; logs?: LogSizes }
  | { kind: 'ended'; ending: JobEnding }
  /** The engine gave it up before its code ran, and says why. */
  | ({ kind: 'never_started' } & Trouble)
  /** Its code ran, and how it ended can't be found out any more: its keeper or its machine is gone. */
  | { kind: 'lost'; reason: string }
  /** The engine answers, and has no such job. */
  | { kind: 'absent' }
  /** Only another machine knows: `host` is the name of the one that was asked. */
  | { kind: 'elsewhere'; host: string }
  | ({ kind: 'unavailable'; retryAfterMs?: number } & Trouble);

export type LogStream = 'stdout' | 'stderr';

export interface ComputeEngine {
  /** As in the configuration: `javascript`, `oci`, `docker`, `kubernetes`. */
  readonly name: string;
  readonly isolation: Isolation;
  /** The machine that the engine's jobs are bound to; absent if every process reaches all of them. */
  readonly host?: string;
  /** Never throws for what the engine does. The signal ends the wait for its answer, never the job. */
  start(order: JobOrder, signal: AbortSignal): Promise<StartOutcome>;
  inspect(jobId: string, signal: AbortSignal): Promise<JobStatus>;
  /** At most `maxBytes` from the offset `after`; fewer at the end of what there is by now. Absent: no such job. */
  logs(
    jobId: string,
    stream: LogStream,
    after: number,
    maxBytes: number,
  ): Promise<Uint8Array | undefined>;
  /** The bytes of an artifact of a job that ended. Absent: no such job or artifact. */
  artifact(jobId: string, name: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Ends the job's code; a job that did not start yet never will. Ends without effect where it has ended. */
  cancel(jobId: string, signal: AbortSignal): Promise<void>;
  /** Deletes all that the engine keeps of a job, and ends it first where it runs. Only for jobs whose ending is saved. */
  remove(jobId: string): Promise<void>;
  /** The ids of all jobs that the engine has for this service, ended or not. For the sweep that ends orphans. */
  list(): Promise<readonly { jobId: string; createdAt: Date }[]>;
  close(): Promise<void>;
}
