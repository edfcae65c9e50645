/**
 * Time limits that hold whatever code runs: they race the work, and do not rely on its signal. The clock never jumps,
 * and no listener stays on a caller's signal.
 */

/** A longer timer fires at once. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** Milliseconds of a monotonic clock. */
export function now(): number {
  return performance.now();
}

export class TimeUp extends Error {}

/** The outcome of the work; rejects with `TimeUp`, or with the reason of the outer signal, if that comes first. */
export async function within<Result>(
  ms: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  outer?.throwIfAborted();
  const inner = new AbortController();
  const onAbort = () => inner.abort(outer?.reason);
  const stopped = new Promise<never>((_, reject) => {
    inner.signal.addEventListener('abort', () => reject(inner.signal.reason), { once: true });
  });
  const timer = setTimeout(
    () => inner.abort(new TimeUp(`no answer within ${Math.round(ms)} ms`)),
    // Timers drop fractions, and would end too early.
    Math.min(Math.ceil(ms), LONGEST_TIMER_MS),
  );
  outer?.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work(inner.signal), stopped]);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', onAbort);
  }
}

/** Returns after this time; rejects with the signal's reason if that comes first. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await within(ms, signal, () => new Promise<never>(() => {})).catch((error: unknown) => {
    if (!(error instanceof TimeUp)) throw error;
  });
}
