/**
 * The time that this process has to spare. Bulk work (exports, downloads, large bodies of spans) waits for it before each
 * piece, so that short requests come first: while the event loop is busy for more than half of the time, few pieces
 * begin. The workspaces take turns, however many pieces each of them has.
 */
import { onAbort } from './on-abort.ts';

/** How often the process checks whether it has time to spare. */
const TICK_MS = 10;
/** The share of the time in which the event loop may have been busy. */
const MOST_BUSY = 0.5;
/** The weight of the last tick in that share: about the last 50 ms count. */
const LAST_TICK = 0.2;
/** Pieces that begin in one tick. */
const AT_ONCE = 4;
/** Even in a process that is always busy, a piece begins this often. */
const LONGEST_PAUSE_MS = 40;

/** By workspace, in the order of their turns. */
const waiting = new Map<string, Set<() => void>>();
let isTicking = false;
let measured = performance.eventLoopUtilization();
let busy = 0;
let lastPieceAt = 0;

/** Resolves when it is this workspace's turn; rejects with the signal's reason once that has fired. */
export async function spareTime(workspace: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const own = waiting.get(workspace) ?? new Set();
  waiting.set(workspace, own.add(resolve));
  const ignore = onAbort(signal, () => {
    own.delete(resolve);
    reject(signal.reason);
  });
  if (!isTicking) setImmediate(tick);
  isTicking = true;
  await promise;
  ignore();
}

function tick(): void {
  const now = performance.eventLoopUtilization();
  const { utilization, idle, active } = performance.eventLoopUtilization(now, measured);
  // Without a wait in between, the event loop seems busy in the moment since the last tick.
  const weight = Math.min(1, ((idle + active) / TICK_MS) * LAST_TICK);
  busy += (utilization - busy) * weight;
  measured = now;
  if (busy <= MOST_BUSY) for (let i = 0; i < AT_ONCE; i++) startNext();
  else if (performance.now() - lastPieceAt >= LONGEST_PAUSE_MS) startNext();
  isTicking = waiting.size > 0;
  if (isTicking) setTimeout(tick, TICK_MS);
}

function startNext(): void {
  for (const [workspace, own] of waiting) {
    waiting.delete(workspace);
    const [start] = own;
    // Those of a workspace may all have been given up.
    if (!start) continue;
    own.delete(start);
    // Its next piece comes after those of the others.
    if (own.size > 0) waiting.set(workspace, own);
    lastPieceAt = performance.now();
    start();
    return;
  }
}
