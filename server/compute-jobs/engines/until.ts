/** Ends the wait when the signal fires; the work continues. */
export function until<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  work.catch(() => {});
  if (signal.aborted) return Promise.reject(new Error('The wait was ended.'));
  const ended = Promise.withResolvers<never>();
  const end = () => ended.reject(new Error('The wait was ended.'));
  signal.addEventListener('abort', end, { once: true });
  return Promise.race([work, ended.promise]).finally(() =>
    signal.removeEventListener('abort', end),
  );
}
