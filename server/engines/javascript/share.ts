/**
 * The share of a processor that code may use: the process pauses the code for as long as it exceeded its share. QuickJS
 * asks every few thousand steps; after a long step, such as a sort, the pause is longer.
 */

const WHOLE = 1_000;
/** The minimum pause: a shorter one is not worth a turn. */
const LEAST_PAUSE_MS = 5;
/** Between two pauses, others decide whether the code has to end. */
const LONGEST_PAUSE_MS = 500;

export function createShare(cpuMillis: number, now: Clock = clock): () => void {
  if (cpuMillis >= WHOLE) return () => {};
  const begun = now();
  return () => {
    const { wallMs, cpuMs } = now();
    const ahead = ((cpuMs - begun.cpuMs) * WHOLE) / cpuMillis - (wallMs - begun.wallMs);
    if (ahead >= LEAST_PAUSE_MS) pause(Math.min(ahead, LONGEST_PAUSE_MS));
  };
}

type Clock = () => { wallMs: number; cpuMs: number };

function clock() {
  const { user, system } = process.cpuUsage();
  return { wallMs: performance.now(), cpuMs: (user + system) / 1_000 };
}

const nobody = new Int32Array(new SharedArrayBuffer(4));

function pause(ms: number): void {
  Atomics.wait(nobody, 0, 0, ms);
}
