/** Where logs and artifacts of jobs are kept once the jobs have ended, behind a port: in PostgreSQL, or somewhere else. */
import type { LogStream } from './engine.ts';

export interface OutputName {
  workspace: string;
  jobId: string;
  /** `stdout`, `stderr`, or the name of an artifact. */
  kind: 'log' | 'artifact';
  name: string;
}

export interface OutputStore {
  /** Saves a whole output. A repeat changes nothing: the first one that was saved stays. */
  save(output: OutputName, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** At most `maxBytes` from the offset `after`. Absent: none was saved. */
  read(output: OutputName, after: number, maxBytes: number): Promise<Uint8Array | undefined>;
}

export function logOf(workspace: string, jobId: string, name: LogStream): OutputName {
  return { workspace, jobId, kind: 'log', name };
}
