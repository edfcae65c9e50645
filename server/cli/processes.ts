/**
 * The service in several processes, for machines with several processors: they share the port and the database, and
 * this process starts them, passes requests to stop on, and replaces one that ends by itself. They end with it.
 */
import cluster, { type Worker as Child } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../kernel/start-error.ts';
import type { Log } from '../telemetry/log.ts';

export interface Processes {
  /** Where callers reach the API; undefined without one. */
  url: string | undefined;
  /** Asks all of them to stop. */
  stop(): void;
  /** Resolves when all of them have ended. */
  ended: Promise<unknown>;
}

interface Ready {
  url?: string | undefined;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/** Whether this is one of several processes. */
export const isOneOfMany = cluster.isWorker;

/** Tells the process that started this one that it serves. */
export function tellReady(ready: Ready): void {
  cluster.worker?.send(ready);
}

/** Nothing more is to be done here: without this the channel to the other process keeps this one alive. */
export function tellEnded(): void {
  cluster.worker?.disconnect();
}

/** Resolves once all of them serve; rejects, with none left, where one ends before. */
export async function startProcesses(
  count: number,
  environment: Record<string, string>,
  log: Log,
): Promise<Processes> {
  const children = new Set<Child>();
  let isStopping = false;

  async function startOne(): Promise<Ready> {
    const child = cluster.fork(environment);
    children.add(child);
    const exit = once(child, 'exit').then(() => void children.delete(child));
    const ready = await Promise.race([once(child, 'message'), exit]);
    if (!ready) throw new StartError('A process of the service ended before it was ready.');
    if (isStopping) child.process.kill('SIGTERM');
    void exit.then(replace);
    return ready[0] as Ready;
  }

  async function replace(): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; !isStopping; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      log.error({ pauseMs: pause }, 'ALERT: a process of the service has ended, and is replaced');
      await sleep(pause, undefined, { ref: false });
      if (isStopping) return;
      const error = await startOne().catch((failure: unknown) => failure);
      if (!(error instanceof Error)) return;
    }
  }

  function stop(): void {
    isStopping = true;
    for (const child of children) child.process.kill('SIGTERM');
  }

  async function untilNoneIsLeft(): Promise<void> {
    while (children.size > 0) await Promise.all([...children].map((child) => once(child, 'exit')));
  }

  try {
    // One first: where the service can't start, it says so once.
    const { url } = await startOne();
    await Promise.all(Array.from({ length: count - 1 }, startOne));
    return { url, stop, ended: untilNoneIsLeft() };
  } catch (error) {
    stop();
    await untilNoneIsLeft();
    throw error;
  }
}
