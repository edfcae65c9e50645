/**
 * Many listeners for one long-lived signal. A signal iterates over all its listeners whenever one is added or removed;
 * this code adds a single one, and keeps the others in a set.
 */
const waiting = new WeakMap<AbortSignal, Set<Listener>>();

/** V8 can keep what was a member of a set; so a listener that is called off lets go of its work. */
interface Listener {
  work: (() => void) | undefined;
}

/** Does the work when the signal fires, unless it is cancelled before. Does nothing if the signal has already fired. */
export function onAbort(signal: AbortSignal, work: () => void): () => void {
  if (signal.aborted) return () => {};
  const listeners = waiting.get(signal) ?? open(signal);
  const listener: Listener = { work };
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    listener.work = undefined;
  };
}

/** The work, unless the signal fires first: then it rejects with the fault, and the work continues. */
export function unlessAborted<T>(
  signal: AbortSignal,
  work: Promise<T>,
  fault: () => Error = () => new Error('The wait was ended.'),
): Promise<T> {
  work.catch(() => {});
  if (signal.aborted) return Promise.reject(fault());
  return new Promise((resolve, reject) => {
    const stop = onAbort(signal, () => reject(fault()));
    work.then(resolve, reject).finally(stop);
  });
}

function open(signal: AbortSignal): Set<Listener> {
  const listeners = new Set<Listener>();
  waiting.set(signal, listeners);
  const workOff = () => {
    for (const listener of listeners) listener.work?.();
  };
  signal.addEventListener('abort', workOff, { once: true });
  return listeners;
}
