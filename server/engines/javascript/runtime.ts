/** How the keeper launches the code of a job: Node with limits of the system around it. Also interprets its exit. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compiledIn } from '../local/job-folder.ts';
import type { Exit, ExitFacts, KeptJob, Launch, LocalRuntime } from '../local/runtime.ts';
import { MOST_CPU_MILLIS, MOST_MEMORY_MB } from './options.ts';

const PROGRAM = fileURLToPath(new URL('./program.ts', import.meta.url));

/** The memory of the process besides that of the code. */
const OWN_MEMORY_MB = 96;

export function createJavascriptRuntime(): LocalRuntime {
  return {
    name: 'javascript',
    isolation: 'wasm',
    overheadMb: OWN_MEMORY_MB,
    refusalOf({ source, memoryMb, cpuMillis }) {
      if (source === undefined) return 'This environment takes a source, and no command.';
      if (cpuMillis > MOST_CPU_MILLIS) return 'No more than one processor can be had.';
      if (memoryMb > MOST_MEMORY_MB) return `No more than ${MOST_MEMORY_MB} MiB can be had.`;
      return undefined;
    },
    async launch(job) {
      return launchOf(job);
    },
  };
}

function launchOf({ order, folder, work }: KeptJob): Launch {
  const flags = [
    `--max-old-space-size=${order.memoryMb + OWN_MEMORY_MB}`,
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
      process.execPath,
      ...flags,
      PROGRAM,
      folder,
      // The keeper that launches the program: by the time that the program asks for its parent, the keeper may be gone.
      String(process.pid),
    ],
    // Nothing from the service's own environment.
    env: { NODE_COMPILE_CACHE: compiledIn(dirname(folder)) },
    cwd: work,
    reportsStart: true,
    factsOf: async (exit, lines) => factsOf(exit, lines),
  };
}

/**
 * The first argument is the CPU seconds that the process may use, even if its keeper is gone. It dumps no core, and may
 * open as many files as Node needs.
 */
const LIMITED = 'ulimit -t "$1" -c 0 2>/dev/null; ulimit -n 256; shift; exec "$@"';

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
