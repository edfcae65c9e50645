/** Throws when an invariant is broken: a bug of ours, never the caller's fault. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${message}`);
}
