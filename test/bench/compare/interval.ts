/** A median, and an interval that contains the true one with a probability of 95 %, whatever the distribution. */
export interface Interval {
  median: number;
  low: number;
  high: number;
}

/** With fewer than six values, the interval is from the lowest to the highest, and less certain. */
export function intervalOf(values: readonly number[]): Interval {
  const sorted = values.toSorted((a, b) => a - b);
  const last = sorted.length - 1;
  // A value is as often above the true median as below it: how many are below is distributed like tossed coins.
  let cut = 0;
  let ways = 1;
  for (let outside = 2 ** -sorted.length; cut < last / 2; cut++) {
    ways *= (sorted.length - cut) / (cut + 1);
    outside += ways * 2 ** -sorted.length;
    if (outside > 0.025) break;
  }
  const median = (sorted[Math.floor(last / 2)]! + sorted[Math.ceil(last / 2)]!) / 2;
  return { median, low: sorted[cut]!, high: sorted[last - cut]! };
}
