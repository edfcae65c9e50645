/**
 * Executes the code of one job in QuickJS. Its argument is the job's folder.
 * Reports on descriptor 3 when the code begins and how it ended; the code's output goes to the standard streams.
 */
import { readFileSync, writeSync } from 'node:fs';
import { createRequire, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { EvalFlags, JSException, type JSValueHandle, MAX_STACK_SIZE, QuickJS } from 'quickjs-wasi';
import type { KeptOrder } from '../local/job-folder.ts';
import { installJobApi, writeWhole } from './job-api.ts';

const TELL = 3;
const MIB = 1024 * 1024;
/** QuickJS counts what it allocates. The rest is for what its allocator loses between allocations. */
const ALLOCATED_OF_MEMORY = 15 / 16;
/** The state of a promise. */
const PENDING = 0;

const folder = process.argv[2]!;
const order = JSON.parse(readFileSync(join(folder, 'order.json'), 'utf8')) as KeptOrder;
const mostBytes = order.memoryMb * MIB;
const mostAllocated = mostBytes * ALLOCATED_OF_MEMORY;

/** The memory of QuickJS: the values of the code, and the files that it wrote. It never shrinks. */
let memory: { readonly buffer: ArrayBufferLike };
/** Promises that were rejected while nothing handled them. */
const rejected = new Map<number, { promise: JSValueHandle; reason: JSValueHandle }>();
let hasBegun = false;
let cpu = process.cpuUsage();

const vm = await createEngine();
execute(vm);

async function createEngine(): Promise<QuickJS> {
  const { resolve } = createRequire(import.meta.url);
  return QuickJS.create({
    wasm: readFileSync(resolve('quickjs-wasi/quickjs.wasm')),
    extensions: [{ name: 'encoding', wasm: readFileSync(resolve('quickjs-wasi/encoding.so')) }],
    memoryLimit: mostAllocated,
    maxStackSize: MAX_STACK_SIZE,
    wasi(ofEngine: typeof memory) {
      memory = ofEngine;
      return {};
    },
    interruptHandler() {
      // Between two looks, one step of the code may have allocated more than it has.
      if (memory.buffer.byteLength > mostBytes) endOutOfMemory();
      return false;
    },
    onUnhandledRejection(promise: JSValueHandle, reason: JSValueHandle, isHandled: boolean) {
      const id = promise.identity;
      // The handle keeps the promise, so that no other one gets its identity.
      if (!isHandled) rejected.set(id, { promise: promise.dup(), reason: reason.dup() });
      else {
        const known = rejected.get(id);
        rejected.delete(id);
        known?.promise.dispose();
        known?.reason.dispose();
      }
    },
  });
}

function execute(engine: QuickJS): never {
  try {
    const describe = installJobApi(engine, {
      order,
      folder,
      exit: (exitCode) => end({ exitCode }),
      endOutOfMemory,
      isFull,
    });
    begin();
    run(engine, describe);
  } catch (error) {
    // The engine itself failed, for example because its stack was too deep for WebAssembly.
    begin();
    const words = error instanceof Error ? error.message : String(error);
    if (isFull() || words.includes('out of memory') || words.includes('malloc failed'))
      endOutOfMemory();
    say(words);
    end({ exitCode: 1 });
  }
}

function run(engine: QuickJS, describe: JSValueHandle): never {
  const tell = (reason: JSValueHandle, isRejection: boolean) => {
    engine.callFunction(
      describe,
      engine.undefined,
      reason,
      isRejection ? engine.true : engine.false,
    );
    end({ exitCode: 1 });
  };
  let evaluated: JSValueHandle;
  try {
    evaluated = engine.evalCode(order.source!.toWellFormed(), 'job.js', EvalFlags.TYPE_MODULE);
  } catch (error) {
    if (error instanceof JSException) tell(error.handle, false);
    throw error;
  }
  engine.executePendingJobs();
  // Code has no timers, so all of it is one tick, in which a rejection may find its handler late.
  const [first] = rejected.values();
  if (first) tell(first.reason, first.promise.identity !== evaluated.identity);
  if (evaluated.promiseState === PENDING) {
    say('The code waits for a promise that nothing can settle.');
    end({ exitCode: 13 });
  }
  end({ exitCode: 0 });
}

function say(line: string): void {
  writeWhole(2, Buffer.from(`${line}\n`));
}

function endOutOfMemory(): never {
  say(`The code needed more memory than the ${order.memoryMb} MiB of the job.`);
  end({ exitCode: 137, outOfMemory: true });
}

/** Whether next to no memory is left. If none is left even for the error, QuickJS throws null. */
function isFull(): boolean {
  return memory.buffer.byteLength + MIB > mostAllocated;
}

/**
 * Does not free what hostile code has built, and does not exit normally: Node.js may wait for its compilers forever
 * there (nodejs/node#54918), as one in ten jobs without memory did on a busy machine.
 */
function end(how: { exitCode: number; outOfMemory?: true }): never {
  const { user, system } = process.cpuUsage(cpu);
  report({
    ...how,
    cpuMs: Math.round((user + system) / 1_000),
    maxMemoryBytes: memory.buffer.byteLength,
  });
  flushCompileCache();
  process.kill(process.pid, 'SIGKILL');
  throw new Error('unreachable');
}

function begin(): void {
  if (hasBegun) return;
  hasBegun = true;
  cpu = process.cpuUsage();
  report({ started: true });
}

function report(line: Record<string, unknown>): void {
  writeSync(TELL, `${JSON.stringify(line)}\n`);
}
