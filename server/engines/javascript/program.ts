/**
 * Executes the code of one job in QuickJS. Its argument is the job's folder.
 * Reports on descriptor 3 when the code begins and how it ended; the code's output goes to the standard streams.
 */
import { readFileSync, writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import releaseSync from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core';
import type { KeptOrder } from '../local/runtime.ts';
import { createFiles } from './files.ts';
import { createJobApi, type JobApi } from './job-api.ts';

/** The types are for CommonJS. */
const RELEASE_SYNC = releaseSync as unknown as QuickJSSyncVariant;
const TELL = 3;
const STACK_BYTES = 256 * 1024;
const MIB = 1024 * 1024;
const PAGE_BYTES = 64 * 1024;
/** The target that the module was compiled for. */
const INITIAL_PAGES = 256;

/** Node has it, but its types do not. */
const { Memory } = (globalThis as unknown as { WebAssembly: { Memory: typeof EmscriptenMemory } })
  .WebAssembly;
declare class EmscriptenMemory {
  constructor(bounds: { initial: number; maximum: number });
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

const folder = process.argv[2]!;
const order = JSON.parse(readFileSync(join(folder, 'order.json'), 'utf8')) as KeptOrder;

// QuickJS compiled to WebAssembly cannot count its memory: only a memory that stops growing limits it.
const wasmMemory = new Memory({
  initial: INITIAL_PAGES,
  maximum: Math.max(INITIAL_PAGES, (order.memoryMb * MIB) / PAGE_BYTES),
});
const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(RELEASE_SYNC, { wasmMemory }));
const runtime = quickjs.newRuntime();
runtime.setMaxStackSize(STACK_BYTES);
const context = runtime.newContext();

const api = createJobApi(context, {
  order,
  stdin: readFileSync(join(folder, 'stdin')),
  files: createFiles(join(folder, 'work'), order),
});
runtime.setInterruptHandler(() => api.exitCode() !== undefined);

const cpu = process.cpuUsage();
report({ started: true });
const end = execute(context, api);
const { user, system } = process.cpuUsage(cpu);
report({
  ...end,
  cpuMs: Math.round((user + system) / 1_000),
  maxMemoryBytes: wasmMemory.buffer.byteLength,
});
// Does not free what hostile code has built, and does not exit normally: Node.js may wait for its compilers forever
// there (nodejs/node#54918), as one in ten jobs without memory did on a busy machine.
flushCompileCache();
process.kill(process.pid, 'SIGKILL');

interface End {
  exitCode: number;
  outOfMemory?: true;
}

function execute(vm: QuickJSContext, job: JobApi): End {
  try {
    return run(vm, job);
  } catch (error) {
    // QuickJS itself aborted, for example because a stack was too deep for WebAssembly.
    job.print('stderr', `${error instanceof Error ? error.message : String(error)}\n`);
    return isOutOfMemory(error) ? { exitCode: 137, outOfMemory: true } : { exitCode: 1 };
  }
}

function run(vm: QuickJSContext, job: JobApi): End {
  const evaluated = vm.evalCode(order.source!, 'job.js', { type: 'module' });
  let thrown = evaluated.error;
  while (!thrown && job.exitCode() === undefined && runtime.hasPendingJob()) {
    thrown = runtime.executePendingJobs(64).error;
  }
  if (job.exitCode() !== undefined) return { exitCode: job.exitCode()! };
  if (!thrown && !evaluated.error) {
    const state = vm.getPromiseState(evaluated.value);
    if (state.type === 'rejected') thrown = state.error;
    if (state.type === 'pending') {
      job.print('stderr', 'The code waits for a promise that nothing can settle.\n');
      return { exitCode: 13 };
    }
  }
  if (!thrown) return { exitCode: 0 };
  const words = job.wordsOf(thrown);
  job.print('stderr', `${words}\n`);
  return isOutOfMemory(words) || (isFull() && /^(null|undefined)$/.test(words))
    ? { exitCode: 137, outOfMemory: true }
    : { exitCode: 1 };
}

/** If no memory is left even for the error, QuickJS throws nothing. */
function isFull(): boolean {
  return wasmMemory.buffer.byteLength + MIB > order.memoryMb * MIB;
}

function isOutOfMemory(error: unknown): boolean {
  return /^(InternalError: )?out of memory|Aborted\(OOM\)|Cannot enlarge memory/.test(
    error instanceof Error ? error.message : String(error),
  );
}

function report(line: Record<string, unknown>): void {
  writeSync(TELL, `${JSON.stringify(line)}\n`);
}
