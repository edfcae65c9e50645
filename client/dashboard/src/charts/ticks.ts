/** The grid lines of a chart: round numbers from 0 to above the highest value. Pure. */
const MOST_STEPS = 4;
const FACTORS = [1, 2, 5, 10];

/** `[0, 10, 20, 30]` for 27: as few steps of 1, 2 or 5 times a power of ten as cover it. Only 0 if all values are. */
export function ticksOf(highest: number): number[] {
  if (!(highest > 0)) return [0];
  const least = highest / MOST_STEPS;
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = FACTORS.find((each) => each * power >= least) ?? 10;
  const step = Math.max(1, Math.round(factor * power));
  const steps = Math.ceil(highest / step);
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

/** Selects the bars with a name below the chart: every second, third or so, and always the last. Pure. */
export function evenly<Value>(values: readonly Value[], most: number): Value[] {
  const stride = Math.max(1, Math.ceil(values.length / Math.max(1, most)));
  return values.filter((_, index) => (values.length - 1 - index) % stride === 0);
}
