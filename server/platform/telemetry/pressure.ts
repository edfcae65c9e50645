/**
 * What a process is short of: time of its one thread, connections to the database, memory. Checked several times a
 * second. One or two long steps are not a shortage, so it takes three checks in a row.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

export type Shortage = 'event_loop' | 'pool' | 'memory';

interface PressureBounds {
  /** The average delay of timers. */
  eventLoopDelayMs: number;
  /** How long a call has waited for a connection. */
  poolWaitMs: number;
  /** The memory of the process; absent if it has no limit. */
  memoryBytes?: number | undefined;
}

export interface Pressure {
  /** The scarcest resource, and its level: 1 at the limit. Undefined if nothing is short. */
  shortage(): { of: Shortage; factor: number } | undefined;
  close(): void;
}

interface PressureOptions extends PressureBounds {
  /** How long the oldest call has waited for a connection. */
  poolWait: () => number;
  /** Called when a shortage begins, and when it ends. */
  onChange?: (of: Shortage | undefined) => void;
}

const LOOK_EVERY_MS = 200;
const LOOKS = 3;
const RESOLUTION_MS = 20;
/** Share of V8's heap limit; at the limit, the process ends. */
const HEAP_SHARE = 0.9;

export function createPressure(options: PressureOptions): Pressure {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  /** The results of the last checks, the newest first. */
  let found: Record<Shortage, number>[] = [];
  let now: ReturnType<Pressure['shortage']>;
  let measuredAt = performance.now();

  function measure(): Record<Shortage, number> {
    const at = performance.now();
    // Node leaves out the first delay after a reset: if each turn of the loop is that late, there is no other one.
    const delayMs =
      delays.count === 0 ? at - measuredAt - LOOK_EVERY_MS : delays.mean / 1e6 - RESOLUTION_MS;
    delays.reset();
    measuredAt = at;
    return {
      event_loop: Math.max(0, delayMs) / options.eventLoopDelayMs,
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
