/**
 * The share of a processor that code may take: it is stopped for as long as it was faster than that. QuickJS asks every
 * few thousand steps; a long step, such as a sort, is made up for after it.
 */

const WHOLE = 1_000;
/** Stopped so often and no oftener: what is less is not worth a turn. */
const LEAST_PAUSE_MS = 5;
/** Between two pauses others are asked whether the code is to end. */
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
