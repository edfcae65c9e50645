/**
 * The service in several processes, for machines with several processors: they share the port and the database. This
 * process starts them, passes on the request to stop, and replaces one that ends by itself. They end with it.
 */
import cluster, { type Worker as Child } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../platform/lib/errors.ts';
import { onAbort } from '../platform/lib/on-abort.ts';
import { Problem } from '../platform/lib/problem.ts';
import type { Log } from '../platform/telemetry/log.ts';

interface ProcessesOptions {
  count: number;
  /** Added to the variables of this process. */
  environment: Record<string, string>;
  /** Stops all of them, even while they start. */
  stopping: AbortSignal;
  log: Log;
}

interface Processes {
  /** Where callers reach the API; undefined if there is no API, or if the start was given up. */
  url: string | undefined;
  /** Resolves while any of them serves. */
  health(): Promise<void>;
  /** The report of each process that serves; rejects if one does not answer. */
  reports(): Promise<unknown[]>;
  /** Resolves when all of them have ended after the request to stop. */
  untilEnded(): Promise<void>;
}

interface Ready {
  kind: 'ready';
  url?: string | undefined;
}

/** What was asked for. */
interface Report {
  kind: 'report';
  value: unknown;
}

const ASK = 'report';
const SILENT = 'A process of the service does not answer.';
/** Prometheus waits ten seconds. */
const TELL_WITHIN_MS = 8_000;

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/** Whether this is one of several processes. */
export const isOneOfMany = cluster.isWorker;

/** Tells the parent process that this one serves. */
export function reportReady(url: string | undefined): void {
  cluster.worker?.send({ kind: 'ready', url } satisfies Ready);
}

/** Answers each question of the parent process. */
export function reportOnRequest(read: () => Promise<unknown>): void {
  cluster.worker?.on('message', async (message) => {
    if (message !== ASK) return;
    const value = await read();
    if (cluster.worker?.isConnected())
      cluster.worker.send({ kind: 'report', value } satisfies Report);
  });
}

/** The process has nothing more to do here: without this, the channel to the parent keeps it alive. */
export function reportEnded(): void {
  cluster.worker?.disconnect();
}

/** Resolves once all of them serve or have stopped; if one cannot start, ends all and rejects. */
export async function startProcesses(options: ProcessesOptions): Promise<Processes> {
  const { count, environment, stopping, log } = options;
  /** Each process with the promise of its end. */
  const children = new Map<Child, Promise<void>>();
  const serving = new Set<Child>();
  const stop = () => {
    for (const child of children.keys()) child.process.kill('SIGTERM');
  };
  onAbort(stopping, stop);

  /** The report of the process once it serves; undefined if it ended before. */
  async function startOne(): Promise<Ready | undefined> {
    const child = cluster.fork(environment);
    const end = endOf(child, log).then(() => {
      children.delete(child);
      serving.delete(child);
    });
    children.set(child, end);
    const ready = await Promise.race([messageOf<Ready>(child, 'ready'), end]);
    if (!ready) return undefined;
    serving.add(child);
    void end.then(replace);
    return ready;
  }

  async function replace(): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      if (stopping.aborted) return;
      log.error({ pauseMs: pause }, 'ALERT: a process of the service has ended, and is replaced');
      await sleep(pause, undefined, { signal: stopping }).catch(() => {});
      if (stopping.aborted || (await startOne())) return;
    }
  }

  async function untilEnded(): Promise<void> {
    while (children.size > 0) await Promise.all(children.values());
  }

  // Concurrent requests share one answer.
  let asking: Promise<unknown[]> | undefined;
  const reports = () => {
    asking ??= askAll([...serving]).finally(() => {
      asking = undefined;
    });
    return asking;
  };

  async function health(): Promise<void> {
    if (serving.size > 0) return;
    throw new Problem('overloaded', 'No process of the service serves now.', {
      retryAfterSeconds: 1,
    });
  }

  if (stopping.aborted) return { url: undefined, health, reports, untilEnded };
  // Start one first: if the service cannot start, it says so once.
  const first = await startOne();
  const others = Array.from({ length: first && !stopping.aborted ? count - 1 : 0 }, startOne);
  const all = [first, ...(await Promise.all(others))];
  if (!stopping.aborted && all.includes(undefined)) {
    stop();
    await untilEnded();
    throw new StartError('A process of the service ended before it was ready.');
  }
  return { url: first?.url, health, reports, untilEnded };
}

/** The next message of this kind. */
function messageOf<T extends Ready | Report>(child: Child, kind: T['kind']): Promise<T> {
  return new Promise((resolve) => {
    const listen = (message: T) => {
      if (message.kind !== kind) return;
      child.off('message', listen);
      resolve(message);
    };
    child.on('message', listen);
  });
}

async function askAll(children: Child[]): Promise<unknown[]> {
  const answers = children.map(async (child) => {
    const answer = messageOf<Report>(child, 'report');
    if (child.isConnected()) child.send(ASK);
    const late = sleep(TELL_WITHIN_MS, undefined, { ref: false });
    const reports = await Promise.race([answer, late]);
    // Without it, the sums would be too small and look like a reset of the counters.
    if (!reports && child.isConnected())
      throw new Problem('overloaded', SILENT, { retryAfterSeconds: 1 });
    return reports?.value;
  });
  return (await Promise.all(answers)).filter((value) => value !== undefined);
}

function endOf(child: Child, log: Log): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.on('error', (error) => {
      log.warn({ err: error }, 'a process of the service could not be reached');
      // It did not even start, so no end of it follows.
      if (child.process.pid === undefined) resolve();
    });
  });
}
