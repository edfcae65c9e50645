/** How long the service waits before it tries a failed receiver again. */
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Before the second attempt and later ones; the last one repeats. */
export const PAUSES_MS: readonly number[] = [
  ...[5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE],
  120 * MINUTE,
];

/** The pause after this many attempts. With jitter: what failed together does not return together. */
export function pauseAfter(attempts: number, pausesMs: readonly number[] = PAUSES_MS): number {
  const pause = pausesMs[Math.min(attempts, pausesMs.length) - 1] ?? MINUTE;
  return Math.round(pause * (0.8 + Math.random() * 0.4));
}
