/**
 * CPU profiles of the service's processes: the functions with the most time of their own. Node writes a profile into
 * the folder when a process ends.
 */
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Statistics } from './statistics.ts';

/** The parts of a `.cpuprofile` that are read. Times are in microseconds. */
interface CpuProfile {
  nodes: {
    id: number;
    callFrame: { functionName: string; url: string; lineNumber: number };
  }[];
  samples: number[];
  /** Each from the previous sample; the first from the start. */
  timeDeltas: number[];
  endTime: number;
  startTime: number;
}

interface FunctionTime {
  name: string;
  /** The file and the line, from the project's folder; empty for native code. */
  location: string;
  selfMs: number;
}

interface Profiles {
  /** The functions of all processes that have ended since, the one with the most time first. */
  functions(): Promise<FunctionTime[]>;
}

const FUNCTIONS = 20;
const PACKAGES = '/node_modules/';
const ROOT = resolve(import.meta.dirname, '../..');

/** The Node flags that make a process write a profile. */
export function profilingFlags(folder: string | undefined): string[] {
  return folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${resolve(folder)}`];
}

/** Ignores profiles that are already in the folder. */
export async function watchProfiles(folder: string): Promise<Profiles> {
  await mkdir(folder, { recursive: true });
  const before = new Set(await profilesIn(folder));
  return {
    async functions() {
      const all = new Map<string, FunctionTime>();
      for (const file of await profilesIn(folder)) {
        if (before.has(file)) continue;
        const profile = JSON.parse(await readFile(join(folder, file), 'utf8')) as CpuProfile;
        addSelfTimes(all, profile);
      }
      return [...all.values()].sort((a, b) => b.selfMs - a.selfMs);
    },
  };
}

async function profilesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile'));
}

/** A sample counts for the time until the next one. Ignores idle time. */
function addSelfTimes(all: Map<string, FunctionTime>, profile: CpuProfile): void {
  const { nodes, samples, timeDeltas, startTime, endTime } = profile;
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  let at = startTime;
  for (const [i, id] of samples.entries()) {
    at += timeDeltas[i]!;
    const us = timeDeltas[i + 1] ?? endTime - at;
    const frame = frames.get(id);
    if (!frame || us <= 0 || frame.functionName === '(idle)') continue;
    const name = frame.functionName || '(anonymous)';
    const location = locationOf(frame);
    const key = `${name} ${location}`;
    const known = all.get(key) ?? { name, location, selfMs: 0 };
    known.selfMs += us / 1_000;
    all.set(key, known);
  }
}

function locationOf({ url, lineNumber }: CpuProfile['nodes'][number]['callFrame']): string {
  if (url === '') return '';
  const path = url.startsWith('file:') ? relative(ROOT, fileURLToPath(url)) : url;
  const file = path.slice(path.lastIndexOf(PACKAGES) + 1);
  return `${file}:${lineNumber + 1}`;
}

export function printFunctions(functions: FunctionTime[], out: NodeJS.WritableStream): void {
  const total = functions.reduce((sum, { selfMs }) => sum + selfMs, 0);
  out.write(
    `\nFunctions of the service with the most time of their own, of ${total.toFixed(0)} ms:\n`,
  );
  for (const { name, location, selfMs } of functions.slice(0, FUNCTIONS)) {
    const share = `${((selfMs / total) * 100).toFixed(1)} %`;
    out.write(`${selfMs.toFixed(0).padStart(9)} ms  ${share.padStart(6)}  ${name}  ${location}\n`);
  }
}

export function printStatistics({ statements, wal }: Statistics, out: NodeJS.WritableStream): void {
  out.write('\nStatements of the service that took the most time in PostgreSQL:\n');
  for (const { text, calls, totalMs, meanMs } of statements) {
    const figures = [
      `${totalMs.toFixed(0).padStart(9)} ms`,
      `${calls.toFixed(0).padStart(8)} calls`,
      `${meanMs.toFixed(3).padStart(9)} ms each`,
    ];
    out.write(`${figures.join('  ')}  ${text.replaceAll(/\s+/g, ' ').slice(0, 100)}\n`);
  }
  const [records, images, bytes] = [wal.records, wal.fullPageImages, wal.bytes].map((count) =>
    count.toLocaleString('en'),
  );
  out.write(`\nLog of PostgreSQL: ${records} records, ${images} images of pages, ${bytes} bytes\n`);
}
