/**
 * Values by key, at most so many, or of at most such a size together: of more, those are forgotten that were used
 * longest ago. Memory is taken for what is in it. Of the library's own bounds only that of sizes does so: `max` makes
 * room for all of them at once, which for the caches of a service took 30 MB and a tenth of its start.
 */
import { LRUCache } from 'lru-cache';

export type Cache<Value extends object | number | true, Context = unknown> = LRUCache<
  string,
  Value,
  Context
>;

type Options<Value extends object | number | true, Context> = Omit<
  LRUCache.OptionsBase<string, Value, Context>,
  'max' | 'maxSize' | 'sizeCalculation'
> & {
  /** Default: 1, so that the bound is a number of values. */
  sizeOf?: (value: Value) => number;
};

export function createCache<Value extends object | number | true, Context = unknown>(
  most: number,
  { sizeOf = () => 1, ...options }: Options<Value, Context> = {},
): Cache<Value, Context> {
  return new LRUCache<string, Value, Context>({
    ...options,
    maxSize: most,
    sizeCalculation: sizeOf,
    // Each look-up asks the clock. Otherwise the library remembers what it said, with a timer for each millisecond.
    ttlResolution: 0,
  });
}
