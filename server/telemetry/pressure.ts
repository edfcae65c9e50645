/**
 * What a process is short of: time of its one thread, connections to the database, memory. Looked at several times a
 * second. A long step or two are no shortage, so it takes three looks in a row.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

export type Shortage = 'event_loop' | 'pool' | 'memory';

export interface PressureBounds {
  /** How late timers are on average. */
  eventLoopDelayMs: number;
  /** For how long a call has waited for a connection. */
  poolWaitMs: number;
  /** Of the process; absent if nothing bounds it. */
  memoryBytes?: number | undefined;
}

export interface Pressure {
  /** What is short now, and by how much: 1 at the bound. Undefined if nothing is. */
  shortage(): { of: Shortage; factor: number } | undefined;
  close(): void;
}

export interface PressureOptions extends PressureBounds {
  /** How long the oldest call has been waiting for a connection. */
  poolWait: () => number;
  /** Told when a shortage begins, and when there is none any more. */
  onChange?: (of: Shortage | undefined) => void;
}

const LOOK_EVERY_MS = 200;
const LOOKS = 3;
const RESOLUTION_MS = 20;
/** Of what V8 may take for the heap: beyond that the process ends. */
const HEAP_SHARE = 0.9;

export function createPressure(options: PressureOptions): Pressure {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  /** What the last looks have found, the newest first. */
  let found: Record<Shortage, number>[] = [];
  let now: ReturnType<Pressure['shortage']>;

  function measure(): Record<Shortage, number> {
    const delayMs = Math.max(0, delays.mean / 1e6 - RESOLUTION_MS);
    delays.reset();
    return {
      event_loop: (delayMs || 0) / options.eventLoopDelayMs,
      pool: options.poolWait() / options.poolWaitMs,
      memory: memoryFactor(options.memoryBytes),
    };
  }

  function look(): void {
    found = [measure(), ...found].slice(0, LOOKS);
    let worst: ReturnType<Pressure['shortage']>;
    for (const kind of ['event_loop', 'pool', 'memory'] as const) {
      const factor = found.length < LOOKS ? 0 : Math.min(...found.map((each) => each[kind]));
      if (factor >= 1 && factor > (worst?.factor ?? 0)) worst = { of: kind, factor };
    }
    if (worst?.of !== now?.of) options.onChange?.(worst?.of);
    now = worst;
  }

  const looking = setInterval(look, LOOK_EVERY_MS);
  looking.unref();
  return {
    shortage: () => now,
    close() {
      clearInterval(looking);
      delays.disable();
    },
  };
}

function memoryFactor(bound: number | undefined): number {
  const { used_heap_size: heap, heap_size_limit: most } = getHeapStatistics();
  const ofHeap = heap / (HEAP_SHARE * most);
  return bound === undefined ? ofHeap : Math.max(ofHeap, process.memoryUsage.rss() / bound);
}
