/**
 * Processes of jobs: their names, which contain the start time because the system reuses a PID, how they are ended, and the
 * watch over code that runs.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobOrder } from '../engine.ts';
import { cpuMsOf as cpuMsOfGroup, processesIn } from './cgroups.ts';
import { isThere, type KeptJob, type Launch } from './job-folder.ts';

export interface ProcessName {
  pid: number;
  /** The start time, as the system counts; absent if it cannot be read. */
  began?: string;
}

export async function nameOf(pid: number): Promise<ProcessName> {
  const stat = await statOf(pid);
  return { pid, ...(stat && { began: stat.began }) };
}

export async function isAlive({ pid, began }: ProcessName): Promise<boolean> {
  if (began === undefined) return exists(pid);
  const stat = await statOf(pid);
  return stat?.began === began && stat.state !== 'Z';
}

/** Kills the process and its group, if it is still the named one. */
export async function killGroupOf(name: ProcessName): Promise<void> {
  if (await isAlive(name)) killGroup(name.pid);
}

export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Of the process itself, or of all its ended children that it has waited for; undefined if it cannot be read. */
export async function cpuMsOf(
  pid: number | 'self',
  whose: 'own' | 'children' = 'own',
): Promise<number | undefined> {
  const cpuMs = (await statOf(pid))?.cpuMs;
  return cpuMs?.[whose];
}

/** The memory that the process alone has: not its program, which all processes of it share. */
async function ownBytesOf(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB/gm)].map(([, kb]) =>
    Number(kb),
  );
  return kilobytes.length === 0 ? undefined : kilobytes.reduce((sum, one) => sum + one, 0) * 1_024;
}

/** How many threads of these processes could use a processor now, up to `most`. */
async function countRunnable(pids: readonly number[], most: number): Promise<number> {
  let count = 0;
  for (const pid of pids) {
    for (const thread of await readdir(`/proc/${pid}/task`).catch(() => [])) {
      if (count >= most) return count;
      if ((await statOf(`${pid}/task/${thread}`))?.state === 'R') count++;
    }
  }
  return count;
}

/** Linux reports to programs in hundredths of a second. */
const TICK_MS = 10;

interface Stat {
  state: string;
  began: string;
  cpuMs: { own: number; children: number };
}

/** Of the process's `stat` file on Linux: the fields 3, 14 to 17 and 22. Its name may contain any characters. */
async function statOf(process: number | string): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${process}/stat`, 'utf8').catch(() => undefined);
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, began] = [fields?.[0], fields?.[19]];
  if (state === undefined || began === undefined) return undefined;
  const sum = (a: number, b: number) => (Number(fields![a]) + Number(fields![b])) * TICK_MS;
  return { state, began, cpuMs: { own: sum(11, 12), children: sum(13, 14) } };
}

/** Between two checks whether the job has to end. */
const LOOK_EVERY_MS = 100;
/** The same for code that the keeper has to stop whenever it is ahead of its share. */
const BRAKE_EVERY_MS = 10;
/** Ahead by less, the code is not stopped. */
const LEAST_AHEAD_MS = 5;
/** Code that waited for a processor may be ahead by this much afterwards. */
const MOST_CREDIT_MS = 100;
/** How long a job may take in addition to its time-out, because its machine kept it waiting. */
export const WAITS_AT_MOST_MS = 60_000;

export type Ended = 'exited' | 'timed_out' | 'cancelled' | 'out_of_memory';

interface Watched {
  ended: Ended;
  /** How long the code could run, in whole milliseconds. */
  ranMs: number;
}

interface Watching {
  /** Until the code has ended, or has to. */
  untilEnd(over: Promise<unknown>): Promise<Watched>;
  /** The processor time that the code used, once it has ended; undefined if nobody measures it. */
  cpuMs(): Promise<number | undefined>;
}

/**
 * Watches code that runs: how long it could run, how much processor time it used, and whether it keeps what it was sold
 * if the kernel does not see to that.
 *
 * A job's time-out counts the time in which it could run. Time in which its threads wanted a processor and waited for
 * one, within its share, does not count: the machine was busy with others. That adds at most a minute. Begins with the
 * code.
 */
export async function watchCode(
  { order, folder }: KeptJob,
  { group, keeps }: Pick<Launch, 'group' | 'keeps'>,
  pid: number,
): Promise<Watching> {
  const measured = () => (group === undefined ? cpuMsOf(pid) : cpuMsOfGroup(group));
  const [before = 0, ofOthers = 0] = await Promise.all([measured(), cpuMsOf('self', 'children')]);
  const from = performance.now();
  const time = createRunTime(order);
  const brake = keeps?.cpu ? createBrake(pid, order.cpuMillis) : undefined;

  let nextWholeMs = 0;
  let isStopped = false;

  /** Looks at everything every LOOK_EVERY_MS and when the time seems to be over: the brake needs only the clock. */
  async function look(): Promise<{ ended?: Ended; ranMs: number; nextInMs: number }> {
    const cpuMs = await measured();
    const wallMs = performance.now() - from;
    const used = cpuMs === undefined ? undefined : cpuMs - before;
    const isLate = () => time.isUp({ wallMs, cpuMs: used ?? 0 });
    const isWhole = wallMs >= nextWholeMs || isLate();
    if (isWhole && used !== undefined) {
      const pids = group === undefined ? [pid] : await processesIn(group);
      const threads = isStopped
        ? 'stopped'
        : await countRunnable(pids, Math.ceil(order.cpuMillis / 1_000));
      time.sample({ wallMs, cpuMs: used }, threads);
    }
    const braked = used === undefined ? undefined : brake?.({ wallMs, cpuMs: used });
    isStopped = braked?.isStopped ?? false;
    const ended = isWhole ? await endOf(isLate()) : undefined;
    // A timer may be early by one.
    if (isWhole) nextWholeMs = wallMs + LOOK_EVERY_MS - 1;
    const ranMs = time.ranMs(wallMs);
    const leftMs = Math.max(BRAKE_EVERY_MS, order.timeoutMs - ranMs);
    return {
      ...(ended && { ended }),
      ...{ ranMs, nextInMs: Math.min(leftMs, braked?.nextInMs ?? LOOK_EVERY_MS) },
    };
  }

  async function endOf(isLate: boolean): Promise<Ended | undefined> {
    const isFull =
      keeps?.memoryBytes !== undefined && ((await ownBytesOf(pid)) ?? 0) > keeps.memoryBytes;
    if (isFull) return 'out_of_memory';
    if (isLate) return 'timed_out';
    return (await isThere(join(folder, 'cancel'))) ? 'cancelled' : undefined;
  }

  return {
    async untilEnd(end) {
      const over = end.then(() => 'exited' as const);
      for (;;) {
        const { ended, ranMs, nextInMs } = await look();
        if (ended) return { ended, ranMs: whole(ranMs) };
        const sleepsFrom = performance.now();
        const which = await Promise.race([over, sleep(nextInMs)]);
        if (which !== 'exited') continue;
        return { ended: 'exited', ranMs: whole(ranMs + performance.now() - sleepsFrom) };
      }
    },
    async cpuMs() {
      // The system adds what a process used to its parent when that has waited for it.
      const children = group === undefined ? await cpuMsOf('self', 'children') : undefined;
      const after = group === undefined ? children && children - ofOthers : await measured();
      return after === undefined ? undefined : Math.max(0, Math.round(after - before));
    },
  };

  function whole(ranMs: number): number {
    return Math.min(order.timeoutMs, Math.round(ranMs));
  }
}

interface Clock {
  wallMs: number;
  cpuMs: number;
}

/** How long code could run, by how many of its threads wanted a processor at each sample. */
export function createRunTime({ cpuMillis, timeoutMs }: Pick<JobOrder, 'cpuMillis' | 'timeoutMs'>) {
  const share = cpuMillis / 1_000;
  let last: Clock = { wallMs: 0, cpuMs: 0 };
  let waitedMs = 0;
  const ranMs = (wallMs: number) => wallMs - Math.min(Math.max(0, waitedMs), WAITS_AT_MOST_MS);
  return {
    sample(now: Clock, threads: number | 'stopped'): void {
      // Whether code that its keeper has stopped wants a processor shows when it goes on.
      if (threads === 'stopped') return;
      const wanted = Math.min(share, threads);
      const [wallMs, cpuMs] = [now.wallMs - last.wallMs, now.cpuMs - last.cpuMs];
      waitedMs += wanted > 0 ? wallMs - cpuMs / wanted : -cpuMs / share;
      last = now;
    },
    ranMs,
    isUp: ({ wallMs, cpuMs }: Clock) => ranMs(wallMs) >= timeoutMs || cpuMs >= timeoutMs * share,
  };
}

/** Stops the process while it is ahead of its share, and says after how long it has to be asked again. */
function createBrake(pid: number, cpuMillis: number) {
  let last: Clock = { wallMs: 0, cpuMs: 0 };
  let aheadMs = 0;
  let isStopped = false;
  return (now: Clock) => {
    const earned = now.wallMs - last.wallMs;
    const due = ((now.cpuMs - last.cpuMs) * 1_000) / cpuMillis;
    aheadMs = Math.max(-MOST_CREDIT_MS, aheadMs + due - earned);
    last = now;
    const isAhead = aheadMs >= (isStopped ? 1 : LEAST_AHEAD_MS);
    if (isAhead !== isStopped) signal(pid, isAhead ? 'SIGSTOP' : 'SIGCONT');
    isStopped = isAhead;
    return { isStopped, nextInMs: isStopped ? Math.min(aheadMs, LOOK_EVERY_MS) : BRAKE_EVERY_MS };
  };
}

function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended already.
  }
}
