/**
 * Sends the same request to two services by turns, one pair after the other: what slows the machine for a moment slows
 * both sides of a pair. The result is the ratio of the medians of each round.
 */
import { open, unexpected } from './http-client.ts';
import { type Comparison, quantile, spreadOf } from './rounds.ts';

interface Side {
  port: number;
  requests: readonly string[];
}

interface Pairs {
  floor: Side;
  measured: Side;
  rounds: number;
}

export async function compareInPairs({ floor, measured, rounds }: Pairs): Promise<Comparison> {
  const times = await timesOf([floor, measured]);
  const each = Math.floor(times[0]!.length / rounds);
  const medians = times.map((side) =>
    Array.from({ length: rounds }, (_, i) => quantile(side.slice(i * each, (i + 1) * each), 0.5)),
  );
  const [floors = [], figures = []] = medians;
  return {
    ratio: spreadOf(figures.map((figure, i) => figure / floors[i]!)),
    floor: spreadOf(floors),
    measured: spreadOf(figures),
  };
}

/** Milliseconds of each request of each side, cut to the number of the side with the fewest. */
export async function timesOf(sides: readonly Side[]): Promise<number[][]> {
  const connections = await Promise.all(sides.map(({ port }) => open(port)));
  const times: number[][] = sides.map(() => []);
  const count = Math.min(...sides.map(({ requests }) => requests.length));
  for (let i = 0; i < count; i++) {
    // The sides take turns to go first: the second finds the processor's caches as the first left them.
    for (const side of i % 2 === 0 ? sides.keys() : [...sides.keys()].reverse()) {
      const start = performance.now();
      const answer = await connections[side]!.exchange(sides[side]!.requests[i]!);
      if (answer.status !== 200) throw unexpected(answer);
      times[side]!.push(performance.now() - start);
    }
  }
  for (const connection of connections) connection.close();
  return times;
}
