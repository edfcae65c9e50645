/**
 * Requests to stop, as the terminal and the system send them. npm may deliver one Ctrl-C twice, so repeats within a
 * second count as one; a later one is a second, more urgent request.
 */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const ONE_REQUEST_MS = 1_000;

/** Calls with 1 at the first request, 2 at the second, and so on. Returns a function that stops listening. */
export function onStopSignal(handle: (request: number) => void): () => void {
  let requests = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  const listener = () => {
    const isRepeat = performance.now() - lastAt < ONE_REQUEST_MS;
    if (isRepeat) return;
    lastAt = performance.now();
    requests += 1;
    handle(requests);
  };
  for (const signal of SIGNALS) process.on(signal, listener);
  return () => {
    for (const signal of SIGNALS) process.off(signal, listener);
  };
}
