/** Jobs, as the service passes them to the provider that carries them out. */

import type { Failure, ProviderOf, Reported } from '../providers/provider.ts';
import type { JobEnding, JobOrder, LogSizes, LogStream } from './engines/engine.ts';

export const ENGINE_LOST: Failure = {
  code: 'engine_lost',
  message: 'Nobody can tell any more how the job ended: its engine or its machine is gone.',
  retryable: true,
};

export const NEVER_ARRIVED: Failure = {
  code: 'environment_unavailable',
  message: 'The job was not started: its engine never got it.',
  retryable: true,
};

/** The engine ends a job at its time-out; this is added for its start, its end and the look-up. */
export const SLACK_MS = 120_000;

export interface ComputeWork {
  workspace: string;
  /** Absent if its environment is no longer on offer. */
  order?: JobOrder;
}

export interface ComputeAnswer extends Reported {
  ending: JobEnding;
}

export type ComputeReport = Reported;

/** Progress of a job whose code runs. */
export interface ComputeProgress {
  startedAt: Date;
  logs?: LogSizes;
}

export interface ComputeProvider extends ProviderOf<ComputeWork, ComputeAnswer, ComputeReport> {
  /** Absent if its code does not run, or if this process does not know. Never throws, and ends with the signal. */
  progress(jobId: string, signal: AbortSignal): Promise<ComputeProgress | undefined>;
  /** At most `maxBytes` of a job's output so far. Absent if this process does not know. */
  logs(
    jobId: string,
    stream: LogStream,
    after: number,
    maxBytes: number,
  ): Promise<Uint8Array | undefined>;
}
