/** How long a receiver that failed is left alone before it is tried again. */
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Before the second attempt and those that follow; the last one is used for all others. */
export const PAUSES_MS: readonly number[] = [
  ...[5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE],
  120 * MINUTE,
];

/** Behind so many attempts. With jitter: what failed together does not return together. */
export function pauseAfter(attempts: number, pausesMs: readonly number[] = PAUSES_MS): number {
  const pause = pausesMs[Math.min(attempts, pausesMs.length) - 1] ?? MINUTE;
  return Math.round(pause * (0.8 + Math.random() * 0.4));
}
