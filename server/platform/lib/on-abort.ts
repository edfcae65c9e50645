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

function open(signal: AbortSignal): Set<Listener> {
  const listeners = new Set<Listener>();
  waiting.set(signal, listeners);
  const workOff = () => {
    for (const listener of listeners) listener.work?.();
  };
  signal.addEventListener('abort', workOff, { once: true });
  return listeners;
}
