/**
 * Many who wait for one signal that lives long. A signal goes through all its listeners whenever one is added or
 * removed; here it gets a single one, and those who wait are a set.
 */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/** Does the work when the signal fires, unless it is called off before. A signal that has fired does nothing. */
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
