/** The machine of a benchmark, and how much of it other processes left to the benchmark. */
import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { processTree } from './cpu.ts';

interface Machine {
  /** One line: its hardware, and what other processes have used of it since. */
  describe(): Promise<string>;
}

/** `postmaster` is that of the benchmark's own PostgreSQL. */
export async function watchMachine(postgres: {
  version: string;
  postmaster: number | undefined;
}): Promise<Machine> {
  const roots = [process.pid, postgres.postmaster].filter((pid) => pid !== undefined);
  const start = await usedSince(roots);
  return {
    async describe() {
      const processors = cpus();
      const what = [
        `${processors.length} processors (${processors[0]?.model.trim() || 'of an unknown model'})`,
        `Node ${process.versions.node}`,
        `PostgreSQL ${postgres.version}`,
      ].join(', ');
      const end = await usedSince(roots);
      return start && end ? `${what}; ${shares(start, end)}` : what;
    },
  };
}

/** Processor time in ticks of the kernel. */
interface Used {
  /** The time that existed. */
  all: number;
  /** The used time, including what the host took away. */
  busy: number;
  stolen: number;
  own: number;
}

const TICK_MS = 10;

/** Since the machine started; undefined if the system does not report it. */
async function usedSince(roots: readonly number[]): Promise<Used | undefined> {
  const text = await readFile('/proc/stat', 'utf8').catch(() => '');
  const line = /^cpu +(.+)$/m.exec(text)?.[1];
  if (line === undefined) return undefined;
  // `user` and `nice` already include the time of guests.
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, irq = 0, softIrq = 0, stolen = 0] =
    line.split(' ').map(Number);
  const busy = user + nice + system + irq + softIrq + stolen;
  const tree = await processTree(roots);
  const ownMs = tree.reduce((sum, each) => sum + each.ownMs + each.endedChildrenMs, 0);
  return { all: busy + idle + waiting, busy, stolen, own: ownMs / TICK_MS };
}

function shares(start: Used, end: Used): string {
  const spent = (name: keyof Used) => end[name] - start[name];
  const percent = (ticks: number) => `${Math.round((100 * Math.max(ticks, 0)) / spent('all'))} %`;
  const others = percent(spent('busy') - spent('own'));
  return `others took ${others} of the processor time (${percent(spent('stolen'))} as steal), the benchmark ${percent(spent('own'))}`;
}
