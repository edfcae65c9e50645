/**
 * Percentiles of durations counted in buckets, so that buckets of any hours and groups can be combined: bucket b
 * contains durations of at most 1.03^b milliseconds that are longer than those of the bucket before. A percentile is
 * the middle of its bucket, by the geometric mean, so it is within 1.5 % of the exact one, or within 1 ms if that is
 * more.
 */
import { invariant } from './errors.ts';

export interface Percentiles {
  /** In milliseconds. */
  p50: number;
  p95: number;
  p99: number;
}

const GROWTH = 1.03;
/** Two bytes for the bucket, four for the number of runs. */
const ENTRY_BYTES = 6;
/** Longer than the age of any run. */
const BUCKETS = 1_500;

/** For any number of concatenated rows of usage; undefined if they count nothing. */
export function percentilesOf(latencies: Buffer): Percentiles | undefined {
  const counts = new Float64Array(BUCKETS);
  let total = 0;
  for (let at = 0; at < latencies.length; at += ENTRY_BYTES) {
    const bucket = latencies.readUInt16BE(at);
    const runs = latencies.readUInt32BE(at + 2);
    invariant(bucket < BUCKETS, 'a duration has a bucket');
    counts[bucket]! += runs;
    total += runs;
  }
  if (total === 0) return undefined;
  const p = (share: number) => Math.round(GROWTH ** (bucketOf(counts, share * total) - 0.5));
  return { p50: p(0.5), p95: p(0.95), p99: p(0.99) };
}

/** The first bucket that, together with those before it, contains this many. */
function bucketOf(counts: Float64Array, atLeast: number): number {
  let seen = 0;
  for (let bucket = 0; bucket < counts.length; bucket += 1) {
    seen += counts[bucket]!;
    if (seen >= atLeast) return bucket;
  }
  return counts.length - 1;
}
