/**
 * Compares two rates on a machine that is never quiet: each round measures one, then the other, and gives
 * one ratio, so that what slows the machine for a while slows both. Told is the median, with the extremes.
 */
export interface Comparison {
  /** Of `measured` to `floor`. */
  ratio: Spread;
  floor: Spread;
  measured: Spread;
}

export interface Spread {
  median: number;
  min: number;
  max: number;
}

export interface RoundsOptions {
  rounds: number;
  seconds: number;
  /** Before the first round, each side for so long. */
  warmUpSeconds: number;
  onStep: (step: string) => void;
}

/** Each side answers its rate per second. */
export async function compare(
  sides: {
    floor: (seconds: number) => Promise<number>;
    measured: (seconds: number) => Promise<number>;
    between?: () => Promise<void>;
  },
  { rounds, seconds, warmUpSeconds, onStep }: RoundsOptions,
): Promise<Comparison> {
  const floors: number[] = [];
  const rates: number[] = [];
  onStep('warming up');
  await sides.floor(warmUpSeconds);
  await sides.measured(warmUpSeconds);
  for (let round = 1; round <= rounds; round++) {
    await sides.between?.();
    onStep(`round ${round} of ${rounds}: floor`);
    floors.push(await sides.floor(seconds));
    onStep(`round ${round} of ${rounds}: measured`);
    rates.push(await sides.measured(seconds));
  }
  return {
    ratio: spreadOf(rates.map((rate, i) => rate / floors[i]!)),
    floor: spreadOf(floors),
    measured: spreadOf(rates),
  };
}

export function spreadOf(values: number[]): Spread {
  return { median: quantile(values, 0.5), min: Math.min(...values), max: Math.max(...values) };
}

/** By the nearest rank. */
export function quantile(values: number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? Number.NaN;
}
