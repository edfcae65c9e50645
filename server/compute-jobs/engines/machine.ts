/**
 * The room of a machine for jobs, which all engines and all processes of the machine share. What is admitted and what
 * waits is a numbered file in one folder; a change is the next number. Only one process can create that file, so two
 * never give the same room away, and there is no lock that a killed process could leave.
 */
import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Room, StartOutcome } from './engine.ts';
import { isAbsence, writeFirst } from './local/job-folder.ts';
import { WAITS_AT_MOST_MS } from './local/processes.ts';

/** Whether an engine still has the job in its room: `absent` if it has not come to the engine yet. */
export type Presence = 'open' | 'over' | 'absent' | 'unknown';

/** `askAgainMs` is when the job should ask for its room again. */
type Admission = { isAdmitted: true } | { isAdmitted: false; askAgainMs: number };

/** `jobs` is a number of jobs. */
export interface MachineInUse extends Capacity {
  waiting: number;
  /** By each engine that this process or a running job has. */
  engines: ({ engine: string } & Capacity)[];
}

export interface Machine {
  readonly capacity: Capacity;
  /** Engines report about their own jobs. */
  know(engine: string, presenceOf: (jobId: string) => Promise<Presence>): void;
  /** Why the machine can never run this job; undefined if it can. */
  refusalOf(need: Need): string | undefined;
  /** Whether the job has room now. If not, it keeps its turn as long as it is asked for again. */
  admit(engine: string, need: Need): Promise<Admission>;
  /** Gives the room of a job back at once. */
  release(jobId: string): Promise<void>;
  inUse(): Promise<MachineInUse>;
}

/** What an engine says about the machine, if a job takes this much memory besides what is sold. */
export function roomOf({ capacity: { cpuMillis, memoryMb } }: Machine, overheadMb: number): Room {
  return { most: { cpuMillis, memoryMb: Math.max(0, memoryMb - overheadMb) }, overheadMb };
}

/** What an engine answers to the start of a job that has no room yet. */
export function withoutRoom({ askAgainMs }: { askAgainMs: number }): StartOutcome {
  const reason = 'The machine has no room for it yet.';
  return { kind: 'not_started', reason, retryAfterMs: askAgainMs };
}

interface Admitted extends Running {
  engine: string;
}

interface Waiting extends Need {
  /** When it was asked for the last time. */
  seen: number;
}

interface State {
  running: Admitted[];
  /** The oldest of each owner. */
  waiting: Waiting[];
}

/** An admitted job that does not come to its engine by then never will. */
const ARRIVES_WITHIN_MS = 60_000;
/** A job about which no engine says anything is over that long after its time-out: it may have waited before. */
const OVER_AFTER_MS = WAITS_AT_MOST_MS + 60_000;
/** A job that nobody asks for any more loses its turn. */
const ASKED_AGAIN_WITHIN_MS = 15_000;
/** Jobs ask less often if more owners wait, and often enough to keep their turn. */
const ASK_AGAIN_MS = { first: 1_000, perOwner: 100, most: 4_000 };
/** An engine reads files or calls Docker for each answer, and each job that waits needs the answers about all jobs. */
const KNOWN_FOR_MS = 500;
const MOST_KNOWN = 10_000;
/** No process reads an older file any more. */
const KEPT_FILES = 16;

export async function openMachine(folder: string, capacity: Capacity): Promise<Machine> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const engines = new Map<string, (jobId: string) => Promise<Presence>>();
  // Changes of this process do not race each other.
  const oneByOne = pLimit(1);

  const known = new LRUCache<string, Promise<boolean>>({
    ...{ max: MOST_KNOWN, ttl: KNOWN_FOR_MS },
    perf: { now: () => performance.now() },
  });

  function isOver(job: Admitted): Promise<boolean> {
    // A job that was admitted again is asked about again.
    const key = `${job.jobId} ${job.at}`;
    const before = known.get(key);
    if (before) return before;
    const answer = askEngine(job);
    known.set(key, answer);
    answer.catch(() => known.delete(key));
    return answer;
  }

  async function askEngine({ jobId, engine, at, timeoutMs }: Admitted): Promise<boolean> {
    // This process may not have the engine that another process has, or had before it was configured anew.
    const presence = await (engines.get(engine)?.(jobId) ?? 'unknown');
    const age = Date.now() - at;
    if (presence === 'unknown') return age > timeoutMs + OVER_AFTER_MS;
    return presence === 'over' || (presence === 'absent' && age > ARRIVES_WITHIN_MS);
  }

  async function tidied({ running, waiting }: State): Promise<State> {
    const over = await Promise.all(running.map(isOver));
    const since = Date.now() - ASKED_AGAIN_WITHIN_MS;
    return {
      running: running.filter((_, i) => !over[i]),
      waiting: waiting.filter(({ seen }) => seen > since),
    };
  }

  function admit(engine: string, need: Need): Promise<Admission> {
    return oneByOne(() =>
      change<Admission>(folder, async (before) => {
        const { running, waiting } = await tidied(before);
        if (running.some(({ jobId }) => jobId === need.jobId)) {
          return { result: { isAdmitted: true } };
        }
        const now = Date.now();
        const isAdmitted = mayStart(need, { running, waiting }, capacity, now);
        const next = isAdmitted
          ? {
              running: [...running, { ...need, engine, at: now }],
              waiting: waiting.filter(({ jobId }) => jobId !== need.jobId),
            }
          : { running, waiting: withWaiting(waiting, { ...need, seen: now }) };
        const askAgainMs = askAgainAfter(next.waiting.length);
        return { result: isAdmitted ? { isAdmitted } : { isAdmitted, askAgainMs }, next };
      }),
    );
  }

  return {
    capacity,
    know: (engine, presenceOf) => void engines.set(engine, presenceOf),
    refusalOf: (need) => (couldFit(need, capacity) ? undefined : tooLarge(need, capacity)),
    admit,
    release: (jobId) =>
      oneByOne(() =>
        change(folder, async ({ running, waiting }) => {
          const left = running.filter((job) => job.jobId !== jobId);
          const isKnown = left.length < running.length;
          return { result: undefined, ...(isKnown && { next: { running: left, waiting } }) };
        }),
      ),
    async inUse() {
      const { running, waiting } = await tidied((await newest(folder)).state);
      const names = new Set([...engines.keys(), ...running.map(({ engine }) => engine)]);
      const ofEngine = (name: string) => running.filter(({ engine }) => engine === name);
      return {
        ...usedBy(running),
        waiting: waiting.length,
        engines: [...names].map((engine) => ({ engine, ...usedBy(ofEngine(engine)) })),
      };
    },
  };
}

const MIB = 1024 * 1024;
/** What the service, PostgreSQL and the system keep: a quarter, at least a gibibyte, and never more than half. */
const LEAST_RESERVE_MB = 1_024;

/** What the operator says, or else what this machine or the container around the service can give to jobs. */
export function capacityOf(said: {
  jobs: number;
  cpuMillis: number | undefined;
  memoryMb: number | undefined;
}): Capacity {
  return {
    jobs: said.jobs,
    cpuMillis: said.cpuMillis ?? offeredCpuMillis(),
    memoryMb: said.memoryMb ?? offeredMemoryMb(),
  };
}

/** Processors are shared in time, so jobs may have all of them. */
function offeredCpuMillis(): number {
  return Math.floor(Math.min(availableParallelism(), quotaOf() ?? Infinity) * 1_000);
}

function offeredMemoryMb(): number {
  const limit = process.constrainedMemory();
  const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  const all = Math.floor(bytes / MIB);
  const reserve = Math.min(all / 2, Math.max(LEAST_RESERVE_MB, all / 4));
  return Math.floor(all - reserve);
}

/** The processors that the control group around this process may use, of either version; undefined without a limit. */
function quotaOf(): number | undefined {
  const unified = /^(\d+) (\d+)/.exec(textOf('/sys/fs/cgroup/cpu.max'));
  const quota = Number(unified?.[1] ?? textOf('/sys/fs/cgroup/cpu/cpu.cfs_quota_us'));
  const period = Number(unified?.[2] ?? textOf('/sys/fs/cgroup/cpu/cpu.cfs_period_us'));
  return quota > 0 && period > 0 ? quota / period : undefined;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function askAgainAfter(owners: number): number {
  const { first, perOwner, most } = ASK_AGAIN_MS;
  return Math.min(most, first + owners * perOwner);
}

function withWaiting(waiting: readonly Waiting[], job: Waiting): Waiting[] {
  const known = waiting.find(({ owner }) => owner === job.owner);
  if (known && known.jobId < job.jobId) return [...waiting];
  return [...waiting.filter((one) => one !== known), job];
}

function tooLarge({ cpuMillis, memoryMb }: Need, capacity: Capacity): string {
  return `It needs ${cpuMillis} thousandths of a processor and ${memoryMb} MiB with its processes; the machine offers ${capacity.cpuMillis} and ${capacity.memoryMb} MiB.`;
}

interface Step<T> {
  result: T;
  /** Absent if nothing changes. */
  next?: State;
}

async function change<T>(folder: string, step: (state: State) => Promise<Step<T>>): Promise<T> {
  for (;;) {
    const { number, state } = await newest(folder);
    const { result, next } = await step(state);
    if (!next) return result;
    const file = join(folder, nameOf(number + 1));
    if (!(await writeFirst(file, next))) continue;
    if (Math.max(...(await numbersIn(folder))) === number + 1) {
      await removeBefore(folder, number - KEPT_FILES);
      return result;
    }
    // Others have gone on, perhaps without this change, if its number was in use long ago. Every step may be repeated.
    await rm(file, { force: true });
  }
}

/** And what killed processes left of older changes. */
async function removeBefore(folder: string, number: number): Promise<void> {
  const old = (await readdir(folder)).filter((name) => Number.parseInt(name, 10) < number);
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })));
}

async function newest(folder: string): Promise<{ number: number; state: State }> {
  for (;;) {
    const number = Math.max(0, ...(await numbersIn(folder)));
    const empty: State = { running: [], waiting: [] };
    if (number === 0) return { number, state: empty };
    try {
      return { number, state: JSON.parse(await readFile(join(folder, nameOf(number)), 'utf8')) };
    } catch (error) {
      // A machine that lost power may have kept the name and not the content; it then runs no jobs.
      if (error instanceof SyntaxError) return { number, state: empty };
      if (!isAbsence(error)) throw error;
    }
  }
}

async function numbersIn(folder: string): Promise<number[]> {
  const names = await readdir(folder);
  return names.flatMap((name) => /^(\d+)\.json$/.exec(name)?.[1] ?? []).map(Number);
}

function nameOf(number: number): string {
  return `${number}.json`;
}

/**
 * Which job a machine starts next. The owner that uses the smallest part of the machine goes first, and the oldest job
 * of that owner. If the first job does not fit, later ones may start only if they delay it by nothing: they end before
 * there is room for it by the time-outs of what runs, or what they take is not missing then. So a large job does not
 * wait forever behind small ones, and processors do not idle for it.
 */

export interface Capacity {
  /** Thousandths of a processor. */
  cpuMillis: number;
  memoryMb: number;
  jobs: number;
}

export interface Need {
  jobId: string;
  /** For whom it runs: owners share the machine. */
  owner: string;
  cpuMillis: number;
  /** Including the memory of the processes that run the code. */
  memoryMb: number;
  timeoutMs: number;
}

export interface Running extends Need {
  /** When it was admitted, in milliseconds since 1970. */
  at: number;
}

type Amounts = readonly [cpuMillis: number, memoryMb: number, jobs: number];

const amountsOf = ({ cpuMillis, memoryMb }: Pick<Need, 'cpuMillis' | 'memoryMb'>): Amounts => [
  cpuMillis,
  memoryMb,
  1,
];
const totalOf = ({ cpuMillis, memoryMb, jobs }: Capacity): Amounts => [cpuMillis, memoryMb, jobs];

function usedBy(running: readonly Need[]): Capacity {
  const [cpuMillis, memoryMb, jobs] = sumOf(running);
  return { cpuMillis, memoryMb, jobs };
}

function sumOf(running: readonly Need[]): Amounts {
  return running.reduce<Amounts>((sum, need) => plus(sum, amountsOf(need)), [0, 0, 0]);
}

/** Whether the machine could run it if it ran nothing else. */
function couldFit(need: Need, capacity: Capacity): boolean {
  return fits(need, totalOf(capacity));
}

/** `waiting` are the jobs that found no room so far. */
export function mayStart(
  need: Need,
  { running, waiting }: { running: readonly Running[]; waiting: readonly Need[] },
  capacity: Capacity,
  now: number,
): boolean {
  const total = totalOf(capacity);
  const part = (jobs: readonly Need[]) =>
    Math.max(...sumOf(jobs).map((used, i) => used / total[i]!));
  const share = (owner: string) => part(running.filter((job) => job.owner === owner));
  // As for slots of a provider: server/adr/0006-a-share-of-the-free-slots.md.
  const mayHaveMore = (owner: string) => share(owner) < 2 * (1 - part(running));
  if (!mayHaveMore(need.owner)) return false;
  const before = (a: Need, b: Need) =>
    share(a.owner) - share(b.owner) || (a.jobId < b.jobId ? -1 : 1);
  const ahead = waiting
    .filter((job) => job.jobId !== need.jobId && mayHaveMore(job.owner) && before(job, need) < 0)
    .sort(before);
  let free = minus(total, sumOf(running));
  const ends: End[] = running.map((job) => ({ job, end: job.at + job.timeoutMs }));
  let first: Need | undefined;
  for (const job of ahead) {
    if (fits(job, free)) {
      free = minus(free, amountsOf(job));
      ends.push({ job, end: now + job.timeoutMs });
    } else first ??= job;
  }
  if (!fits(need, free)) return false;
  return first === undefined || delaysNothing(need, first, { free, ends, now });
}

interface End {
  job: Need;
  end: number;
}

function delaysNothing(
  need: Need,
  first: Need,
  { free, ends, now }: { free: Amounts; ends: End[]; now: number },
): boolean {
  let then = free;
  for (const { job, end } of ends.sort((a, b) => a.end - b.end)) {
    then = plus(then, amountsOf(job));
    if (!fits(first, then)) continue;
    return now + need.timeoutMs <= end || fits(need, minus(then, amountsOf(first)));
  }
  return true;
}

function fits(need: Need, free: Amounts): boolean {
  return amountsOf(need).every((amount, i) => amount <= free[i]!);
}

function plus(a: Amounts, b: Amounts): Amounts {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

function minus(a: Amounts, b: Amounts): Amounts {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}
