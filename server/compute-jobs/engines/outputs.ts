/** The port for logs and artifacts of jobs that have ended: PostgreSQL stores them, or another store. */
import { LOWEST_UUID } from '../../platform/lib/ids.ts';
import type { LogStream } from './engine.ts';

export interface OutputName {
  workspace: string;
  jobId: string;
  /** `stdout`, `stderr`, or the name of an artifact. */
  kind: 'log' | 'artifact';
  name: string;
}

export interface OutputStore {
  /** Saves a whole output. A repeat changes nothing: the first save stays. */
  save(output: OutputName, content: AsyncIterable<Uint8Array>): Promise<void>;
  /**
   * At most `maxBytes` from the offset `after`. Absent: none was saved. A reader of many parts passes the same `into` each
   * time, which the store may use for the bytes: otherwise V8 collects the whole heap for every few mebibytes of buffers.
   */
  read(
    output: OutputName,
    after: number,
    maxBytes: number,
    into?: Buffer,
  ): Promise<Uint8Array | undefined>;
}

/** A store that can remove outputs that the service no longer keeps. */
export interface KeptOutputs extends OutputStore {
  /** Jobs of the workspace with saved outputs, whose ids are above `after` and below `before`: the lowest ids first. */
  jobs(workspace: string, range: JobRange, atMost: number): Promise<string[]>;
  /** All outputs of one job. */
  names(workspace: string, jobId: string): Promise<Pick<OutputName, 'kind' | 'name'>[]>;
  /** Removes all outputs of these jobs. */
  remove(workspace: string, jobIds: readonly string[]): Promise<void>;
}

export interface JobRange {
  after: string;
  before: string;
}

/**
 * Removes the outputs of jobs below `before`, except those of open jobs. Returns whether all of them are gone: it stops
 * when the time is up.
 */
export async function removeOutputs(
  store: Pick<KeptOutputs, 'jobs' | 'remove'>,
  { workspace, before }: { workspace: string; before: string },
  areOpen: (jobIds: readonly string[]) => Promise<{ has(jobId: string): boolean }>,
  isTimeUp: () => boolean,
): Promise<boolean> {
  let none = true;
  for (let after = LOWEST_UUID; ; ) {
    const jobs = await store.jobs(workspace, { after, before }, REMOVED_AT_ONCE);
    const open = await areOpen(jobs);
    const ended = jobs.filter((jobId) => !open.has(jobId));
    if (ended.length < jobs.length) none = false;
    await store.remove(workspace, ended);
    if (jobs.length < REMOVED_AT_ONCE) return none;
    if (isTimeUp()) return false;
    after = jobs.at(-1)!;
  }
}

const REMOVED_AT_ONCE = 100;

export function logOf(workspace: string, jobId: string, name: LogStream): OutputName {
  return { workspace, jobId, kind: 'log', name };
}
