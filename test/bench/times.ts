/** How long repeated work takes, one at a time. */
const TIMES = 150;
const WARM_UP = 50;

/** Milliseconds of each, after a warm-up. */
export async function timesOf(
  work: () => Promise<void>,
  onStep: (step: string) => void = () => {},
): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < WARM_UP + TIMES; i++) {
    if (i % 10 === 0) onStep(`${i} of ${WARM_UP + TIMES}`);
    const start = performance.now();
    await work();
    if (i >= WARM_UP) times.push(performance.now() - start);
  }
  return times;
}
