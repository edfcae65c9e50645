/**
 * Many listeners for one long-lived signal. A signal iterates over all its listeners whenever one is added or removed;
 * this code adds a single one, and keeps the others in a set.
 */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/** Does the work when the signal fires, unless it is cancelled before. Does nothing if the signal has already fired. */
export function onAbort(signal: AbortSignal, work: () => void): () => void {
  if (signal.aborted) return () => {};
  const works = waiting.get(signal) ?? open(signal);
  works.add(work);
  return () => works.delete(work);
}

function open(signal: AbortSignal): Set<() => void> {
  const works = new Set<() => void>();
  waiting.set(signal, works);
  const workOff = () => {
    for (const work of works) work();
  };
  signal.addEventListener('abort', workOff, { once: true });
  return works;
}
