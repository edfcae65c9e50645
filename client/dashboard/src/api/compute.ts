/** The environments of jobs, and the output of jobs. */
import { useEffect, useRef, useState } from 'react';
import { api, http } from './client.ts';
import { isPassing } from './problems.ts';

const WORKSPACE = '/v1/dashboard/workspaces/{workspaceId}';
const LOGS = `${WORKSPACE}/compute-jobs/{jobId}/logs` as const;

export function useEnvironments(workspaceId: string, enabled = true) {
  return api.useQuery(
    'get',
    `${WORKSPACE}/compute-environments`,
    { params: { path: { workspaceId } } },
    { staleTime: 60_000, enabled },
  );
}

export type LogStream = 'stdout' | 'stderr';

export interface LogOf {
  workspaceId: string;
  jobId: string;
  stream: LogStream;
  /** For a job that has ended, the size of the stream: the page reads its end, and no more. */
  bytes: number | undefined;
}

export interface ShownLog {
  text: string;
  /** The number of bytes of the stream before the text. */
  leftOut: number;
  /** The stream has ended. */
  isOver: boolean;
  /** Another machine has what the job has written so far. */
  isElsewhere?: boolean;
  error?: unknown;
}

/** How many characters of a log the page shows, from its end. */
const MOST_SHOWN = 200_000;
const EVERY = 1_000;
const NOTHING: ShownLog = { text: '', leftOut: 0, isOver: false };

/** A log as it grows. */
export function useLog({ workspaceId, jobId, stream, bytes }: LogOf): ShownLog {
  const [log, setLog] = useState(NOTHING);
  const size = useRef(bytes);
  size.current = bytes;
  useEffect(() => {
    const gone = new AbortController();
    setLog(NOTHING);
    const sizeOf = () => size.current;
    void follow({ workspaceId, jobId, stream, sizeOf }, gone.signal, setLog);
    return () => gone.abort();
  }, [workspaceId, jobId, stream]);
  return log;
}

interface Followed extends Omit<LogOf, 'bytes'> {
  sizeOf: () => number | undefined;
}

async function follow(
  { workspaceId, jobId, stream, sizeOf }: Followed,
  signal: AbortSignal,
  show: (log: ShownLog) => void,
): Promise<void> {
  let [text, after] = ['', 0];
  while (!signal.aborted) {
    const end = (sizeOf() ?? 0) - MOST_SHOWN;
    const isJump = end > after;
    // Skips text that the page would drop at once.
    if (isJump) [text, after] = ['', end];
    const query = { stream, after };
    const params = { path: { workspaceId, jobId }, query };
    const { data, error } = await http
      .GET(LOGS, { params, signal })
      .catch((thrown: unknown) => ({ data: undefined, error: thrown }));
    if (signal.aborted) return;
    if (data) {
      // A part that begins in the middle of a character has half of it.
      const part = isJump ? data.text.replace(/^\ufffd+/, '') : data.text;
      text = (text + part).slice(-MOST_SHOWN).replace(/^[\udc00-\udfff]/, '');
      after = data.next;
      const leftOut = Math.max(0, after - new Blob([text]).size);
      show({ text, leftOut, isOver: data.ended, isElsewhere: data.elsewhere === true });
      if (data.ended) return;
      if (part !== '') continue;
    } else if (!isPassing(error)) {
      return show({ text, leftOut: 0, isOver: true, error });
    }
    await new Promise((resolve) => setTimeout(resolve, EVERY));
  }
}

/** The address that saves a whole log. */
export function logFile(workspaceId: string, jobId: string, stream: LogStream): string {
  return `${jobPath(workspaceId, jobId)}/log-file?stream=${stream}`;
}

export function artifactFile(workspaceId: string, jobId: string, name: string): string {
  return `${jobPath(workspaceId, jobId)}/artifacts/${encodeURIComponent(name)}`;
}

function jobPath(workspaceId: string, jobId: string): string {
  return `${WORKSPACE.replace('{workspaceId}', workspaceId)}/compute-jobs/${jobId}`;
}
