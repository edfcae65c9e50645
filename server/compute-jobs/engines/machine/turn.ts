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

export function usedBy(running: readonly Need[]): Capacity {
  const [cpuMillis, memoryMb, jobs] = sumOf(running);
  return { cpuMillis, memoryMb, jobs };
}

function sumOf(running: readonly Need[]): Amounts {
  return running.reduce<Amounts>((sum, need) => plus(sum, amountsOf(need)), [0, 0, 0]);
}

/** Whether the machine could run it if it ran nothing else. */
export function couldFit(need: Need, capacity: Capacity): boolean {
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
