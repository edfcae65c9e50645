/** How the keeper launches the code of a job: Node with limits of the system around it. Also interprets its exit. */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { JAVASCRIPT_MOST } from '../environments.ts';
import { makeGroup, removeGroups, usedBy } from '../local/cgroups.ts';
import type { Exit, ExitFacts, KeptJob, Launch, LocalRuntime } from '../local/job-folder.ts';
import { compiledIn } from '../local/job-folder.ts';

/** What the service passes to the keepers of its jobs. */
export interface JavascriptSettings {
  /** Whether cgroups limit the code where they can. */
  groups: boolean;
}

const PROGRAM = fileURLToPath(new URL('./program.ts', import.meta.url));

/** The memory of the process besides that of the code. */
const OWN_MEMORY_MB = 96;
const KEEPER_MB = 24;
/** What Node reserves as data and does not use; a limit of the system on data counts it. */
const RESERVED_MB = 640;
const MIB = 1024 * 1024;
/** Node's compile cache has smaller files. */
const OWN_FILES_BYTES = 32 * MIB;
/** In which `ulimit` counts the size of files. */
const BLOCK_BYTES = 512;
/** Besides a share, code that the kernel does not limit gets a processor after the service and its database. */
const NICENESS = 10;

export function createJavascriptRuntime(): LocalRuntime {
  return {
    name: 'javascript',
    isolation: 'wasm',
    // Of ended processes only Linux tells it, whoever ended them.
    measuresCpu: existsSync('/proc/self/stat'),
    overheadMb: OWN_MEMORY_MB + KEEPER_MB,
    refusalOf({ source, memoryMb, cpuMillis }) {
      if (source === undefined) return 'This environment takes a source, and no command.';
      if (cpuMillis > JAVASCRIPT_MOST.cpuMillis) return 'A job can have at most one processor.';
      if (memoryMb > JAVASCRIPT_MOST.memoryMb)
        return `A job can have at most ${JAVASCRIPT_MOST.memoryMb} MiB of memory.`;
      return undefined;
    },
    launch,
    clear: ({ jobId }) => removeGroups(jobId),
  };
}

async function launch({ order, folder, work }: KeptJob): Promise<Launch> {
  const { jobId, cpuMillis } = order;
  const { groups } = order.settings as JavascriptSettings;
  const memoryBytes = (order.memoryMb + OWN_MEMORY_MB) * MIB;
  const group = groups ? await makeGroup(jobId, { cpuMillis, memoryBytes }) : undefined;
  const keeps = {
    ...(!group?.limits.cpu && { cpu: true }),
    ...(!group?.limits.memory && { memoryBytes }),
  };
  const dataKb = (order.memoryMb + OWN_MEMORY_MB + RESERVED_MB) * 1_024;
  const flags = [
    // While the memory of the code grows, V8 counts it twice. By default, it then collects garbage at each step of 64 KiB.
    '--external-memory-accounted-in-global-limit',
    `--max-old-space-size=${3 * (order.memoryMb + OWN_MEMORY_MB)}`,
    '--disable-proto=delete',
    '--no-warnings',
  ];
  return {
    file: '/bin/sh',
    args: [
      '-c',
      LIMITED,
      'sh',
      secondsOf(order.timeoutMs),
      String(Math.ceil((order.maxArtifactBytes + OWN_FILES_BYTES) / BLOCK_BYTES)),
      keeps.memoryBytes === undefined ? 'unlimited' : String(dataKb),
      keeps.cpu ? String(NICENESS) : '0',
      ...(group?.joins ?? []),
      '--',
      process.execPath,
      ...flags,
      PROGRAM,
      folder,
    ],
    // Nothing from the service's own environment.
    env: { NODE_COMPILE_CACHE: compiledIn(dirname(folder)) },
    cwd: work,
    reportsStart: true,
    ...(group && { group: group.jobId }),
    keeps,
    factsOf: async (exit, lines) => {
      const facts = factsOf(exit, lines);
      const isKilled = facts.exitCode === undefined && exit.signal === 'SIGKILL';
      if (!isKilled || !group || !(await usedBy(group.jobId)).outOfMemory) return facts;
      return { ...facts, outOfMemory: true };
    },
  };
}

/**
 * The arguments: the CPU seconds that the process may use, the blocks that a file of it may have, and the kilobytes of
 * data that it may use; its niceness; the files by which it joins a cgroup; and, after `--`, what to execute. Some shells
 * take only one limit at a time. Another process ends it when the keeper is gone: code may be stopped,
 * or in a step that takes long. The process dumps no core, and may open as many files as Node needs.
 */
const LIMITED = `
PATH=/usr/bin:/bin
(read -r _ <&4; kill -9 $$) </dev/null >/dev/null 2>&1 3>&- &
exec 4<&-
ulimit -c 0; ulimit -n 256; ulimit -t "$1"; ulimit -f "$2"; ulimit -d "$3" 2>/dev/null
[ "$4" = 0 ] || renice -n "$4" -p $$ >/dev/null
shift 4
while [ "$1" != -- ]; do echo $$ >"$1" || exit 1; shift; done; shift
exec "$@"
`;

/** Twice the time of the job: Node's own threads count as well. */
function secondsOf(timeoutMs: number): string {
  return String(Math.ceil(timeoutMs / 1_000) * 2 + 30);
}

/** The exit code of a process that V8 ended for lack of memory. */
const ABORTED = 134;

function factsOf(exit: Exit, lines: readonly Record<string, unknown>[]): ExitFacts {
  const isStarted = lines.some(({ started }) => started === true);
  if (!isStarted) return { neverStarted: 'The engine could not be loaded.' };
  const facts = lines.find((line) => 'exitCode' in line) as ExitFacts | undefined;
  if (facts) return facts;
  const isAborted = exit.signal === 'SIGABRT' || exit.code === ABORTED;
  return isAborted ? { outOfMemory: true } : {};
}
