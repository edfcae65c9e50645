/**
 * The time that this process has to spare. Bulk work (exports, downloads, floods of spans) waits for it before each
 * piece, so that short requests come first: while the event loop is busy for more than half of the time, bulk work
 * waits. The workspaces take turns, however many pieces each of them has.
 */

/** How often the process checks whether it has time to spare. */
const TICK_MS = 10;
/** The share of the time in which the event loop may have been busy. */
const MOST_BUSY = 0.5;
/** The weight of the last tick in that share: about the last 50 ms count. */
const LAST_TICK = 0.2;
/** Even a process that is always busy carries out a piece this often. */
const LONGEST_PAUSE_MS = 100;

/** By workspace, in the order of their turns. */
const waiting = new Map<string, (() => void)[]>();
let isTicking = false;
let measured = performance.eventLoopUtilization();
let busy = 0;
let lastPieceAt = 0;

/** Resolves when it is this workspace's turn. */
export function spareTime(workspace: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const own = waiting.get(workspace);
  if (own) own.push(resolve);
  else waiting.set(workspace, [resolve]);
  if (!isTicking) setImmediate(tick);
  isTicking = true;
  return promise;
}

function tick(): void {
  const now = performance.eventLoopUtilization();
  const { utilization, idle, active } = performance.eventLoopUtilization(now, measured);
  // Without a wait in between, the event loop seems busy in the moment since the last tick.
  const weight = Math.min(1, ((idle + active) / TICK_MS) * LAST_TICK);
  busy += (utilization - busy) * weight;
  measured = now;
  if (busy <= MOST_BUSY || performance.now() - lastPieceAt > LONGEST_PAUSE_MS) startNext();
  isTicking = waiting.size > 0;
  if (isTicking) setTimeout(tick, TICK_MS);
}

function startNext(): void {
  const [next] = waiting;
  if (!next) return;
  const [workspace, own] = next;
  waiting.delete(workspace);
  lastPieceAt = performance.now();
  own.shift()!();
  // Its next piece comes after those of the others.
  if (own.length > 0) waiting.set(workspace, own);
}
