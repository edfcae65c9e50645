/**
 * Compares two figures on a machine that is never quiet: each round measures one, then the other, and gives one ratio,
 * so that what slows the machine for a while slows both. The result is the median, with the extremes.
 */
export interface Comparison {
  /** `measured` divided by `floor`. */
  ratio: Spread;
  floor: Spread;
  measured: Spread;
}

export interface Spread {
  median: number;
  min: number;
  max: number;
}

interface RoundsOptions {
  rounds: number;
  seconds: number;
  /** How long each side runs before the first round. */
  warmUpSeconds: number;
  onStep: (step: string) => void;
}

interface Sides<Result> {
  floor: (seconds: number) => Promise<Result>;
  measured: (seconds: number) => Promise<Result>;
  /** Called before each round. */
  between?: () => Promise<void>;
}

/** Each side returns one figure: a rate per second, or the time of one answer. */
export async function compare(sides: Sides<number>, options: RoundsOptions): Promise<Comparison> {
  const { floors, measured } = await takeTurns(sides, options);
  return {
    ratio: spreadOf(measured.map((figure, i) => figure / floors[i]!)),
    floor: spreadOf(floors),
    measured: spreadOf(measured),
  };
}

/** The result of each round of each side, after a warm-up of both. */
export async function takeTurns<Result>(
  sides: Sides<Result>,
  { rounds, seconds, warmUpSeconds, onStep }: RoundsOptions,
): Promise<{ floors: Result[]; measured: Result[] }> {
  const floors: Result[] = [];
  const measured: Result[] = [];
  onStep('warming up');
  await sides.floor(warmUpSeconds);
  await sides.measured(warmUpSeconds);
  for (let round = 1; round <= rounds; round++) {
    await sides.between?.();
    onStep(`round ${round} of ${rounds}: floor`);
    floors.push(await sides.floor(seconds));
    onStep(`round ${round} of ${rounds}: measured`);
    measured.push(await sides.measured(seconds));
  }
  return { floors, measured };
}

export function spreadOf(values: number[]): Spread {
  return { median: quantile(values, 0.5), min: Math.min(...values), max: Math.max(...values) };
}

/** By the nearest rank. */
export function quantile(values: number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? Number.NaN;
}
